// The page that is shown without a network instead of one this phone has not seen: those it has seen.
// Uses: pathBelowRoot (root), OFFLINE_PAGE, keptCopies, keptTime (kept_pages).

const RETRY_INTERVAL = 3000; // milliseconds
const SHEET_OR_GROUP = /^\/[gs]\/\w+\/(?:\d+\/)?$/;

async function showSeenPages(place) {
  const program = document.querySelector(".brand").textContent.trim(); // ends the titles of pages
  const copies = (await keptCopies())
    .filter(({ address }) => SHEET_OR_GROUP.test(pathBelowRoot(address.pathname)) && !address.search)
    .sort((one, other) => keptTime(other.copy) - keptTime(one.copy));
  for (const { address, copy } of copies) {
    const { title } = new DOMParser().parseFromString(await copy.text(), "text/html");
    const link = Object.assign(document.createElement("a"), {
      href: address.pathname, textContent: title.replace(` · ${program}`, ""),
    });
    const line = document.createElement("li");
    line.append(link);
    place.querySelector("ul").append(line);
  }
  place.hidden = !copies.length;
}

if (self.caches) showSeenPages(document.getElementById("seen"));

// The page that was wanted opens by itself as soon as the server answers for it.
async function openWhenReachable() {
  const answer = document.hidden ? null : await fetch(location, { method: "HEAD" }).catch(() => null);
  if (answer && answer.status < 500 && answer.status !== 429) location.reload();
}

if (location.pathname !== OFFLINE_PAGE) setInterval(openWhenReachable, RETRY_INTERVAL);
