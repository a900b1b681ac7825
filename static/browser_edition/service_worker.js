// Answers what the pages of the program ask: the edition without a server. Before this file stand VERSION, and the
// paths of all files of this version: FILES, without which nothing begins, and LATER, which may come behind them.
//
// A page at the top of a window is the shell, whatever its address. What the frame in it asks goes to the one
// shell that leads: its worker has Python and the database.
//
// A new version is fetched whole and waits until a shell is opened while no other one leads: then nothing is half
// filled in. The one before stays until the new one has started; where it cannot, that one goes on.

const ROOT = new URL(".", location).pathname;
const SHELL = "index.html";
const NO_ANSWER = "no-answer.html";
const CACHE = `scorekeeper ${ROOT} ${VERSION}`;
const CACHES = `scorekeeper ${ROOT} `;
const AFRESH = "start-afresh.html"; // the way out: it never comes from here
const TYPES = { mjs: "text/javascript", wasm: "application/wasm" }; // not every host knows them
const REFUSED = "refused"; // in the cache of a version that could not start: it is not in charge
const REFUSED_FOR = 24 * 3600_000; // milliseconds: what kept it from starting may have passed
const SHARED = "/shared"; // where other programs of the phone send what is shared with this one
const STASHED = `stashed ${ROOT}`; // a cache of all versions, with what was sent there
const WITHOUT_BODY = [101, 204, 205, 304]; // answers without a body
const IS_FILE = /\.(?:pdf|json|csv)$/; // a paper, or what is saved as a file
const ALONE_WITHIN = 2500; // milliseconds
const FORM_BY_SCRIPT = "application/json"; // what the script of a page accepts that sends a form
const ASKED_FOR = 3000; // milliseconds: after one more that script says that nothing was sent
const ATTEMPTS = 5; // that a request is sent, each to another leader
const channel = new BroadcastChannel(`scorekeeper ${ROOT}`);

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(ROOT)) return;
  const below = pathname.slice(ROOT.length);
  if ([below, `${below}.html`].includes(AFRESH)) return; // some hosts lead to a name without an end
  if (request.mode === "navigate" && request.destination === "document") {
    if (request.method === "POST" && `/${below}` === SHARED) event.respondWith(stash(request, below));
    else event.respondWith(IS_FILE.test(below) ? alone(request, `/${below}`, search.slice(1)) : shell());
  } else if (below.startsWith("files/") || FILES.includes(below) || LATER.includes(below)) event.respondWith(file(below));
  else if (below.endsWith("/events")) event.respondWith(openStream());
  else event.respondWith(answer(request, `/${below}`, search.slice(1)));
});

// What is sent to the top of a window, as by another program of the phone, is kept until there is a shell, whose frame
// asks for the same address: then it is sent on.
async function stash(request, below) {
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  await (await caches.open(STASHED)).put(SHARED, new Response(await request.arrayBuffer(), { headers }));
  return Response.redirect(ROOT + below, 303);
}

async function stashed(path) {
  if (path !== SHARED) return null;
  const found = await caches.match(SHARED, { cacheName: STASHED });
  if (!found || !await caches.delete(STASHED)) return null;
  return { method: "POST", headers: [...found.headers], body: await found.arrayBuffer() };
}

const otherVersions = async () => (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);

// A first visit waits for no more than it needs; an update may come in where there is no network.
async function install() {
  await keep(FILES);
  if ((await otherVersions()).length) await keepLater();
}

// Files whose names change with their content are taken over from the version before.
async function keep(paths) {
  const cache = await caches.open(CACHE);
  const others = await Promise.all((await otherVersions()).map((name) => caches.open(name)));
  let count = 0;
  await Promise.all(paths.map(async (path) => {
    const copies = path.startsWith("files/") ? await Promise.all(others.map((each) => each.match(ROOT + path))) : [];
    const found = copies.find(Boolean) ?? await fetch(ROOT + path, { cache: "no-cache", credentials: "omit" });
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    const type = TYPES[path.split(".").pop()] ?? found.headers.get("Content-Type");
    const body = await found.blob(); // a stream would pass through this worker, and stay in its memory for a while
    await cache.put(ROOT + path, new Response(body, { headers: { "Content-Type": type } })); // nor redirected
    channel.postMessage({ share: ++count / paths.length });
  }));
}

// The files of this version, or of the one before where this one could not start.
async function inCharge() {
  const own = await caches.open(CACHE);
  const refused = await own.match(ROOT + REFUSED);
  if (!refused || Math.abs(Date.now() - Number(await refused.text())) > REFUSED_FOR) return own;
  const [other] = await otherVersions();
  return other ? caches.open(other) : own;
}

async function file(path) {
  const copy = await (await inCharge()).match(ROOT + path) ?? await caches.match(ROOT + path);
  return copy ?? fetch(ROOT + path, { credentials: "omit" });
}

