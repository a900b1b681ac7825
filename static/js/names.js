// Whom the group knows, a touch each: it takes the next free place, or gives it back.

const nameFields = [...document.querySelectorAll(".names input[list]")];
const nameButtons = [...document.querySelectorAll(".people button")];
const placeOf = (name) => nameFields.find((field) => field.value.trim() === name);

function showWhoIsIn() {
  for (const button of nameButtons) button.setAttribute("aria-pressed", Boolean(placeOf(button.textContent)));
}

document.addEventListener("click", ({ target }) => {
  if (!nameButtons.includes(target)) return;
  const taken = placeOf(target.textContent);
  const field = taken || nameFields.find((each) => !each.value.trim());
  if (!field) return;
  field.value = taken ? "" : target.textContent;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", showWhoIsIn);
addEventListener("pageshow", showWhoIsIn); // a draft may have filled them in
