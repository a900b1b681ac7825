// The start page alone: the groups this phone knows, and the way back to the sheet that is played.
// Uses: pathBelowRoot, pathOnHost (root), knownGroups, isSameGroup,
// KNOWN_GROUPS (known_groups), EMPTIED, emptiedList (emptied_list), putBack, KNOWN_ADDRESS,
// LINKS_HERE (group_list), selectAll (page), storage (storage), showUnsent (unsent).

const LINKED_SHEET = /^#[0-9]+\./; // docs/sheet-file.md
const TONIGHT = "#tonight"; // of a shortcut: the sheet that is played
const SHOWN_AT_ONCE = 8; // the rest is folded away

function showKnownGroups(place) {
  const groups = knownGroups().filter(({ group, sheet }) => KNOWN_ADDRESS.test(sheet || group));
  const [list, fold, earlier, { content }] = selectAll("ul, details, template", place);
  const items = groups.map((each) => groupItem(each, content.cloneNode(true).firstChild, place.dataset.dead));
  list.append(...items.slice(0, SHOWN_AT_ONCE));
  earlier.append(...items.slice(SHOWN_AT_ONCE));
  fold.hidden = items.length <= SHOWN_AT_ONCE;
  place.hidden = !items.length;
  openWhatStandsInAddress(place);
  addEventListener("hashchange", () => openWhatStandsInAddress(place));
  if (items.length) offerEmptying(place);
}

function openWhatStandsInAddress({ dataset: { takeOver, linked } }) { // not kept in the history: it holds links
  if (takeOver && location.hash.startsWith(LINKS_HERE)) location.replace(takeOver + location.hash);
  if (LINKED_SHEET.test(location.hash)) location.replace(linked + location.hash);
  const latest = knownGroups().find(({ sheet }) => KNOWN_ADDRESS.test(sheet));
  if (location.hash === TONIGHT && latest) location.replace(pathOnHost(latest.sheet));
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
  if (each.sheet) {
    link.querySelector("span span").textContent = each.score || "";
    addEventListener("DOMContentLoaded", () => drawEmblem(place, each.game)); // the games come later
  } else place.remove();
  forget.setAttribute("aria-label", forget.getAttribute("aria-label").replace("{people}", name));
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
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (/^\/[gs]\//.test(pathBelowRoot(new URL(url).pathname))) await cache.delete(url, { ignoreVary: true });
    }
  }
}

// Emptied: neither groups nor drafts nor pages are left on the phone, but what still waits to be sent,
// and, for a day, what is needed to put the list back.
function offerEmptying(place) {
  const question = place.querySelector("details:last-of-type");
  const unsent = question.querySelector("p[hidden]");
  question.ontoggle = () => {
    unsent.hidden = !storage.keys("outbox:").some((key) => Object.keys(storage.read(key) || {}).length);
  };
  question.querySelector("button").onclick = () => {
    putBackEmptied(); // what was emptied earlier today goes along
    const keys = storage.keys("draft:");
    const emptied = { at: Date.now(), groups: knownGroups(), drafts: keys.map((key) => [key, storage.read(key)]) };
    if (!storage.write(EMPTIED, emptied)) return; // no room is left for the way back
    for (const key of [KNOWN_GROUPS, ...keys]) storage.remove(key);
    if (self.caches) forgetCopies(); // https only
    place.hidden = true;
    offerPuttingBack();
    document.querySelector("#emptied button").focus();
    document.getElementById("emptied").scrollIntoView({ block: "nearest" }); // what it says, too
  };
}

function putBackEmptied() {
  const { groups = [], drafts = [] } = emptiedList() || {};
  storage.remove(EMPTIED); // makes room for what it held
  putBack(groups);
  for (const [key, draft] of drafts) { // what was typed since is newer
    if (!storage.read(key)) storage.write(key, draft);
  }
}

function offerPuttingBack() {
  const place = document.getElementById("emptied");
  const [back, forGood] = selectAll("button", place);
  place.hidden = !emptiedList();
  back.onclick = () => {
    putBackEmptied();
    location.reload();
  };
  forGood.onclick = () => {
    storage.remove(EMPTIED);
    place.hidden = true;
  };
}

addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); }); // as it was before a new sheet

showKnownGroups(document.getElementById("tables"));
offerPuttingBack();
showUnsent(document.getElementById("tables").dataset.unsent);
