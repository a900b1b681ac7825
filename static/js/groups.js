// The start page shows the groups whose pages this phone has opened.
// Uses: selectAll (page), storage (storage).

const KNOWN_GROUPS = "tables"; // the key they are stored under: the latest first
const GROUPS_AT_MOST = 8;

const knownGroups = () => storage.read(KNOWN_GROUPS) || [];
const otherGroups = (group) => knownGroups().filter((each) => each.group !== group);

function rememberGroup({ group, people } = document.body.dataset) {
  if (!people) return;
  storage.write(KNOWN_GROUPS, [{ group, people }, ...otherGroups(group)].slice(0, GROUPS_AT_MOST));
}

function showKnownGroups() {
  const place = document.getElementById("tables");
  if (!place) return;
  const groups = knownGroups().filter(({ group }) => /^\/g\/\w+\/$/.test(group)); // nothing else becomes a link
  const [list, { content }] = selectAll("ul, template", place);
  list.append(...groups.map((each) => groupItem(each, content.cloneNode(true).firstChild)));
  place.hidden = !groups.length;
}

function groupItem(each, item) { // one that was removed says so in its place, until the page is left
  const [forget, restore] = selectAll("button", item);
  const toggle = () => { for (const part of item.children) part.hidden = !part.hidden; };
  item.querySelector("a").href = each.group;
  item.querySelector("strong").textContent = each.people;
  forget.ariaLabel = forget.ariaLabel.replace("{people}", each.people);
  forget.onclick = () => {
    storage.write(KNOWN_GROUPS, otherGroups(each.group));
    toggle();
    restore.focus();
  };
  restore.onclick = () => {
    rememberGroup(each);
    toggle();
  };
  return item;
}
