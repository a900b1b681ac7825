// The groups whose pages this phone has opened, each with the sheet that was open last.
// Uses: storage (storage).
//
// One is { group, id, people, name, at, look, dead, game, sheet, title, score }: `group` is the path of
// its link, `sheet` that of the sheet, both below the root of the program, `score` how that stood when it was
// seen last; `id` its number on the server, `at` the moment of the last visit. Who may only `look` has no form;
// a `dead` link has led to nothing.

const KNOWN_GROUPS = "tables"; // the key they are stored under: the latest first
const GROUPS_AT_MOST = 30;

const knownGroups = () => storage.read(KNOWN_GROUPS) || [];
const isSheetLink = ({ group }) => group.startsWith("/s/"); // to one sheet of a group, to look at

// The same address, or another link of the same group: the old one was replaced, or does not let as much.
const isSameGroup = (one, other) => one.group === other.group
  || one.id && one.id === other.id && !(isSheetLink(one) && isSheetLink(other));
