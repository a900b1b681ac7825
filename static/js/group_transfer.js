// The page on which the list of groups goes to another phone, or comes from one.
// Uses: pathOnHost (root), knownGroups, isSameGroup, KNOWN_GROUPS, GROUPS_AT_MOST (known_groups), groupOnPage, mayDo
// (visited_group), lastVisitFirst, KNOWN_ADDRESS, LINKS_HERE (group_list), selectAll (page), attempt,
// storage (storage).

const FILE_NAME = "scorekeeper-groups.json";
const FILE_FORMAT = "scorekeeper-known-groups/1"; // docs/known-groups-file.md
const FILE_AT_MOST = 100_000; // bytes: several times the longest list
const TEXT_AT_MOST = 500; // characters
const PAGE_TIMEOUT = 10_000; // milliseconds

const byId = (id) => document.getElementById(id);

// A link in the code: the letters behind /g/, or those behind / where it leads to one sheet.
const linkOf = ({ group }) => group.slice(1, -1).replace(/^g\//, "");
const addressOf = (link) => (link.startsWith("s/") ? `/${link}/` : `/g/${link}/`);

// --- to another phone ---

async function showCode(groups) {
  const place = byId("code");
  if (!place) return; // no phone could open it
  const body = new URLSearchParams({ links: groups.map(linkOf).join(".") });
  try {
    const answer = await fetch(place.dataset.address, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
    place.innerHTML = await answer.text();
  } catch {
    place.textContent = place.dataset.failed;
  }
}

function saveFile() {
  const content = JSON.stringify({ format: FILE_FORMAT, groups: knownGroups() }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PAGE_TIMEOUT);
}

// --- from another phone ---

const withoutRepeats = (groups) => groups
  .filter(({ group }, place) => groups.findIndex((each) => each.group === group) === place);

function groupsInAddress() {
  const links = location.hash.slice(LINKS_HERE.length).split(".");
  return links.map((link) => ({ group: addressOf(link) })).filter(({ group }) => KNOWN_ADDRESS.test(group));
}

async function groupsInFile(file) { // none where it is not such a file
  if (file.size > FILE_AT_MOST) return [];
  const text = await file.text();
  const { format, groups } = attempt(() => JSON.parse(text)) || {};
  return format === FILE_FORMAT && Array.isArray(groups) ? groups.map(checkedGroup).filter(Boolean) : [];
}

function checkedGroup(given) { // everything else is on its page
  const { group, at, game, sheet, title } = given || {};
  if (typeof group !== "string" || !KNOWN_ADDRESS.test(group)) return null;
  const isShort = [game, sheet, title].every((each) => typeof each === "string" && each.length <= TEXT_AT_MOST);
  const isOwnSheet = isShort && sheet.startsWith(group) && KNOWN_ADDRESS.test(sheet);
  return { group, at: Math.min(Number(at) || 0, Date.now()), ...(isOwnSheet && { game, sheet, title }) };
}

// With what its page says, or why there is none. An older browser waits as long as it does for any page.
async function lookUp(group) {
  try {
    const answer = await fetch(pathOnHost(group.group), { signal: AbortSignal.timeout?.(PAGE_TIMEOUT) });
    if (answer.status === 404) return { group, failure: "dead" };
    if (!answer.ok) throw new Error(answer.status);
    const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
    const page = groupOnPage(body.dataset);
    const { name } = body.dataset;
    return { group: { ...group, ...(name !== undefined && { name }), ...page } };
  } catch {
    return { group, failure: "unanswered" };
  }
}

// What the phone knows already stays, unless the other one was there later or has the better link; of two
// links for the same the one that has just been opened is the one that was not replaced.
function merged(known, group) {
  const same = known.filter((each) => isSameGroup(each, group));
  const isKept = same.some((each) => mayDo(each) > mayDo(group)
    || (each.group === group.group && (each.at || 0) >= (group.at || 0) && !each.dead));
  if (isKept) return known;
  const at = Math.max(group.at || 0, ...same.map((each) => each.at || 0));
  return [...known.filter((each) => !same.includes(each)), { ...group, at }];
}

async function offer(groups, fault) {
  for (const each of ["arrived", "damaged", "foreign", "none"]) byId(each).hidden = true;
  byId(groups.length ? "arrived" : fault).hidden = false;
  if (!groups.length) return;
  const [list] = selectAll("ul", byId("arrived"));
  const [status] = selectAll("[role=status]", byId("arrived"));
  status.hidden = false;
  const found = await Promise.all(withoutRepeats(groups).slice(0, GROUPS_AT_MOST).map(lookUp));
  status.hidden = true;
  const known = knownGroups();
  const isNew = ({ group, failure }) => !failure && group.people && merged(known, group) !== known;
  const together = (all) => found.filter(isNew).reduce((before, { group }) => merged(before, group), all);
  selectAll("li", list).forEach((item) => item.remove());
  for (const each of found) if (each.failure || isNew(each)) list.append(arrivedItem(each, list));
  byId("all-known").hidden = list.querySelector("li");
  byId("too-many").hidden = together(known).length <= GROUPS_AT_MOST;
  byId("add").hidden = !found.some(isNew);
  byId("add").onclick = ({ target }) => {
    const now = together(knownGroups()); // another tab may have opened one
    storage.write(KNOWN_GROUPS, lastVisitFirst(now).slice(0, GROUPS_AT_MOST));
    forgetAddress();
    location.replace(target.dataset.start);
  };
}

function arrivedItem({ group, failure }, list) {
  const { firstChild: item } = list.querySelector("template").content.cloneNode(true);
  const { people, name, title, group: address } = group;
  item.firstChild.textContent = name || people || title || linkOf({ group: address });
  item.lastChild.textContent = failure ? list.dataset[failure] : name && people;
  return item;
}

const forgetAddress = () => history.replaceState(null, "", "."); // it holds links

byId("not-now").onclick = () => {
  byId("arrived").hidden = true;
  forgetAddress();
};
byId("save").onclick = saveFile;
selectAll("[type=file]")[0].onchange = async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  await offer(await groupsInFile(file), "foreign");
  byId("arrived-heading").focus();
  target.value = ""; // the same file may be chosen once more
};
byId(knownGroups().length ? "sending" : "none").hidden = false;
if (knownGroups().length) showCode(knownGroups());
if (location.hash.startsWith(LINKS_HERE)) offer(groupsInAddress(), "damaged");
