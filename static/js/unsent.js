// Deals that wait on this phone for another sheet than the one of this page, and the way there: they
// go out where they were entered.
// Uses: pathBelowRoot, pathOnHost (root), selectAll (page), storage (storage), element (element).

const SHEET_ADDRESS = /^\/g\/\w+\/\d+\/$/; // nothing else becomes a link

function unsentCounts() { // of each other sheet, by its address
  const here = `outbox:${document.body.dataset.sheet}:`;
  const counts = new Map();
  for (const name of storage.keys("outbox:").filter((each) => !each.startsWith(here))) {
    const { sheet } = storage.read(name) || {};
    if (!SHEET_ADDRESS.test(sheet) || sheet === pathBelowRoot(location.pathname)) continue;
    counts.set(sheet, (counts.get(sheet) || 0) + 1);
  }
  return counts;
}

function showUnsent(text) { // *text* has a gap for their number
  const lines = [...unsentCounts()].map(([sheet, number]) => element("p", { className: "notice" },
    element("a", { href: pathOnHost(sheet), textContent: text.replace("{number}", number) })));
  selectAll("main")[0].prepend(...lines);
  // On the icon of the installed program, for some browsers on no other: of this sheet, too.
  navigator.setAppBadge?.(storage.keys("outbox:").length).catch(() => {});
}
