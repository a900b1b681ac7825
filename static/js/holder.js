// A phone that has never said whose it is gets a line below the form, until it answers.
// Uses: sheetAddress (sheet), storage (storage), entryForm (forms).

function askForHolder() {
  if (!entryForm() || document.cookie.includes("holder=") || storage.read("nameless")) return;
  const line = Object.assign(document.createElement("div"), { className: "acts" });
  const link = Object.assign(document.createElement("a"),
    { href: `${sheetAddress}holder`, textContent: words.holder });
  const button = Object.assign(document.createElement("button"), { textContent: words.nameless });
  button.addEventListener("click", () => {
    storage.write("nameless", true);
    line.remove();
  });
  line.append(link, button);
  document.getElementById("entry")?.append(line); // gone where there is nothing to enter any more
}
