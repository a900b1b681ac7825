// A text on the page goes to another app of the phone, or onto its clipboard where it cannot.

async function copyText(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value); // https only
  else document.execCommand("copy");
  const told = document.querySelector("[data-shared]");
  told.textContent = told.dataset.shared;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const field = document.getElementById(button.dataset.share);
  if (!navigator.share) {
    await copyText(field);
    return;
  }
  try {
    await navigator.share({ text: field.value });
  } catch (error) { // sharing may be forbidden; who changes their mind wants nothing
    if (error.name !== "AbortError") await copyText(field);
  }
});
