// Below the form of a phone that has never said whose it is, once: as soon as another one writes, too.
// Uses: sheetAddress (sheet), storage (storage), entryForm (forms), element (element).

function askForHolder() {
  if (!entryForm() || document.cookie.includes("holder=") || storage.read("nameless")) return;
  storage.write("nameless", true);
  document.getElementById("entry").append(element("a",
    { className: "button second wide", href: `${sheetAddress}holder`, textContent: words.holder }));
}
