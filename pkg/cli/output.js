import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { isatty } from "node:tty";
import { promisify } from "node:util";
import { Failure, named, naming } from "./failure.js";
import { onSignals } from "./signals.js";

const STDOUT = 1;
/** Small pieces, so that signals are handled between them. */
const PIECE = 1 << 22;

const clock = new Int32Array(new SharedArrayBuffer(4));
/** Blocks for a moment. */
const pause = () => void Atomics.wait(clock, 0, 0, 5);

/**
 * Writes all bytes, also to a slow reader.
 * @param {number} fd
 * @param {Uint8Array} bytes
 */
function writeAll(fd, bytes) {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/**
 * Writes to standard output. process.stdout would keep everything in memory if the reader is slow.
 * @param {Uint8Array | string} data
 */
export const print = (data) =>
  naming("standard output", () => writeAll(STDOUT, typeof data === "string" ? Buffer.from(data) : data));

/**
 * True if the output is standard output under any name: /dev/stdout, or the file that a shell has opened for it.
 * @param {string} [output]
 */
export function isStdout(output = "-") {
  if (output === "-") return true;
  try {
    const [there, ours] = [statSync(output, { bigint: true }), fstatSync(STDOUT, { bigint: true })];
    return there.dev === ours.dev && there.ino === ours.ino;
  } catch {
    // The file does not exist, or cannot be read. Errors are reported later.
    return false;
  }
}

/**
 * Finds where to write a filter, and reports problems before the work begins.
 * @param {{ output?: string, base64?: boolean }} options
 * @returns {(filter: import("../api/load.js").AnyFilter) => Promise<number>} writes it
 *   completely or not at all, and returns its length in bytes
 */
export function openOutput({ output = "-", base64 = false }) {
  const toStdout = isStdout(output);
  if (toStdout && !base64 && isatty(STDOUT)) {
    throw new Failure("a terminal cannot show a binary filter file: give -o FILE or --base64");
  }
  const put = openTarget(output);
  return async (filter) => {
    // A base64 file has no line break at the end: other programs may reject one.
    const data = base64 ? Buffer.from(textOf(filter) + (toStdout ? "\n" : ""), "latin1") : filter.toBytes();
    await put(data);
    return data.length;
  };
}

/**
 * Finds where to write the file of another system, like `openOutput`.
 * @param {{ output?: string }} options
 * @returns {(data: Uint8Array | string) => Promise<number>} writes it unchanged and returns its length in bytes
 */
export function openFile({ output = "-" }) {
  const put = openTarget(output);
  return async (data) => {
    if (typeof data !== "string" && isStdout(output) && isatty(STDOUT)) {
      throw new Failure("a terminal cannot show a binary file: give -o FILE");
    }
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    await put(bytes);
    return bytes.length;
  };
}

/** @param {import("../api/load.js").AnyFilter} filter */
function textOf(filter) {
  try {
    return filter.toBase64();
  } catch (error) {
    if (/** @type {any} */ (error)?.field === "base64") throw new Failure("too large for base64: leave out --base64");
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {(bytes: Uint8Array) => Promise<void> | void}
 */
function openTarget(path) {
  if (isStdout(path)) return print;
  if (!path) throw new Failure("-o: the file name is empty");
  const stats = naming(path, () => statSync(path, { throwIfNoEntry: false }));
  if (stats?.isDirectory()) throw new Failure(`${path}: this is a folder; give a file`);
  if (stats && !stats.isFile()) {
    // A device or a pipe: renaming a file to it would replace it.
    return (bytes) => naming(path, () => writeTo(path, bytes));
  }
  if (/[\\/]$/.test(path)) throw new Failure(`${path}: no such folder; give a file`);
  const found = naming(path, () => statSync(dirname(path), { throwIfNoEntry: false }));
  if (!found) throw new Failure(`${path}: the folder ${dirname(path)} does not exist; create it first`);
  if (!found.isDirectory()) throw new Failure(`${path}: ${dirname(path)} is not a folder`);
  const target = naming(path, () => behindLinks(path));
  // Node replaces the bytes of such names, so the command would write another file.
  if (target.includes("\ufffd")) {
    throw new Failure(
      `${path}: its folder, or the file that it links to, has a name that is not UTF-8: give another path`,
    );
  }
  naming(path, () => accessSync(dirname(target), constants.W_OK));
  return (bytes) => replace(path, target, bytes, stats);
}

/**
 * The file that a path leads to. If the path is a link, the command replaces the file behind it, not the link. That file need not
 * exist yet.
 * @param {string} path
 * @returns {string}
 */
function behindLinks(path) {
  // The realpath of Node itself drops `link/..`.
  const direct = join(realpathSync.native(dirname(path)), basename(path));
  if (!lstatSync(direct, { throwIfNoEntry: false })?.isSymbolicLink()) return direct;
  return behindLinks(resolve(dirname(direct), readlinkSync(direct)));
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 */
function writeTo(path, bytes) {
  const fd = openSync(path, "w");
  try {
    writeAll(fd, bytes);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a file beside the target and renames it. The target is never incomplete, and it is unchanged if
 * anything fails.
 * @param {string} name
 * @param {string} target
 * @param {Uint8Array} bytes
 * @param {import("node:fs").Stats} [old] of the file that is replaced
 */
async function replace(name, target, bytes, old) {
  // Not a longer form of the target's name: that may be too long.
  const temporary = join(dirname(target), `.edgebloom-${randomBytes(6).toString("hex")}.tmp`);
  let fd = -1;
  const discard = () => {
    if (fd >= 0) closeSync(fd);
    fd = -1;
    rmSync(temporary, { force: true });
  };
  const release = onSignals(discard);
  try {
    fd = openSync(temporary, "wx", old && old.mode & 0o777);
    if (old) keepOwner(fd, old);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await promisify(write)(fd, bytes, at, Math.min(PIECE, bytes.length - at));
      at += bytesWritten;
    }
    // Without this, a power cut could leave an empty file under the name.
    await promisify(fsync)(fd);
    closeSync(fd);
    fd = -1;
    // Handle signals now. After the rename it is too late.
    await turn();
    renameSync(temporary, target);
  } catch (error) {
    discard();
    throw named(name, error);
  } finally {
    release();
  }
}

/**
 * Gives a file the owner and the mode of another.
 * @param {number} fd
 * @param {import("node:fs").Stats} old
 */
function keepOwner(fd, { uid, gid, mode }) {
  const now = fstatSync(fd);
  try {
    if (now.uid !== uid || now.gid !== gid) fchownSync(fd, uid, gid);
  } catch {
    // Only root may change the owner. Otherwise the file belongs to the user.
  }
  fchmodSync(fd, mode & 0o777);
}
