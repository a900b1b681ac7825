// A folder of Python's file system whose databases lie on this phone, in its origin private file system.
//
// A worker may read and write such a file at once, by a handle that nobody else can have meanwhile. Handles are
// opened once, for a pool of files; the name that a file has for Python stands in its first bytes. All other
// files of the folder are in memory: SQLite's index of its log needs not be kept.

const HEADER = 512; // bytes, which hold the name; SQLite's own pool of such handles does it alike
const POOL = 8; // the database, its log and journal, a copy before an update, and what is made beside these
const KEPT = /\.sqlite(?:-wal|-journal)?$/;
const ATTEMPTS = 600;
const BETWEEN_ATTEMPTS = 50; // milliseconds

const NO_SUCH_DEVICE = 43; // the numbers of errors that Emscripten's file system knows
const NO_SPACE = 51;
const NOT_SUPPORTED = 138;

// The worker of a page that was just closed may still have the file for a moment.
async function openHandle(file) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (attempt === ATTEMPTS || error.name !== "NoModificationAllowedError") throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, BETWEEN_ATTEMPTS); });
  }
}

// A file of the pool: what it is called, and its content behind the header.
class PooledFile {
  constructor(handle) {
    this.handle = handle;
    const header = new Uint8Array(HEADER);
    const length = handle.read(header, { at: 0 });
    this.name = length === HEADER ? new TextDecoder().decode(header).replace(/\0+$/, "") : "";
  }

  rename(name) { // "": it is free
    if (!name) this.handle.truncate(HEADER);
    const header = new Uint8Array(HEADER);
    new TextEncoder().encodeInto(name, header);
    this.handle.write(header, { at: 0 });
    this.handle.flush();
    this.name = name;
  }

  write(bytes, at) { // how many were written
    return this.attempt(() => this.handle.write(bytes, { at }), 0);
  }

  flush() { // whether it was
    return this.attempt(() => { this.handle.flush(); return true; }, false);
  }

  // Without room it is SQLite that learns of it. A browser that has taken the handle back ends this worker: the next
  // one opens its own.
  attempt(action, failed) {
    try {
      return action();
    } catch (error) {
      if (error.name === "InvalidStateError") throw error;
      return failed;
    }
  }

  get size() {
    return Math.max(0, this.handle.getSize() - HEADER);
  }

  set size(size) {
    this.handle.truncate(HEADER + size);
  }
}

async function openPool(folderName) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  const files = [];
  for await (const file of folder.values()) files.push(new PooledFile(await openHandle(file)));
  while (files.length < POOL) {
    const file = await folder.getFileHandle(crypto.randomUUID(), { create: true });
    files.push(new PooledFile(await openHandle(file)));
  }
  return files;
}

// Mount the pool of this name as a folder of Python's; rejects where a browser has no such files. What SQLite has
// flushed is kept: nothing is left to do behind a request.
export async function mountKeptFolder(python, path, poolName) {
  const { FS } = python;
  const files = await openPool(poolName);
  const { MEMFS } = FS.filesystems;
  const fail = (number) => { throw new FS.ErrnoError(number); };
  const named = (name) => files.find((file) => file.name === name);

  const nodeOperations = {
    ...MEMFS.ops_table.file.node,
    getattr(node) {
      const { size } = node.kept;
      return { ...MEMFS.ops_table.file.node.getattr(node), size, blocks: Math.ceil(size / 4096) };
    },
    setattr(node, { size, ...others }) {
      if (size !== undefined) node.kept.size = size;
      MEMFS.ops_table.file.node.setattr(node, others);
    },
  };
  const streamOperations = {
    ...MEMFS.ops_table.file.stream,
    read({ node }, buffer, offset, length, position) {
      const wanted = buffer.subarray(offset, offset + length);
      return position < node.kept.size ? node.kept.handle.read(wanted, { at: HEADER + position }) : 0;
    },
    write({ node }, buffer, offset, length, position) {
      const part = buffer.slice(offset, offset + length);
      return node.kept.write(part, HEADER + position) === length ? length : fail(NO_SPACE);
    },
    llseek({ node, position }, offset, whence) {
      return offset + [0, position, node.kept.size][whence];
    },
    fsync: ({ node }) => node.kept.flush() ? 0 : fail(NO_SPACE),
    allocate: () => fail(NOT_SUPPORTED),
    mmap: () => fail(NO_SUCH_DEVICE),
  };

  FS.mkdirTree(path);
  FS.mount(MEMFS, {}, path);
  const folder = FS.lookupPath(path).node;
  const inMemory = folder.node_ops;
  folder.node_ops = {
    ...inMemory,
    mknod(parent, name, mode, device) {
      if (!KEPT.test(name)) return inMemory.mknod(parent, name, mode, device);
      const kept = named(name) ?? named("") ?? fail(NO_SPACE);
      if (!kept.name) kept.rename(name);
      const node = inMemory.mknod(parent, name, mode, device);
      return Object.assign(node, { kept, node_ops: nodeOperations, stream_ops: streamOperations });
    },
    unlink(parent, name) {
      inMemory.unlink(parent, name);
      named(name)?.rename("");
    },
    rename(node, parent, name) {
      const { kept } = node;
      inMemory.rename(node, parent, name);
      if (!kept) return;
      named(name)?.rename("");
      kept.rename(name);
    },
  };
  for (const { name } of files) if (name) FS.mknod(`${path}/${name}`, 0o100600, 0);
  return () => {};
}
