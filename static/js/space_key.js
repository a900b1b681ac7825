// The space bar takes an optional choice back as a second touch does.
// Uses: chosenBefore, takeBackChosen (forms).

document.addEventListener("keydown", ({ key, target, repeat }) => {
  if (!repeat) chosenBefore = key === " " && target.matches("[data-clears] input:checked") ? target : null;
});

document.addEventListener("keyup", (event) => {
  if (event.key !== " " || event.target !== chosenBefore) return;
  event.preventDefault(); // or else a browser may choose it again
  takeBackChosen();
});
