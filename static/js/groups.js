// The start page shows the groups whose pages this phone has opened.
// Uses: storage (storage).

const KNOWN_GROUPS = "tables"; // the key they are stored under: the latest first
const GROUPS_AT_MOST = 8;

const knownGroups = () => storage.read(KNOWN_GROUPS) || [];
const otherGroups = (group) => knownGroups().filter((each) => each.group !== group);

function rememberGroup() {
  const { group, people } = document.body.dataset;
  if (!group || !people) return;
  storage.write(KNOWN_GROUPS, [{ group, people }, ...otherGroups(group)].slice(0, GROUPS_AT_MOST));
}

function showKnownGroups() {
  const place = document.getElementById("tables");
  const groups = knownGroups();
  if (!place || !groups.length) return;
  const list = document.createElement("ul");
  list.className = "cards";
  list.append(...groups
    .filter(({ group }) => /^\/g\/\w+\/$/.test(group)) // nothing else becomes a link
    .map((each) => groupItem(each, place.dataset.forget)));
  place.append(list);
  place.hidden = false;
}

function groupItem({ group, people }, forgetLabel) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: group });
  link.append(Object.assign(document.createElement("strong"), { textContent: people }));
  const forget = Object.assign(document.createElement("button"), { textContent: "×" });
  forget.setAttribute("aria-label", forgetLabel.replace("{people}", people));
  forget.addEventListener("click", () => {
    storage.write(KNOWN_GROUPS, otherGroups(group));
    item.remove();
  });
  item.append(link, forget);
  return item;
}
