const [, root, deep] = /^(.*?\/)((?:ANY_PAGE)(?:\/.*)?)$/.exec(location.pathname) ?? [];
location.replace(root ? `${root}#at=${encodeURIComponent(deep + location.search + location.hash)}` : "./");
