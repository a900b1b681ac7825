// The sheet that the page belongs to, if it does: by an id that stays when the link is replaced.
// Uses: pathBelowRoot, pathOnHost (root).

const sheetId = document.body.dataset.sheet;
// Of the sheet, or else of the group, without the root; undefined on a page that belongs to neither.
const linkPath = /^\/\w\/\w+\/(?:\d+\/)?/.exec(pathBelowRoot(location.pathname))?.[0];
const sheetAddress = sheetId && linkPath && pathOnHost(linkPath);

// The path of an address; that of a page of this sheet begins with the id instead of the link.
function lastingPath(address) {
  const { pathname } = new URL(address, location);
  return sheetAddress ? pathname.replace(sheetAddress, `${sheetId}/`) : pathname;
}
