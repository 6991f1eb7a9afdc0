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
/** Small enough for signals to be heard between two pieces. */
const PIECE = 1 << 22;

const clock = new Int32Array(new SharedArrayBuffer(4));
/** Waits for a moment, without events. */
const pause = () => void Atomics.wait(clock, 0, 0, 5);

/**
 * Writes all of it, however slow the reader is.
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
 * Writes to standard output; not through process.stdout, which would hold it all in memory where
 * the reader is slow.
 * @param {Uint8Array | string} data
 */
export const print = (data) =>
  naming("standard output", () => writeAll(STDOUT, typeof data === "string" ? Buffer.from(data) : data));

/**
 * True if what goes there goes to standard output, by whatever name: /dev/stdout, or the file that a shell has opened for it.
 * @param {string} [output]
 */
export function isStdout(output = "-") {
  if (output === "-") return true;
  try {
    const [there, ours] = [statSync(output, { bigint: true }), fstatSync(STDOUT, { bigint: true })];
    return there.dev === ours.dev && there.ino === ours.ino;
  } catch {
    // It is not there yet, or cannot be looked at: said later.
    return false;
  }
}

/**
 * Finds where a filter is to go, and refuses what could not be written, before the work begins.
 * @param {{ output?: string, base64?: boolean }} options
 * @returns {(filter: import("../api/load.js").AnyFilter) => Promise<number>} writes it,
 *   whole or not at all; how many bytes it has
 */
export function openOutput({ output = "-", base64 = false }) {
  const toStdout = isStdout(output);
  if (toStdout && !base64 && isatty(STDOUT)) {
    throw new Failure("a filter is bytes, which a terminal can not show: give -o FILE, or --base64 for a text");
  }
  const put = openTarget(output);
  return async (filter) => {
    // The text of a dump has no line break after it: other readers may not know what to make of one.
    const data = base64 ? Buffer.from(textOf(filter) + (toStdout ? "\n" : ""), "latin1") : filter.toBytes();
    await put(data);
    return data.length;
  };
}

/**
 * Finds where the file of another system is to go, as `openOutput` does.
 * @param {{ output?: string }} options
 * @returns {(data: Uint8Array | string) => Promise<number>} writes it as it is; how many bytes it has
 */
export function openFile({ output = "-" }) {
  const put = openTarget(output);
  return async (data) => {
    if (typeof data !== "string" && isStdout(output) && isatty(STDOUT)) {
      throw new Failure("this file is bytes, which a terminal can not show: give -o FILE");
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
    if (/** @type {any} */ (error)?.field === "base64") throw new Failure("too large for a text: leave --base64 out");
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
    // A device or a pipe: renaming a file to it would take its place.
    return (bytes) => naming(path, () => writeTo(path, bytes));
  }
  if (/[\\/]$/.test(path)) throw new Failure(`${path}: there is no such folder; give a file`);
  const found = naming(path, () => statSync(dirname(path), { throwIfNoEntry: false }));
  if (!found) throw new Failure(`${path}: there is no folder ${dirname(path)}; create it first`);
  if (!found.isDirectory()) throw new Failure(`${path}: ${dirname(path)} is not a folder`);
  const target = naming(path, () => behindLinks(path));
  // Node does not tell the bytes of such names, so that another file would be written.
  if (target.includes("\ufffd")) {
    throw new Failure(`${path}: it is in a folder, or leads to a file, whose name is not UTF-8: give another place`);
  }
  naming(path, () => accessSync(dirname(target), constants.W_OK));
  return (bytes) => replace(path, target, bytes, stats);
}

/**
 * The file that a path leads to, as the system follows it: behind a link it is the file that is replaced, not the link, also
 * where there is none yet.
 * @param {string} path
 * @returns {string}
 */
function behindLinks(path) {
  // Its own realpath takes `link/..` for nothing.
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
 * Writes a file beside the target and renames it, so that nobody ever sees half of it, and the
 * target stays as it was if anything goes wrong.
 * @param {string} name
 * @param {string} target
 * @param {Uint8Array} bytes
 * @param {import("node:fs").Stats} [old] of the file that is replaced
 */
async function replace(name, target, bytes, old) {
  // Not the target's name and more: that may be too long.
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
    // Else a power cut could leave the new name with nothing in it.
    await promisify(fsync)(fd);
    closeSync(fd);
    fd = -1;
    // A signal that has come is heard now; later it would be lost.
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
    // Only root may; the file is then whose the user is.
  }
  fchmodSync(fd, mode & 0o777);
}
