// The page that this phone has just opened goes first on its list of groups.
// Uses: pathBelowRoot (root), entryForm (forms), knownGroups, isSameGroup, isSheetLink, KNOWN_GROUPS,
// GROUPS_AT_MOST (known_groups), selectAll (page), storage (storage).

const mayDo = (each) => each.dead ? 0 : !each.look ? 3 : isSheetLink(each) ? 1 : 2; // the more, the better the link

function storeGroup(group) { // kept as it was where a better link of the same group is known
  const groups = knownGroups();
  const others = groups.filter((each) => !isSameGroup(each, group));
  if (groups.some((each) => isSameGroup(each, group) && mayDo(each) > mayDo(group))) return;
  storage.write(KNOWN_GROUPS, [group, ...others].slice(0, GROUPS_AT_MOST));
}

// Of the attributes of its page, and not what was known of another link.
const groupOnPage = ({ group, groupId: id, people, look }) => (
  { group: pathBelowRoot(group), id, people, look: look === undefined ? look : 1, dead: undefined });

function rememberGroup() {
  const { people, name, game, status, gone } = document.body.dataset;
  if (status === "404") markDeadLink();
  if (gone) forgetGroup(pathBelowRoot(gone)); // for good, on the server
  if (!people) return;
  const page = { ...groupOnPage(document.body.dataset), at: Date.now() };
  const known = knownGroups().find((each) => isSameGroup(each, page));
  const named = name !== undefined && { name }; // only the page of the group says it
  const score = selectAll("#line span")
    .map(({ children: [name, total] }) => `${name.textContent} ${total.textContent}`);
  const sheet = game ? {
    game, sheet: entryForm() && pathBelowRoot(location.pathname), title: document.title, score: score.join(" · "),
  }
    : { sheet: known?.sheet?.replace(known.group, page.group) };
  storeGroup({ ...known, ...sheet, ...named, ...page });
}

function forgetGroup(group) { // and the deals that wait for it
  storage.write(KNOWN_GROUPS, knownGroups().filter((each) => each.group !== group));
  for (const name of storage.keys("outbox:")) {
    if (storage.read(name)?.sheet?.startsWith(group)) storage.remove(name);
  }
}

const isOpenHere = (each) => [each.group, each.sheet].includes(pathBelowRoot(location.pathname));
const leadsHere = (each) => pathBelowRoot(location.pathname).startsWith(each.group);

function markDeadLink(isDead = isOpenHere) {
  storage.write(KNOWN_GROUPS, knownGroups().map((each) => isDead(each) ? { ...each, dead: 1 } : each));
}
