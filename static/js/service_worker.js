// Runs beside the pages, where the browser allows it, and answers for the server when the network does not.
// Uses: pathBelowRoot, pathOnHost (root), KEPT_FILES, OFFLINE_PAGE, ANY, changeCopies, confirmCopy, copyOf,
// forgetPages, isKeptAddress, keptCopies, keptTime, noteAnswer, revisionTag (kept_pages).
//
// Pages come from the network, or as they were seen last; script and style, whose addresses change with
// their content, come from this phone. Nothing else is looked at: no stream, no form that is sent.

const NETWORK_TIMEOUT = 3000; // milliseconds: a network may neither answer nor fail
const SAYS_WHY = [429, 503]; // what the server says itself is worth reading
const NOT_NOW = [...SAYS_WHY, 502, 504]; // the server is busy, or a proxy answers without it
const BOARD = /^(\/[gs]\/\w+\/(?:\d+\/)?)board$/; // what a page of a sheet follows

const THROWN_AWAY = /^\/samples\/thrown-away(\/\w+)$/; // says that the group with this link is no more

let activation = Promise.resolve(); // all that a new worker fetches at once

// The path of the sheet whose page follows this address; undefined for any other address.
const boardPath = ({ pathname }) => BOARD.exec(pathBelowRoot(pathname))?.[1];

// A new worker takes over at once, also the pages that are open: it is no part of any version of them.
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(refreshPage(new URL(OFFLINE_PAGE, location)));
});

// A page that is opened meanwhile waits until the worker is active: not for a network that does not answer.
self.addEventListener("activate", (event) => {
  activation = self.clients.claim().then(refreshAll);
  event.waitUntil(Promise.race([activation, noAnswerInTime()]));
});

// A page that came past the worker asks for it: from then on it is answered and kept like any other.
self.addEventListener("message", (event) => event.waitUntil(claimPage(ofPage(new URL(event.source.url)))));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, address));
  else if (address.searchParams.has("v")) event.respondWith(openFile(request));
  else if (boardPath(address) || isKeptAddress(address)) event.respondWith(followPage(event, address));
});

async function claimPage(address) {
  await self.clients.claim();
  await activation; // it may have kept the page already
  if (isKeptAddress(address) && !await copyOf(address)) await refreshPage(address);
}

async function openPage(event, address) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((each) => noteOpened(address, isKeptAddress(address) ? each.clone() : each), () => {}));
  const copy = await copyOf(ofPage(address)).catch(() => undefined);
  const given = copy ? Promise.race([answer, noAnswerInTime()]) : answer;
  const inTime = await given.catch(() => null);
  if (inTime && !NOT_NOW.includes(inTime.status)) return inTime;
  if (copy) return asKept(copy);
  return SAYS_WHY.includes(inTime?.status) ? inTime : explanation();
}

const noAnswerInTime = () => new Promise((resolve) => { setTimeout(resolve, NETWORK_TIMEOUT, null); });

async function noteOpened(address, answer) {
  await noteAnswer(address, answer);
  const gone = THROWN_AWAY.exec(pathBelowRoot(address.pathname))?.[1];
  if (gone && answer.ok) await changeCopies(() => forgetPages({ pathname: pathOnHost(`/g${gone}/`) }));
  if (address.searchParams.has("language")) await refreshAll(); // in the one that was chosen
  else if (!await copyOf(OFFLINE_PAGE)) await refreshPage(new URL(OFFLINE_PAGE, location));
}

function ofPage(address) { // without what was just done: a round saved, a language chosen
  const plain = new URL(address);
  for (const name of ["saved", "language"]) plain.searchParams.delete(name);
  plain.hash = "";
  return plain;
}

// The page says itself of which time it is; who was writing then is writing no more.
async function asKept(copy) {
  const html = (await copy.text())
    .replace("<body", `<body data-kept-at="${keptTime(copy)}"`)
    .replace(/(<div id="writing"[^>]*>)[^<]*/, "$1");
  return new Response(html, { headers: copy.headers });
}

async function explanation() {
  const copy = await copyOf(OFFLINE_PAGE);
  return copy ? new Response(copy.body, { status: 503, headers: copy.headers }) : Response.error();
}

const openFile = async (request) => (await (await caches.open(KEPT_FILES)).match(request, ANY)) || fetch(request);

async function followPage(event, address) {
  const answer = await fetch(event.request);
  event.waitUntil(noteFollowed(address, isKeptAddress(address) ? answer.clone() : answer));
  return answer;
}

async function noteFollowed(address, answer) {
  const path = boardPath(address);
  const sheet = path && new URL(pathOnHost(path), location);
  if (!sheet) await noteAnswer(address, answer);
  else if (answer.status === 404) await noteAnswer(sheet, answer);
  else if (answer.ok) await refreshSheet(sheet, revisionTag(answer));
}

// An open page follows its sheet by itself; its copy has to, too.
async function refreshSheet(sheet, tag) {
  const copies = (await keptCopies()).filter(({ address }) => address.pathname === sheet.pathname);
  if (!copies.some(({ address }) => address.href === sheet.href)) await refreshPage(sheet);
  for (const { address, copy } of copies) {
    if (revisionTag(copy) === tag) await changeCopies(() => confirmCopy(address, copy));
    else await refreshPage(address);
  }
}

async function refreshPage(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer) await noteAnswer(address, answer);
}

// After an update of the program, or in another language: all that is kept, and what is open now.
async function refreshAll() {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const kept = (await keptCopies()).map(({ address }) => address.href);
  const wanted = new Set([...open.map(({ url }) => ofPage(new URL(url)).href), ...kept]);
  for (const address of [...wanted].map((each) => new URL(each)).filter(isKeptAddress)) await refreshPage(address);
}
