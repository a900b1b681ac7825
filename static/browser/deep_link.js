const [, root, deep] = /^(.*?\/)((?:g|s|new|rules|import|groups|offline|blank|samples)(?:\/.*)?)$/.exec(location.pathname) ?? [];
location.replace(root ? `${root}#at=${encodeURIComponent(deep + location.search + location.hash)}` : "./");
