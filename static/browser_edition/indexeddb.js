// A folder of Python's file system whose files lie in a database of the browser, where it has no files of its own.
//
// They are in memory, and all of them are written together behind every request that may have changed one: a
// database and its log belong together. That costs as much as they are large.

const STORE = "folders";

const done = (request, event) => new Promise((resolve, reject) => {
  request.addEventListener(event, () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
  request.addEventListener("abort", () => reject(request.error));
});

async function openStore(name) {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return done(request, "success");
}

// Mount the folder of this name; gives what writes it down. Rejects where a browser keeps nothing.
export async function mountKeptFolder(python, path, name) {
  const { FS } = python;
  const store = await openStore(name);
  const files = await done(store.transaction(STORE).objectStore(STORE).get(path), "success") ?? {};
  FS.mkdirTree(path);
  for (const [file, content] of Object.entries(files)) FS.writeFile(`${path}/${file}`, content, { mode: 0o600 });
  return async function keep() {
    const names = FS.readdir(path).filter((each) => !each.startsWith(".") && !each.endsWith("-shm"));
    const kept = Object.fromEntries(names.map((each) => [each, FS.readFile(`${path}/${each}`)]));
    const writing = store.transaction(STORE, "readwrite", { durability: "strict" });
    writing.objectStore(STORE).put(kept, path);
    await done(writing, "complete");
  };
}
