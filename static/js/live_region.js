// A line that nobody sees, read aloud whenever its text changes. It stands on the page from the
// beginning, because a browser tells of changes alone.

const KNOWN_AFTER = 500; // milliseconds until whoever reads aloud has seen a new page

const spokenLine = document.createElement("p");

function say(text) {
  if (spokenLine.textContent !== text) spokenLine.textContent = text;
}

function addSpokenLine() {
  spokenLine.className = "sr";
  spokenLine.setAttribute("aria-live", "polite");
  document.body.append(spokenLine);
}

// What was just saved stands on the page when it opens, where it would pass in silence.
function sayWhatWasSaved() {
  const saved = document.querySelector("main :is(.undo, .notice) [role=status], main .notice[role=status]");
  if (saved?.offsetParent) setTimeout(() => say(saved.textContent), KNOWN_AFTER);
}
