// The pages that this phone has seen, as they came, for the time without a network.
// Uses: ROOT, STORED_FOR, pathBelowRoot, pathOnHost (root).
//
// A copy is kept together with the script and style that it names, at addresses which change with
// their content: whatever the server has become since, an old page runs with its own script.

const KEPT_PAGES = `scorekeeper-pages${STORED_FOR}`; // the start page empties all caches
const KEPT_FILES = `scorekeeper-files${STORED_FOR}`;
const OFFLINE_PAGE = `${ROOT}offline`; // what is shown in place of a page that was never seen
const ALWAYS_KEPT = [ROOT, OFFLINE_PAGE];
const PAGES_AT_MOST = 30; // besides these
const CONFIRMED_FOR = 60_000; // milliseconds until it is noted again that a copy is still right
const ANY = { ignoreVary: true };

const KEPT_ADDRESS = /^\/(?:offline|rules\/\w+|(?:g\/\w+\/\d+|s\/\w+)\/(?:table|rules)?|g\/\w+\/)?$/;
const KEPT_SEARCH = /^(?:\?form=\w+)?$/; // another form of the same sheet
const FILE_ADDRESS = /(?:href|src)="(\/[^"]+\?v=\w+)"/g;

const isKeptAddress = ({ pathname, search }) => KEPT_ADDRESS.test(pathBelowRoot(pathname)) && KEPT_SEARCH.test(search);
// By the clock of this phone; long ago where that says a time to come, as it did before it was set right.
const keptTime = (copy) => copy.headers.get("X-Kept-At") % (Date.now() + 1);
// Of the sheet; behind its dot a tag says who is writing.
const revisionTag = ({ headers }) => headers.get("ETag")?.replaceAll('"', "").split(".")[0];

let changesOfCopies = Promise.resolve();

function changeCopies(change) { // one after the other; a phone may have no room
  changesOfCopies = changesOfCopies.then(change).catch(() => {});
  return changesOfCopies;
}

async function keptCopies() {
  const pages = await caches.open(KEPT_PAGES);
  const addresses = (await pages.keys()).map(({ url }) => new URL(url));
  const copies = await Promise.all(addresses.map((address) => pages.match(address, ANY)));
  return addresses.map((address, place) => ({ address, copy: copies[place] })).filter(({ copy }) => copy);
}

const copyOf = async (address) => (await caches.open(KEPT_PAGES)).match(address, ANY);

// What the server has answered at an address: a page to keep, or that there is none any more.
async function noteAnswer(address, answer) {
  if (!answer.headers.has("Content-Language")) return; // no page of ours: a proxy, or a network that asks to log in
  if (answer.status === 404) await changeCopies(() => forgetPages(address));
  const isPage = answer.ok && !answer.redirected && isKeptAddress(address);
  if (isPage) await changeCopies(() => keepPage(address, answer));
}

async function keepPage(address, answer) {
  const known = await copyOf(address);
  const isKnown = answer.headers.get("ETag") && known?.headers.get("ETag") === answer.headers.get("ETag");
  if (isKnown) {
    await confirmCopy(address, known);
    return;
  }
  const html = await answer.text();
  const files = [...html.matchAll(FILE_ADDRESS)].map(([, file]) => file);
  if (!await keepFiles(files)) return;
  await putCopy(address, html, answer.headers, { "X-Kept-Files": files.join(" ") });
  await dropOldest();
}

async function putCopy(address, body, headers, more = {}) {
  const kept = new Headers(headers);
  kept.delete("Content-Encoding"); // of the way, not of the page
  kept.delete("Content-Length");
  for (const [name, value] of Object.entries({ ...more, "X-Kept-At": Date.now() })) kept.set(name, value);
  await (await caches.open(KEPT_PAGES)).put(address, new Response(body, { headers: kept }));
}

async function confirmCopy(address, copy) {
  if (Date.now() - keptTime(copy) > CONFIRMED_FOR) await putCopy(address, await copy.text(), copy.headers);
}

async function keepFiles(addresses) { // false unless all are those of this page
  const files = await caches.open(KEPT_FILES);
  for (const address of addresses) {
    if (await files.match(address, ANY)) continue;
    const answer = await fetch(address);
    const isOfVersion = answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
    if (!isOfVersion) return false;
    await files.put(address, answer);
  }
  return true;
}

async function dropOldest() {
  const [pages, files] = await Promise.all([caches.open(KEPT_PAGES), caches.open(KEPT_FILES)]);
  const copies = (await keptCopies()).sort((one, other) => keptTime(other.copy) - keptTime(one.copy));
  const others = copies.filter(({ address }) => !ALWAYS_KEPT.includes(address.pathname));
  const dropped = others.slice(PAGES_AT_MOST);
  for (const { address } of dropped) await pages.delete(address, ANY);
  const left = copies.filter((each) => !dropped.includes(each));
  const needed = new Set(left.flatMap(({ copy }) => copy.headers.get("X-Kept-Files").split(" ")));
  for (const { url } of await files.keys()) {
    const { pathname, search } = new URL(url);
    if (!needed.has(pathname + search)) await files.delete(url, ANY);
  }
}

// A sheet that is no more goes with all its pages, a replaced link with all that it led to; any other page alone.
async function forgetPages({ pathname }) {
  const path = pathBelowRoot(pathname);
  const link = /^\/[gs]\/\w+\//.exec(path)?.[0];
  const isDead = link && (await fetch(pathOnHost(link))).status === 404;
  const gone = isDead ? link : /^\/g\/\w+\/\d+\//.exec(path)?.[0];
  const pages = await caches.open(KEPT_PAGES);
  for (const { address } of await keptCopies()) {
    const kept = pathBelowRoot(address.pathname);
    if (gone ? kept.startsWith(gone) : kept === path) await pages.delete(address, ANY);
  }
}
