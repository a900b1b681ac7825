// A paper that this browser lays out: with the first of the classes of smaller type with which it
// is one page, as scorekeeper/printing/renderer.py chooses it, and the button that prints it. Browsers
// print the address of a page beside it, which is a key: meanwhile it is that of the start page.
// Uses: ROOT (root).

const paperDocument = document.documentElement;
const paperPage = document.querySelector(".paper");
const usualClass = paperDocument.className;
const paperAddress = location.href;
const ROUNDING = 5; // pixels: of so many rows a screen rounds the heights otherwise than paper does

function fitPage() {
  const height = parseFloat(getComputedStyle(paperPage).minHeight);
  paperDocument.dataset.fits?.split(",").some((fit) => {
    paperDocument.className = `${usualClass} ${fit} script`;
    const edges = [paperPage.firstElementChild, paperPage.lastElementChild].map((part) => part.getBoundingClientRect());
    return edges[1].bottom - edges[0].top <= height - ROUNDING;
  });
}

paperDocument.classList.add("script");
document.fonts.ready.then(fitPage);
document.querySelector(".screen button").addEventListener("click", () => print());
addEventListener("beforeprint", () => history.replaceState(history.state, "", ROOT));
addEventListener("afterprint", () => history.replaceState(history.state, "", paperAddress));
