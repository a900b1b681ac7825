// Python, the program and its database, in a worker: the page itself never waits for them.
//
// The page first sends { root, files, alive, keptIn }: the address of the folder, the addresses of its files by their
// names, the name of a lock that this worker has as long as it lives, and the script by which sheets were kept before.
// The worker says how far it is ({ step, share }), then that it is { ready: true, keptIn, isTaken }, or why it
// { failed }. Behind that it answers one request after another, each through the port that came with it.

const DATABASE_FOLDER = "/kept";
const DATABASE = `${DATABASE_FOLDER}/scorekeeper.sqlite`;
const PROGRAM_FOLDER = "/program";
// What a list of packages would say of the Pyodide that is pinned.
const PLATFORM = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };

let answerOf; // a function of Python's
let isEnding = false; // what is asked from now on is for the next worker
let keep = () => {}; // what a request has changed, before it is answered
let answered = Promise.resolve(); // one after the other: each finds what the one before has written

async function download(address) {
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// While Python waits for it.
function downloadNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  return new Uint8Array(request.response);
}

// The name and the content of every file in a ZIP archive that compresses none and has no comment (APPNOTE.TXT,
// 4.3.7, 4.3.12 and 4.3.16). Python's own module takes four times as long to unpack it.
function* filesIn(archive) {
  const view = new DataView(archive.buffer);
  const [end, text] = [archive.length - 22, new TextDecoder()];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [named, more, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [size, start] = [24, 42].map((field) => view.getUint32(at + field, true));
    const from = start + 30 + named + view.getUint16(start + 28, true);
    yield [text.decode(archive.subarray(at + 46, at + 46 + named)), archive.subarray(from, from + size)];
    at += 46 + named + more + comment;
  }
}

const say = (step, share) => { self.postMessage({ step, share }); };

function holdForLife(name) {
  return new Promise((resolve) => {
    navigator.locks.request(name, () => {
      resolve();
      return new Promise(() => {});
    });
  });
}

async function start({ root, files, alive, keptIn }) {
  await holdForLife(alive);
  const address = (name) => new URL(files[name], root).href;
  const modules = download(address("program.zip"));
  const empty = download(address("empty.sqlite"));
  const { loadPyodide } = await import(address("pyodide.mjs"));
  const python = await loadPyodide({
    indexURL: new URL(".", address("pyodide.mjs")).href,
    stdLibURL: address("stdlib.zip"),
    lockFileContents: { info: PLATFORM, packages: {} }, // all that is needed stands in our own archives
    checkAPIVersion: false,
    env: { HOME: "/home", PYTHONHASHSEED: "0" },
  });
  for (const [name, content] of filesIn(await modules)) {
    const path = `${PROGRAM_FOLDER}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content, { canOwn: true });
  }
  say("start", 0.5);
  const folder = `scorekeeper${new URL(root).pathname.replaceAll("/", "-")}`;
  const place = await mountDatabase(python, address, folder, keptIn);
  const isTaken = Boolean(keptIn) && !python.FS.analyzePath(DATABASE).exists;
  const begin = python.runPython(`
def begin(file, root, empty, script, fetch):
    import sys
    from pathlib import Path
    sys.path.insert(0, "${PROGRAM_FOLDER}")
    from scorekeeper.browser_edition import BrowserProgram, LazyModuleFinder
    lazy = Path("${PROGRAM_FOLDER}", "lazy_modules.txt").read_text().split()
    LazyModuleFinder(lazy, lambda: fetch().to_bytes(), Path("/lazy.zip"))
    program = BrowserProgram(file, root, empty.to_bytes(), script)
    return lambda *asked, headers, body, is_kept: program.answer(
        *asked, headers.to_py(), body.to_bytes(), is_kept=is_kept)
begin
`);
  answerOf = begin(DATABASE, root, await empty, address("cookies.js"), () => downloadNow(address("lazy.zip")));
  say("start", 1);
  try {
    await keep(); // so that what is not there the next time was taken away
  } catch (error) {
    console.warn("nothing was kept", error);
    return { keptIn: null, isTaken };
  }
  return { keptIn: place, isTaken };
}

// In files, or else in the browser's own database; null where it has neither: all is gone with the page then.
// Where sheets were kept before is the only place: another one would look as if there were none.
async function mountDatabase(python, address, name, keptIn) {
  for (const kind of keptIn ? [keptIn] : ["opfs.js", "indexeddb.js"]) {
    try {
      const { mountKeptFolder } = await import(address(kind));
      keep = await mountKeptFolder(python, DATABASE_FOLDER, name);
      return kind;
    } catch (error) {
      if (keptIn) throw error;
      console.warn(`${kind}: nothing is kept there`, error);
    }
  }
  python.FS.mkdirTree(DATABASE_FOLDER);
  return null;
}

function answer({ method, path, query, headers, body }, isKept = true) {
  const given = { headers, body: new Uint8Array(body), is_kept: isKept };
  const said = answerOf.callKwargs(method, path, query, given);
  const [status, found, content] = said.toJs({ create_pyproxies: false });
  said.destroy();
  return { status, headers: found, body: content };
}

self.addEventListener("message", ({ data, ports: [port] }) => {
  if (port) answered = answered.then(() => reply(data, port));
  else start(data).then((kept) => self.postMessage({ ready: true, ...kept }), (error) => {
    self.postMessage({ failed: String(error.stack ?? error) });
  });
});

function end() {
  isEnding = true;
  setTimeout(() => self.close()); // when this request is answered
}

async function reply(request, port) {
  if (isEnding) return;
  try {
    const said = await answerAndKeep(request);
    port.postMessage(said, [said.body.buffer]);
  } catch (error) { // of Python itself, which answers nothing any more: the program answers every fault of its own
    port.postMessage({ failed: String(error.stack ?? error) });
    end();
  }
}

// What could not be kept is not acknowledged; and as it is in memory nevertheless, this worker ends: the next one
// begins with what is kept.
async function answerAndKeep(request) {
  const said = answer(request);
  try {
    if (request.method === "POST") await keep();
    return said;
  } catch (error) {
    console.warn("nothing was kept", error);
    end();
    return answer(request, false);
  }
}
