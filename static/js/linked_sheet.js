// The page of a sheet that stands in its own address: what stands behind the # is sent to be drawn, and kept nowhere.

async function showLinkedSheet({ address, unanswered }) {
  try {
    const body = new URLSearchParams({ text: location.hash });
    const answer = await fetch(address, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title;
    document.body.replaceWith(page.body);
    for (const link of document.querySelectorAll("a[lang]")) link.hash = location.hash; // the same sheet
  } catch {
    const status = document.querySelector("[data-unanswered]");
    if (status) status.textContent = unanswered;
  }
}

const linkedSheet = document.querySelector("[data-unanswered]")?.dataset; // as the page was before

if (linkedSheet) {
  showLinkedSheet(linkedSheet);
  addEventListener("hashchange", () => showLinkedSheet(linkedSheet));
}
