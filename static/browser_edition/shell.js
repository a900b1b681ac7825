// The page that stands at every address of the edition without a server: it has the program in a frame.
//
// One of all that are open leads: it has Python in a worker, and answers for all. The next one takes over when it
// is closed. Uses nothing of the program's own script.

const ROOT = new URL("..", new URL(document.currentScript.src)).pathname;
const FILES = JSON.parse(document.getElementById("files").textContent);
const LEADING = `scorekeeper ${ROOT}`;
const CLIENT_SETS = /;\s*HttpOnly/i;
const KEPT_IN = `kept in ${ROOT}`; // of localStorage: by which script the sheets are kept
const REFUSED = `refused ${ROOT}`; // of sessionStorage: the program that did not start, while none has
const LAUNCH_ATTEMPTS = 300; // to find that form, while the program starts
const LAUNCH_INTERVAL = 100; // milliseconds
// As a browser sends them, which does not always show them to the service worker.
const LANGUAGES = navigator.languages.map((each, place) => `${each};q=${Math.max(10 - place, 1) / 10}`).join(", ");
const TAKES_OVER_WITHIN = 10_000; // milliseconds; a new version that waits longer comes in another time

const channel = new BroadcastChannel(LEADING);
let isShown = false; // the program, in its frame
let queued = null; // what takes this tab out of the queue of those that wait to lead
let answering = () => {}; // called when there is somebody to answer
const spoken = [...document.querySelectorAll("[data-language]")];

function speak() {
  document.documentElement.classList.add("script");
  const chosen = document.cookie.match(/(?:^|; )language=(\w+)/)?.[1]; // by the switch on a page
  const wanted = [chosen, ...navigator.languages].map((language) => language?.slice(0, 2));
  const known = wanted.find((language) => spoken.some((part) => part.lang === language)) ?? "en";
  for (const part of spoken) part.hidden = part.lang !== known;
  document.documentElement.lang = known;
  document.querySelector("link[rel=manifest]").href = `${ROOT}words/${known}.webmanifest`;
}

function show(step, share) {
  for (const part of document.querySelectorAll("[data-step]")) part.hidden = part.dataset.step !== step;
  document.querySelector("progress").value = share ?? 0;
}

function fail(error) {
  console.error(error);
  if (isShown) location.reload(); // nobody answers what is shown; another version may have come in meanwhile
  else {
    show("failed");
    if (navigator.serviceWorker.controller) refuse();
  }
}

// This version did not start: if the one before is still there, it goes on with its data.
function refuse() {
  if (sessionStorage[REFUSED] === FILES["program.zip"]) return; // it was no better
  sessionStorage[REFUSED] = FILES["program.zip"];
  channel.addEventListener("message", ({ data }) => { if (data === "refused") location.reload(); });
  navigator.serviceWorker.controller.postMessage("refuse");
}

// ---- Leading -------------------------------------------------------------------------------------

// The answer of a service worker sets no cookies, and the question shows none: both are done here.
function forward(worker, { data, ports: [port] }) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data: said }) => {
    for (const [name, value] of said.headers ?? []) {
      if (name.toLowerCase() === "set-cookie") document.cookie = value.replace(CLIENT_SETS, "");
    }
    port.postMessage(said, said.body ? [said.body.buffer] : []);
    if (data.method === "POST" && said.status < 400) navigator.storage.persist?.(); // there is something to lose
  });
  port1.start();
  const headers = [...data.headers, ["Cookie", document.cookie]];
  if (!headers.some(([name]) => name === "accept-language")) headers.push(["Accept-Language", LANGUAGES]);
  worker.postMessage({ ...data, headers }, [port2, data.body]);
}

async function startPython(alive) {
  const worker = new Worker(`${ROOT}${FILES["python_worker.js"]}`, { type: "module" });
  const started = new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => {
      if (data.step) show(data.step, data.share);
      else if (data.failed) reject(new Error(data.failed));
      else resolve(data);
    });
    worker.addEventListener("error", reject);
  });
  worker.postMessage({ root: location.origin + ROOT, files: FILES, alive, keptIn: localStorage[KEPT_IN] });
  const { keptIn, isTaken } = await started.catch((error) => {
    worker.terminate();
    throw error;
  });
  if (keptIn) localStorage[KEPT_IN] = keptIn;
  document.documentElement.toggleAttribute("data-not-kept", !keptIn);
  if (isTaken) document.documentElement.toggleAttribute("data-taken", true);
  return worker;
}

async function announceLeader(worker) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", (event) => forward(worker, event));
  port1.start();
  const inCharge = navigator.serviceWorker.controller ?? active;
  inCharge.postMessage("lead", [port2]);
  inCharge.postMessage(["led by", ...Object.values(FILES)]);
}

// Until the page is closed, or put to sleep in the background: then another one must be able to have the database.
// True where the worker has died instead, by whatever cause: what it was asked is sent to the next one.
async function lead() {
  const left = new Promise((resolve) => {
    document.addEventListener("freeze", () => resolve(false), { once: true });
    self.addEventListener("pagehide", () => resolve(false), { once: true }); // it may be shown once more
  });
  const alive = `${LEADING} ${crypto.randomUUID()}`;
  const worker = await startPython(alive);
  const say = () => announceLeader(worker);
  const asked = ({ data }) => {
    if (data === "who leads") say();
    if (data === "who answers") channel.postMessage("answering");
  };
  channel.addEventListener("message", asked);
  navigator.serviceWorker.addEventListener("controllerchange", say);
  say();
  answering();
  channel.postMessage("answering"); // to shells that were opened meanwhile
  // The worker has the lock as long as it lives.
  const isDead = await Promise.race([left, navigator.locks.request(alive, () => true)]);
  worker.terminate();
  channel.removeEventListener("message", asked);
  navigator.serviceWorker.removeEventListener("controllerchange", say);
  return isDead;
}

