// node run.mjs PYODIDE SCRIPT PATH=FOLDER...: run a script of Python in an interpreter made for browsers.
// Folders of this machine are at the paths named. Everything is as it is every time: the same hashes, no clock.
// Where the standard library was compiled into one of them already it comes from there.

import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const [stdLibURL] = folders.map((each) => `${each.split("=")[1]}/library.zip`).filter(existsSync);
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "0" }, ...stdLibURL && { stdLibURL } });
for (const each of folders) {
  const [path, root] = each.split("=");
  python.FS.mkdirTree(path);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, path);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.append('/site')");
try {
  python.runPython(readFileSync(script, "utf-8"), { filename: script });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
