// A paper that this browser lays out: with the first of the classes of smaller type with which it
// is one page, as scorekeeper/printing/renderer.py chooses it, and the button that prints it.

const paperDocument = document.documentElement;
const paperPage = document.querySelector(".paper");
const usualClass = paperDocument.className;

function fitPage() {
  const height = parseFloat(getComputedStyle(paperPage).minHeight);
  paperDocument.dataset.fits?.split(",").some((fit) => {
    paperDocument.className = `${usualClass} ${fit} script`;
    const edges = [paperPage.firstElementChild, paperPage.lastElementChild].map((part) => part.getBoundingClientRect());
    return edges[1].bottom - edges[0].top <= height;
  });
}

paperDocument.classList.add("script");
document.fonts.ready.then(fitPage);
document.querySelector(".screen button").addEventListener("click", () => print());