// Once in the queue; a tab that sleeps is not in it: it would be given the lead and do nothing with it.
async function waitToLead() {
  stopWaiting();
  queued = new AbortController();
  try {
    if (await navigator.locks.request(LEADING, { signal: queued.signal }, lead)) waitToLead();
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

const stopWaiting = () => queued?.abort();

// ---- The frame -----------------------------------------------------------------------------------

function follow(frame) {
  const { location: there, document: shown } = frame.contentWindow;
  if (there.origin !== location.origin) return;
  history.replaceState(null, "", there.pathname + there.search + there.hash);
  document.title = shown.title;
  document.documentElement.lang = shown.documentElement.lang;
  document.body.className = "is-shown";
  isShown = true;
  delete sessionStorage[REFUSED];
}

function addFrame(address) {
  const frame = document.createElement("iframe");
  frame.name = "program";
  frame.allow = "clipboard-write; screen-wake-lock; fullscreen";
  frame.src = address;
  document.body.append(frame);
  return frame;
}

// The start page as it was drawn beforehand, until the program is there. What is touched meanwhile is kept.
function showStart() {
  const frame = addFrame(`${ROOT}start/${document.documentElement.lang}.html`);
  let wanted = () => { frame.src = ROOT + location.hash; };
  let isOn = false; // the program is asked already
  const touched = (event) => {
    const target = event.target.closest(event.type === "submit" ? "form" : "a[href]");
    if (!target || target.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    if (event.type === "submit") wanted = () => submit(target);
    else wanted = () => { frame.src = target.href; };
    if (isOn) wanted();
  };
  frame.addEventListener("load", () => {
    if (isOn) return; // this is the program's own page
    for (const type of ["click", "submit"]) frame.contentDocument.addEventListener(type, touched);
    document.body.classList.add("is-waiting");
  }, { once: true });
  return [frame, () => {
    isOn = true;
    wanted();
  }];
}

function submit(form) {
  for (const key of form.querySelectorAll("[name=key]")) key.value = crypto.randomUUID();
  form.submit();
}

function isAtStart() {
  return location.pathname === ROOT && !location.hash && !location.search;
}

function open(start) {
  const deep = new URLSearchParams(location.hash.slice(1)).get("at"); // from 404.html
  const [frame, goOn] = start ?? [addFrame(deep ? ROOT + deep : location.href)];
  frame.addEventListener("load", () => follow(frame));
  goOn?.();
}

// A file that was opened with the installed program stands in the form of the page that opens files.
self.launchQueue?.setConsumer(async ({ files: [handle] }) => {
  const field = () => document.querySelector("iframe")?.contentDocument?.querySelector("form input[type=file]");
  for (let attempts = 0; handle && !field() && attempts < LAUNCH_ATTEMPTS; attempts++) {
    await new Promise((resolve) => { setTimeout(resolve, LAUNCH_INTERVAL); });
  }
  if (!handle || !field()) return;
  const chosen = new DataTransfer();
  chosen.items.add(await handle.getFile());
  field().files = chosen.files;
});

async function nobodyLeads() {
  const { held } = await navigator.locks.query();
  return !held.some(({ name }) => name === LEADING);
}

// Whether the next version has come in.
function takeOver(waiting) {
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), TAKES_OVER_WITHIN);
    waiting.postMessage("take over");
  });
}

async function begin() {
  speak();
  if (location.pathname === `${ROOT}index.html`) history.replaceState(null, "", ROOT + location.search + location.hash);
  for (const link of document.querySelectorAll("link")) link.href = link.href; // whatever address stands above
  if (!self.WebAssembly || !navigator.serviceWorker || !navigator.locks) {
    show("cannot");
    return;
  }
  show("load", 0);
  const start = isAtStart() ? showStart() : null;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(`${ROOT}service-worker.js`);
  const { waiting } = registration;
  if (waiting && serviceWorker.controller && await nobodyLeads() && await takeOver(waiting)) {
    location.reload();
    return;
  }
  channel.addEventListener("message", ({ data }) => {
    if (data.share && !isShown) show("load", data.share);
    if (data === "answering") answering();
  });
  const answered = new Promise((resolve) => { answering = resolve; });
  channel.postMessage("who answers");
  if (!serviceWorker.controller) {
    const controlled = new Promise((resolve, reject) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      registration.installing?.addEventListener("statechange", ({ target }) => {
        if (target.state === "redundant") reject(new Error("Not all files have come."));
      });
    });
    registration.active?.postMessage("claim"); // a forced reload has come past it
    await controlled;
  }
  waitToLead();
  document.addEventListener("freeze", stopWaiting);
  document.addEventListener("resume", waitToLead);
  self.addEventListener("pageshow", ({ persisted }) => { if (persisted) waitToLead(); });
  if (start) await answered;
  open(start);
}

// Another address in the same tab that differs behind its # alone: a link with a sheet inside, or a shortcut.
self.addEventListener("hashchange", () => {
  if (isShown) document.querySelector("iframe").contentWindow.location.replace(location.href);
});

begin().catch(fail);