// A page of our own at whatever address: what it names lies below the root.
async function page(name, status = 200) {
  const html = (await (await file(name)).text()).replaceAll('="./', `="${ROOT}`);
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const shell = () => page(SHELL);

// A paper at the top of a window is no frame, which not every browser prints. Where nobody answers soon there may be
// nobody who leads, or only a tab that sleeps: then there is a shell, which will.
function alone(request, path, query) {
  const later = new Promise((resolve) => { setTimeout(resolve, ALONE_WITHIN); });
  return Promise.race([answer(request, path, query), later.then(shell)]);
}

// ---- The shell that leads ------------------------------------------------------------------------

let leader = null; // a port to the shell that leads
const streams = new Set();
const unanswered = new Set(); // what is to be sent again to the next one: the key of a form lets it count once

self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    channel.postMessage("give way");
    self.skipWaiting();
  }
  if (event.data === "claim") event.waitUntil(self.clients.claim());
  if (event.data === "refuse") event.waitUntil(refuse());
  if (event.data[0] === "led by") event.waitUntil(keepOthers(event.data.slice(1)));
  if (event.data !== "lead") return;
  [leader] = event.ports;
  for (const send of unanswered) send();
});

// A worker is only replaced when nothing that it was asked is open any more.
channel.addEventListener("message", ({ data }) => {
  if (data !== "give way") return;
  for (const each of streams) {
    try {
      each.close();
    } catch {
      // its page is gone
    }
  }
  streams.clear();
  for (const send of unanswered) send({ failed: "Another version takes over." });
});

async function refuse() {
  await (await caches.open(CACHE)).put(ROOT + REFUSED, new Response(Date.now()));
  channel.postMessage("refused");
}

// What leads may still be the version before, whose *files* are others: then this one has not started yet. Another
// one that has come in, or is about to, is a newer one.
async function keepOthers(files) {
  const isOwn = files.every((path) => FILES.includes(path) || LATER.includes(path));
  if (isOwn) await (await caches.open(CACHE)).delete(ROOT + REFUSED);
  await keepLater();
  const { installing, waiting } = self.registration;
  if (isOwn && !installing && !waiting) await dropOthers();
}

// What this version lacks stays where another one has it.
async function dropOthers() {
  const lacking = await lackingLater();
  for (const name of await otherVersions()) {
    const other = await caches.open(name);
    for (const { url } of await other.keys()) {
      if (!lacking.includes(new URL(url).pathname.slice(ROOT.length))) await other.delete(url);
    }
    if (!lacking.length) await caches.delete(name);
  }
}

async function lackingLater() {
  const cache = await caches.open(CACHE);
  const copies = await Promise.all(LATER.map((path) => cache.match(ROOT + path)));
  return LATER.filter((_, place) => !copies[place]);
}

// What does not come now comes the next time.
async function keepLater() {
  await Promise.allSettled((await lackingLater()).map((path) => keep([path])));
}

async function answer(request, path, query) {
  const isRead = ["GET", "HEAD"].includes(request.method);
  const body = isRead ? new ArrayBuffer(0) : await request.arrayBuffer();
  if (!isRead && !body.byteLength && request.headers.get("Content-Type")) return empty();
  const headers = [...request.headers, ["Sec-Fetch-Site", "same-origin"]];
  const sent = isRead ? await stashed(path) : null;
  if (sent) sent.headers = [...headers.filter(([name]) => name !== "content-type"), ...sent.headers];
  const until = request.headers.get("Accept") === FORM_BY_SCRIPT ? performance.now() + ASKED_FOR : Infinity;
  const said = await ask({ method: request.method, path, query, headers, body, ...sent }, until);
  if (!isRead && said.status < 400) tellStreams();
  if (said.failed) {
    console.info(said.failed);
    return page(NO_ANSWER, 503);
  }
  return new Response(WITHOUT_BODY.includes(said.status) ? null : said.body, said);
}

// Whoever follows a sheet is told when any page has sent something: it asks then what is new.
function openStream() {
  let own;
  const content = new ReadableStream({
    start(controller) {
      own = controller;
      streams.add(own);
      own.enqueue(message());
    },
    cancel: () => streams.delete(own),
  });
  return new Response(content, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

const message = () => new TextEncoder().encode(`retry: 2000\ndata: ${Date.now()}\n\n`);

function tellStreams() {
  for (const each of streams) {
    try {
      each.enqueue(message());
    } catch {
      streams.delete(each); // its page is gone
    }
  }
}

// A browser may have lost what was typed on its way: that must not look as if it had been saved.
const empty = () => new Response("The form arrived empty.", { status: 400 });

// Nobody gets it who leads only after *until*, a time by performance.now().
function ask(request, until) {
  return new Promise((resolve) => {
    let times = 0;
    const end = (said) => {
      unanswered.delete(send);
      resolve(said);
    };
    const send = (said) => {
      if (said) return end(said);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", ({ data }) => end(data));
      port1.start();
      if (times++ < ATTEMPTS && performance.now() < until) leader.postMessage(request, [port2]);
      else end({ failed: "Nobody answers." });
    };
    unanswered.add(send);
    if (leader) send();
    else channel.postMessage("who leads"); // this worker was ended meanwhile, and started again
  });
}
