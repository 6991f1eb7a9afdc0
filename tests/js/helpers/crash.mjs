// What a run leaves on the disk when it is killed, when an operation fails, and when the power fails. The run works in this process, on a real folder;
// its file operations are recorded. A model of a file system then gives the folder after any number of them.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative } from "node:path";

/** Operations that change something, and operations that read: each can fail. */
const CHANGES = [
  "openSync",
  "writeFileSync",
  "fsyncSync",
  "fdatasyncSync",
  "ftruncateSync",
  "truncateSync",
  "renameSync",
  "rmSync",
  "mkdirSync",
  "chmodSync",
];
const READS = ["readFileSync", "readdirSync", "readSync", "statSync", "fstatSync"];
const REAL = Object.fromEntries([...CHANGES, ...READS, "closeSync"].map((name) => [name, fs[name]]));

/** The content of a folder by path: a Buffer, or null for a folder. */
export function snapshot(root, path = "", all = new Map()) {
  for (const entry of REAL.readdirSync(join(root, path), { withFileTypes: true })) {
    const own = join(path, entry.name);
    if (entry.isDirectory()) snapshot(root, own, all.set(own, null));
    else all.set(own, REAL.readFileSync(join(root, own)));
  }
  return all;
}

/** Makes a folder with this content. */
export function restore(root, all) {
  REAL.rmSync(root, { recursive: true, force: true });
  REAL.mkdirSync(root, { recursive: true });
  for (const [path, content] of all) {
    if (content === null) REAL.mkdirSync(join(root, path), { recursive: true });
    else {
      REAL.mkdirSync(dirname(join(root, path)), { recursive: true });
      REAL.writeFileSync(join(root, path), content);
    }
  }
}

/**
 * Runs an action whose file operations in a folder are recorded, or fail.
 * @param {string} root
 * @param {() => Promise<unknown>} action
 * @param {{ failAt?: number, code?: string, isSynced?: boolean }} [how] the number of the operation that fails. isSynced: false to leave out fsync
 */
export async function recorded(root, action, { failAt, code = "EIO", isSynced = true } = {}) {
  const changes = [];
  const fds = new Map();
  let count = 0;
  const inside = (path) => {
    const own = relative(root, String(path));
    return own.startsWith("..") ? undefined : own;
  };
  const pathOf = (target) => (typeof target === "number" ? fds.get(target) : inside(target));
  /** Counts an operation, and throws if it has to fail. */
  const step = (name, path) => {
    if (count++ !== failAt) return;
    const what = code === "EIO" ? "i/o error" : "no space left on device";
    throw Object.assign(new Error(`${code}: ${what}, ${name} '${path}'`), { code, errno: -1, syscall: name });
  };
  for (const name of [...CHANGES, ...READS]) {
    fs[name] = (...args) => {
      const path = pathOf(args[0]);
      if (path === undefined) {
        const result = REAL[name](...args);
        if (name === "openSync") fds.delete(result);
        return result;
      }
      step(name, path);
      if (name === "openSync") return opened(path, args);
      const note = (change) => changes.push(change);
      if (name === "writeFileSync") {
        if (typeof args[0] !== "number") note({ type: "create", path });
        const data = Buffer.from(args[1]);
        // A kill can come within a write.
        if (data.length > 1) note({ type: "write", path, data: data.subarray(0, data.length >> 1) });
        note({ type: "write", path, data: data.subarray(data.length > 1 ? data.length >> 1 : 0) });
      } else if (name === "fsyncSync" || name === "fdatasyncSync") {
        note({ type: REAL.fstatSync(args[0]).isDirectory() ? "sync-folder" : "sync", path });
        if (!isSynced) return undefined;
      } else if (name === "ftruncateSync" || name === "truncateSync") note({ type: "cut", path, length: args[1] ?? 0 });
      else if (name === "renameSync") note({ type: "rename", path, to: inside(args[1]) });
      else if (name === "mkdirSync") note({ type: "mkdir", path });
      else if (name === "rmSync") {
        for (const each of REAL.statSync(args[0], { throwIfNoEntry: false })?.isDirectory()
          ? [...snapshot(args[0]).keys()].reverse()
          : []) {
          note({ type: "remove", path: join(path, each) });
        }
        if (REAL.statSync(args[0], { throwIfNoEntry: false })) note({ type: "remove", path });
      }
      return REAL[name](...args);
    };
  }
  fs.closeSync = (fd) => {
    fds.delete(fd);
    return REAL.closeSync(fd);
  };
  function opened(path, args) {
    const isThere = REAL.statSync(args[0], { throwIfNoEntry: false });
    const fd = REAL.openSync(...args);
    fds.set(fd, path);
    const flags = args[1] ?? "r";
    if (!isThere) changes.push({ type: "create", path });
    else if (flags.startsWith("w")) changes.push({ type: "cut", path, length: 0 });
    return fd;
  }
  syncBuiltinESMExports();
  try {
    const result = await action();
    return { result, changes, count };
  } finally {
    Object.assign(fs, REAL);
    syncBuiltinESMExports();
  }
}

