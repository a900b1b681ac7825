const path = location.pathname.replace(/^\/+/, "/"); // what begins with two would be another host
const [, root, deep] = /^(.*?\/)((?:ANY_PAGE)(?:\/.*)?)$/.exec(path) ?? [];
if (root) location.replace(`${root}#at=${encodeURIComponent(deep + location.search + location.hash)}`);
else if (path !== "/") location.replace(path.endsWith("/") ? "../" : "./");
