// What a word of a form means, from the rules of the sheet and in its place; a link without script.

const explained = document.createElement("div");
Object.assign(explained, { className: "explained", popover: "auto", tabIndex: -1, autofocus: true });

async function explain(link) {
  const answer = await fetch(link);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [page.querySelector(link.hash)];
  const isTopic = parts[0].matches("h2");
  while (isTopic && parts.at(-1).nextElementSibling?.matches(":not(h2)")) parts.push(parts.at(-1).nextElementSibling);
  explained.replaceChildren(...parts);
  link.after(explained);
  explained.showPopover();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("form[data-entry] .help");
  if (!link || !explained.showPopover) return;
  event.preventDefault();
  explain(link).catch(() => location.assign(link)); // the draft keeps what was typed
});
