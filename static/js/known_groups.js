// The start page alone: the groups this phone knows, and the way back to the sheet that is played.
// Uses: pathBelowRoot, pathOnHost (root), knownGroups, isSameGroup, KNOWN_GROUPS (groups), putBack, KNOWN_ADDRESS,
// LINKS_HERE (group_list), selectAll (page), storage (storage), showUnsent (unsent).

const SHOWN_AT_ONCE = 8; // the rest is folded away

function showKnownGroups(place) {
  const groups = knownGroups().filter(({ group, sheet }) => KNOWN_ADDRESS.test(sheet || group));
  const [list, fold, earlier, { content }] = selectAll("ul, details, template", place);
  const items = groups.map((each) => groupItem(each, content.cloneNode(true).firstChild, place.dataset.dead));
  list.append(...items.slice(0, SHOWN_AT_ONCE));
  earlier.append(...items.slice(SHOWN_AT_ONCE));
  fold.hidden = items.length <= SHOWN_AT_ONCE;
  place.hidden = !items.length;
  takeOver(place);
  addEventListener("hashchange", () => takeOver(place));
  if (place.hidden) return;
  offerEmptying(place);
}

function takeOver(place) { // not kept in the history: it holds links
  if (location.hash.startsWith(LINKS_HERE)) location.replace(place.dataset.takeOver + location.hash);
}

function groupItem(each, item, dead) { // one that was removed says so in its place, until the page is left
  const [forget, restore] = selectAll("button", item);
  const link = item.querySelector("a");
  const [note, look] = selectAll("small", link);
  const toggle = () => { // as high as before, so that nothing moves under the thumb
    item.style.minHeight = `${item.offsetHeight}px`;
    for (const part of item.children) part.hidden = !part.hidden;
  };
  link.href = pathOnHost(each.sheet || each.group);
  const name = each.name || each.people;
  const place = link.querySelector("svg");
  link.querySelector("strong").textContent = name;
  note.textContent = each.dead ? dead : (each.sheet ? each.title : each.name && each.people) || "";
  look.hidden = !each.look;
  if (each.sheet) addEventListener("DOMContentLoaded", () => drawEmblem(place, each.game)); // the games come later
  else place.remove();
  forget.ariaLabel = forget.ariaLabel.replace("{people}", name);
  forget.onclick = () => {
    storage.write(KNOWN_GROUPS, knownGroups().filter((known) => !isSameGroup(known, each)));
    toggle();
    restore.focus();
  };
  restore.onclick = () => {
    putBack([each]);
    toggle();
  };
  return item;
}

function drawEmblem(place, game) {
  const drawn = document.querySelector(`.games [href$="/${CSS.escape(game)}"] svg`);
  if (drawn) place.replaceWith(drawn.cloneNode(true));
}

async function forgetCopies() { // the copies of all that lies behind a link
  for (const cache of await Promise.all((await caches.keys()).map((name) => caches.open(name)))) {
    for (const { url } of await cache.keys()) {
      if (/^\/[gs]\//.test(pathBelowRoot(new URL(url).pathname))) await cache.delete(url, { ignoreVary: true });
    }
  }
}

// Emptied: neither groups nor drafts nor pages are left on the phone, but what still waits to be sent.
function offerEmptying(place) {
  const empty = place.querySelector(".next button");
  const undo = place.lastElementChild;
  const [, unsent] = selectAll("p", undo);
  const parts = [...place.children].filter((part) => !part.hidden).concat(undo);
  const toggle = () => { // the line stands where the button was
    place.style.minHeight = `${place.offsetHeight}px`;
    for (const part of parts) part.hidden = !part.hidden;
  };
  empty.onclick = () => {
    const groups = knownGroups();
    const drafts = storage.keys("draft:").map((key) => [key, storage.read(key)]);
    for (const key of [KNOWN_GROUPS, ...drafts.map(([key]) => key)]) storage.remove(key);
    if (self.caches) forgetCopies(); // https only
    unsent.hidden = !storage.keys("outbox:").some((key) => Object.keys(storage.read(key) || {}).length);
    toggle();
    undo.lastElementChild.focus();
    undo.lastElementChild.onclick = () => {
      putBack(groups);
      for (const [key, draft] of drafts) storage.write(key, draft);
      toggle();
      empty.focus();
    };
  };
}

showKnownGroups(document.getElementById("tables"));
showUnsent(document.getElementById("tables").dataset.unsent);
