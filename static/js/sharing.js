// A text on the page goes to another app of the phone, or onto its clipboard where it cannot.

async function copyText(field, button) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value); // https only
  else document.execCommand("copy");
  button.focus();
  const told = button.closest("section, details, main").querySelector("[data-shared]");
  told.textContent = told.dataset.shared;
}

document.addEventListener("click", async (event) => {
  if (event.target.matches("[data-copy]")) event.target.select();
  const button = event.target.closest("[data-share], [data-copies]");
  if (!button) return;
  event.preventDefault(); // without script a link leads to the text
  const { share, copies } = button.dataset;
  const field = document.getElementById(share || copies);
  if (copies || !navigator.share) {
    await copyText(field, button);
    return;
  }
  try {
    await navigator.share({ text: field.value });
  } catch (error) { // sharing may be forbidden; who changes their mind wants nothing
    if (error.name !== "AbortError") await copyText(field, button);
  }
});
