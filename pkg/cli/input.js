// Reads inputs, which may be files, pipes or standard input, in pieces and returns to the event loop between them. A signal handler can then erase the progress line. Without a progress
// line there is no handler, and Ctrl-C ends the process at once.

import { closeSync, fstatSync, open, read, statSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { Failure, named, naming, oneLine } from "./failure.js";
import { NEWLINE, eachLine } from "./lines.js";

const CHUNK = 1 << 18;
const STDIN = 0;
const STDOUT = 1;

/** @param {string} path */
export const nameOf = (path) => (path === "-" ? "standard input" : path);

/**
 * The total size of the inputs in bytes; undefined if one of them is not a file. A missing file is
 * reported here, before the work begins.
 * @param {string[]} paths
 * @returns {number | undefined}
 */
export function measure(paths) {
  if (paths.filter((path) => path === "-").length > 1) {
    throw new Failure('standard input can be read only once: pass "-" only once');
  }
  let total = 0;
  for (const path of paths) {
    if (/^https?:\/\//i.test(path)) rejectAddress(path);
    const stats = naming(nameOf(path), () => (path === "-" ? fstatSync(STDIN) : statSync(path)));
    if (stats.isDirectory()) throw new Failure(`${nameOf(path)}: this is a folder; pass a file`);
    total += stats.isFile() ? stats.size : NaN;
  }
  return total >= 0 ? total : undefined;
}

/**
 * @param {string} address
 * @returns {never}
 */
function rejectAddress(address) {
  const quoted = `'${address.replaceAll("'", "'\\''")}'`;
  throw new Failure(
    `${oneLine(address)}: expected a file, got an address: curl -fsSL ${oneLine(quoted)} | edgebloom ... -`,
  );
}

/**
 * True if an input and an output are the same file, also through links.
 * @param {string} input that exists, or "-"
 * @param {string} output or "-"
 */
export function sameFile(input, output) {
  const one = input === "-" ? fstatSync(STDIN, { bigint: true }) : statSync(input, { bigint: true });
  const other =
    output === "-" ? fstatSync(STDOUT, { bigint: true }) : statSync(output, { bigint: true, throwIfNoEntry: false });
  return one.isFile() && one.dev === other?.dev && one.ino === other.ino;
}

/**
 * Says on a terminal that the command waits for input.
 * @param {string} what
 */
export function hintAtTerminal(what) {
  if (!isatty(STDIN) || !isatty(2)) return;
  const key = process.platform === "win32" ? "Ctrl-Z and Enter" : "Ctrl-D";
  process.stderr.write(`edgebloom: reading ${what} from the terminal; end with ${key}\n`);
}

/** @typedef {(target: Uint8Array) => Promise<number>} Read reads some bytes, at most so many as the target has; 0 at the end */

/**
 * Reads a file in pieces, into the end of a buffer that the caller keeps.
 * @template T
 * @param {string} path
 * @param {(read: Read) => Promise<T>} use
 */
async function withFile(path, use) {
  const name = nameOf(path);
  // Not openSync: on a pipe without a writer it would block, and no signal would be handled.
  const fd =
    path === "-" ? STDIN : await promisify(open)(path, "r").catch((error) => Promise.reject(named(name, error)));
  try {
    return await use((target) => readSome(name, fd, target));
  } finally {
    if (fd !== STDIN) closeSync(fd);
  }
}

/**
 * @param {string} name
 * @param {number} fd
 * @param {Uint8Array} target
 * @returns {Promise<number>} 0 at the end
 */
async function readSome(name, fd, target) {
  for (;;) {
    try {
      return (await promisify(read)(fd, target, 0, target.length, null)).bytesRead;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      // Windows reports the end of a pipe like this.
      if (code === "EOF") return 0;
      // Another process has made the pipe non-blocking, and it has no data yet.
      if (code !== "EAGAIN") throw named(name, error);
      await wait(5);
    }
  }
}

/** How a gzip file begins. */
const GZIP = [0x1f, 0x8b];

/**
 * Reads a list, and unpacks it if it is gzip.
 * @template T
 * @param {string} path
 * @param {(read: Read, taken: () => number) => Promise<T>} use `taken` is how many bytes of the file were read since its last call
 */
const withList = (path, use) =>
  withFile(path, async (readFile) => {
    let bytes = 0;
    const taken = () => {
      const count = bytes;
      bytes = 0;
      return count;
    };
    const read = async (/** @type {Uint8Array} */ target) => {
      const count = await readFile(target);
      bytes += count;
      return count;
    };
    const start = Buffer.alloc(GZIP.length);
    let length = 0;
    for (let count = -1; count && length < start.length; length += count) count = await read(start.subarray(length));
    const isPacked = length === start.length && GZIP.every((byte, i) => start[i] === byte);
    const all = startingWith(start.subarray(0, length), read);
    if (!isPacked) return use(all, taken);
    const unpacked = unpack(nameOf(path), all);
    try {
      return await use(unpacked.read, taken);
    } finally {
      unpacked.end();
    }
  });

/**
 * Reads these bytes first.
 * @param {Uint8Array} bytes
 * @param {Read} read
 * @returns {Read}
 */
function startingWith(bytes, read) {
  let rest = bytes;
  return async (target) => {
    if (!rest.length) return read(target);
    const piece = rest.subarray(0, target.length);
    target.set(piece);
    rest = rest.subarray(piece.length);
    return piece.length;
  };
}

/**
 * Unpacks gzip, also of several members.
 * @param {string} name
 * @param {Read} read
 */
function unpack(name, read) {
  const pieces = async function* () {
    for (;;) {
      const piece = Buffer.allocUnsafe(CHUNK);
      const count = await read(piece);
      if (!count) return;
      yield piece.subarray(0, count);
    }
  };
  const source = Readable.from(pieces());
  const unpacked = source.pipe(createGunzip());
  // A pipe does not pass errors on.
  source.on("error", (error) => unpacked.destroy(error));
  const chunks = unpacked[Symbol.asyncIterator]();
  let rest = new Uint8Array();
  return {
    /** @type {Read} */
    async read(target) {
      while (!rest.length) {
        const { done, value } = await chunks.next().catch((error) => Promise.reject(notUnpacked(name, error)));
        if (done) return 0;
        rest = value;
      }
      const piece = rest.subarray(0, target.length);
      target.set(piece);
      rest = rest.subarray(piece.length);
      return piece.length;
    },
    end: () => unpacked.destroy(),
  };
}

/**
 * @param {string} name
 * @param {Error & { code?: string }} error
 */
const notUnpacked = (name, error) =>
  error.code?.startsWith("Z_")
    ? new Failure(`${name}: gzip is damaged or not complete (${error.message}); download the list again`)
    : error;

/** The longest line, in bytes. */
const LONGEST_LINE = 1 << 26;

/**
 * Passes on whole lines: each part ends with a newline, except perhaps the last one of a file. A part is
 * valid until `use` returns. Memory holds whole lines, but never the whole file.
 * @param {string} path
 * @param {(part: Buffer, first: boolean, end: number) => void} use `end` is the offset where the part ends in the file
 * @param {import("./progress.js").Progress} [progress]
 * @param {{ hash?: import("node:crypto").Hash | undefined, skip?: number, onSkipped?: () => void }} [more] a hash of all bytes, and how many bytes are
 *   only hashed. They end at the beginning of a line
 */
export const readLines = (path, use, progress, { hash, skip = 0, onSkipped = () => {} } = {}) =>
  withList(path, async (read, taken) => {
    let buffer = Buffer.allocUnsafe(CHUNK);
    let length = 0;
    let offset = 0;
    while (offset < skip) {
      const count = await read(buffer.subarray(0, Math.min(CHUNK, skip - offset)));
      if (!count) break;
      hash?.update(buffer.subarray(0, count));
      offset += count;
      progress?.advance(taken());
    }
    onSkipped();
    /** @type {(end: number) => void} */
    const pass = (end) => {
      const isFirst = !offset;
      const part = buffer.subarray(0, end);
      hash?.update(part);
      const start = isFirst && isMarked(part) ? 3 : 0;
      offset += end;
      if (end > start) use(part.subarray(start), isFirst, offset);
    };
    for (;;) {
      if (length === LONGEST_LINE) throw await tooLong(path, offset);
      if (length === buffer.length) {
        const larger = naming(nameOf(path), () => Buffer.allocUnsafe(length * 2));
        buffer.copy(larger);
        buffer = larger;
      }
      const count = await read(buffer.subarray(length));
      if (!count) break;
      const newline = buffer.subarray(length, length + count).lastIndexOf(NEWLINE);
      const all = length + count;
      if (newline < 0) {
        length = all;
      } else {
        const end = length + newline + 1;
        pass(end);
        buffer.copyWithin(0, end, all);
        length = all - end;
      }
      progress?.advance(taken());
    }
    if (length) pass(length);
  });

/**
 * The error for a line that is too long to be one. It names the line, or for a pipe where it begins.
 * @param {string} path
 * @param {number} offset of the line
 */
async function tooLong(path, offset) {
  let place = `the line after ${offset} bytes`;
  if (path !== "-" && statSync(path).isFile()) {
    let line = 1;
    await withList(path, async (read) => {
      const buffer = Buffer.allocUnsafe(CHUNK);
      for (let left = offset; left > 0; ) {
        const count = await read(buffer.subarray(0, Math.min(CHUNK, left)));
        if (!count) break;
        eachLine(buffer.subarray(0, count), (_, end, next) => {
          if (next > end) line++;
        });
        left -= count;
      }
    });
    place = `line ${line}`;
  }
  return new Failure(
    `${nameOf(path)}, ${place}: expected at most ${LONGEST_LINE} bytes, got more; each key needs a line`,
  );
}

/**
 * True for bytes that begin with a byte order mark, as some editors write it. It is not part of the first key.
 * @param {Uint8Array} bytes
 */
const isMarked = (bytes) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/**
 * @param {string} path
 * @param {() => void} [onRead]
 * @returns {(read: Read) => Promise<Buffer>}
 */
const whole =
  (path, onRead = () => {}) =>
  async (read) => {
    /** @type {Buffer[]} */
    const pieces = [];
    for (;;) {
      const piece = Buffer.allocUnsafe(CHUNK);
      const count = await read(piece);
      if (!count) break;
      pieces.push(piece.subarray(0, count));
      onRead();
    }
    return naming(nameOf(path), () => Buffer.concat(pieces));
  };

/**
 * All of an input.
 * @param {string} path
 */
export const readInput = (path) => withFile(path, whole(path));

/**
 * All of a list.
 * @param {string} path
 * @param {import("./progress.js").Progress} progress
 */
export const readWholeList = (path, progress) =>
  withList(path, (read, taken) => whole(path, () => progress.advance(taken()))(read));
