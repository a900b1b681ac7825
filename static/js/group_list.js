// The list of groups as a whole: what may be a link, which groups stay where it is too long.
// Uses: knownGroups, isSameGroup, KNOWN_GROUPS, GROUPS_AT_MOST (known_groups), storage (storage).

const KNOWN_ADDRESS = /^\/[gs]\/\w+\/(\d+\/)?$/; // nothing else becomes a link

const LINKS_HERE = "#tables="; // begins the fragment with which another phone sends its links

const lastVisitFirst = (groups) => groups.sort((one, other) => (other.at || 0) - (one.at || 0));

function putBack(groups) { // each in its place; what the phone came to know meanwhile stays
  const known = knownGroups();
  const others = groups.filter((group) => !known.some((each) => isSameGroup(each, group)));
  storage.write(KNOWN_GROUPS, lastVisitFirst([...known, ...others]).slice(0, GROUPS_AT_MOST));
}
