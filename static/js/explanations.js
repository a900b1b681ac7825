// What a word of a form means, from the rules of the sheet and in its place; a link without script.
// Uses: selectAll (page), element (element).

const explained = element("div", { className: "explained", popover: "auto", tabIndex: -1, autofocus: true });

async function explain(link) {
  const answer = await fetch(link);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.createRange();
  part.selectNode(page.querySelector(link.hash));
  const next = page.querySelector(`h2${link.hash} ~ h2`); // a topic is all up to the next one
  if (next) part.setEndBefore(next);
  explained.replaceChildren(part.cloneContents());
  for (const each of selectAll("[id]", explained)) each.removeAttribute("id"); // the form may have the same
  for (const each of selectAll("a", explained)) each.href = new URL(each.getAttribute("href"), link);
  link.after(explained);
  explained.showPopover();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("form[data-entry] .help");
  if (!link || !explained.showPopover) return;
  event.preventDefault();
  explain(link).catch(() => location.assign(link)); // the draft keeps what was typed
});
