// The groups that came in a file are known to this phone from now on.
// Uses: groupOnPage, storeGroup (visited_group).

for (const { dataset } of document.querySelectorAll("#brought a")) {
  const group = groupOnPage(dataset);
  storeGroup({ ...group, name: dataset.name, at: Date.now() });
}
