// The start page alone: the groups this phone knows, and the way back to the sheet that is played.
// Uses: knownGroups, otherGroups, storeGroup, KNOWN_GROUPS (groups), selectAll (page), storage (storage).

const KNOWN_ADDRESS = /^\/g\/\w+\/(\d+\/)?$/; // nothing else becomes a link

function showKnownGroups(place) {
  const groups = knownGroups().filter(({ group, sheet }) => KNOWN_ADDRESS.test(sheet || group));
  const [list, { content }] = selectAll("ul, template", place);
  list.append(...groups.map((each) => groupItem(each, content.cloneNode(true).firstChild)));
  place.hidden = !groups.length;
  if (!groups.length) return;
  for (const heading of selectAll("main > h2")) heading.hidden = !heading.hidden; // the games begin another one
}

function groupItem(each, item) { // one that was removed says so in its place, until the page is left
  const [forget, restore] = selectAll("button", item);
  const link = item.querySelector("a");
  const toggle = () => { // as high as before, so that nothing moves under the thumb
    item.style.minHeight = `${item.offsetHeight}px`;
    for (const part of item.children) part.hidden = !part.hidden;
  };
  link.href = each.sheet || each.group;
  const name = each.name || each.people;
  const note = each.sheet ? each.title : each.name && each.people;
  const place = link.querySelector("svg");
  link.querySelector("strong").textContent = name;
  link.querySelector("small").textContent = note || "";
  if (each.sheet) addEventListener("DOMContentLoaded", () => drawEmblem(place, each.game)); // the games come later
  else place.remove();
  forget.ariaLabel = forget.ariaLabel.replace("{people}", name);
  forget.onclick = () => {
    storage.write(KNOWN_GROUPS, otherGroups(each.group));
    toggle();
    restore.focus();
  };
  restore.onclick = () => {
    storeGroup(each);
    toggle();
  };
  return item;
}

function drawEmblem(place, game) {
  const drawn = document.querySelector(`.games [href$="/${CSS.escape(game)}"] svg`);
  if (drawn) place.replaceWith(drawn.cloneNode(true));
}

showKnownGroups(document.getElementById("tables"));
