// The groups whose pages this phone has opened, each with the sheet that was open last.
// Uses: entryForm (forms), storage (storage).

const KNOWN_GROUPS = "tables"; // the key they are stored under: the latest first
const GROUPS_AT_MOST = 8;

const knownGroups = () => storage.read(KNOWN_GROUPS) || [];
const otherGroups = (group) => knownGroups().filter((each) => each.group !== group);

function storeGroup(each) {
  storage.write(KNOWN_GROUPS, [each, ...otherGroups(each.group)].slice(0, GROUPS_AT_MOST));
}

function rememberGroup() {
  const { group, people, name, game } = document.body.dataset;
  if (!people) return;
  const named = name !== undefined && { name }; // only the page of the group says it
  const sheet = game && { game, sheet: entryForm() && location.pathname, title: document.title };
  storeGroup({ ...knownGroups().find((each) => each.group === group), ...sheet, ...named, group, people });
}