/** A file system that knows what is on the disk and what is only in memory. */
export class Disk {
  /** Names to files; a file has its content, the content that is on the disk, and whether it is a folder. */
  #names = new Map();
  /** The changes of names that are not on the disk, in order. */
  #unsynced = [];

  /** @param {Map<string, Buffer | null>} content all on the disk */
  constructor(content) {
    for (const [path, data] of content) this.#names.set(path, { isFolder: data === null, data, synced: data });
  }

  apply({ type, path, data, length, to }) {
    const file = this.#names.get(path);
    if (type === "create") this.#change(path, { isFolder: false, data: Buffer.alloc(0), synced: Buffer.alloc(0) });
    else if (type === "mkdir") this.#change(path, { isFolder: true, data: null, synced: null });
    else if (type === "write") file.data = Buffer.concat([file.data, data]);
    else if (type === "cut") file.data = Buffer.from(file.data.subarray(0, length));
    else if (type === "sync") file.synced = file.data;
    else if (type === "sync-folder")
      this.#unsynced = this.#unsynced.filter(({ folder }) => folder !== path && !(path === "" && folder === "."));
    else if (type === "remove") this.#change(path, undefined);
    else if (type === "rename") this.#change(to, file, path);
  }

  /** A change of a name, or of two names at once. */
  #change(path, file, from) {
    const before = [path, from].flatMap((each) => (each === undefined ? [] : [[each, this.#names.get(each)]]));
    this.#unsynced.push({ folder: dirname(path), before });
    if (from !== undefined) this.#names.delete(from);
    if (file) this.#names.set(path, file);
    else this.#names.delete(path);
  }

  /** All that was done is there: a kill. */
  whole() {
    return new Map([...this.#names].map(([path, { isFolder, data }]) => [path, isFolder ? null : data]));
  }

  /**
   * After a power failure.
   * @param {() => boolean} isUndone decides about each change of a name that is not on the disk; after one is undone, all later ones in its folder are
   * @param {() => "lost" | "zeros" | "kept"} fate decides about what was written to a file and is not on the disk
   */
  afterPowerFailure(isUndone, fate) {
    const names = new Map(this.#names);
    const undone = new Set();
    const kept = this.#unsynced.map((change) => {
      if (isUndone()) undone.add(change.folder);
      return { ...change, isUndone: undone.has(change.folder) };
    });
    for (const { before, isUndone } of kept.reverse()) {
      for (const [path, file] of isUndone ? before : []) {
        if (file) names.set(path, file);
        else names.delete(path);
      }
    }
    const all = new Map();
    for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // What is in a folder that is not there is not there.
      const parent = dirname(path);
      if (parent !== "." && all.get(parent) !== null) continue;
      all.set(path, file.isFolder ? null : contentOf(file, fate()));
    }
    return all;
  }
}

function contentOf({ data, synced }, fate) {
  if (fate === "kept" || data.equals(synced)) return data;
  if (fate === "lost") return synced;
  const zeros = Buffer.alloc(data.length);
  synced.copy(zeros, 0, 0, Math.min(synced.length, data.length));
  return zeros;
}
