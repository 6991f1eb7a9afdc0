// Writes what a command prints, and its output file.

import {
  accessSync,
  constants,
  fstatSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isatty } from "node:tty";
import { Failure, named, naming } from "./failure.js";
import { nameOf, sameFile } from "./input.js";
import { replaceLargeFile } from "./replace-file.js";

const STDOUT = 1;

const clock = new Int32Array(new SharedArrayBuffer(4));
/** Blocks for so many milliseconds. */
export const pause = (milliseconds = 5) => void Atomics.wait(clock, 0, 0, milliseconds);

/**
 * Writes to standard output. process.stdout would keep everything in memory if the reader is slow.
 * @param {Uint8Array | string} data
 */
export function print(data) {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(STDOUT, bytes, done);
    } catch (error) {
      // The pipe is full, and another process has made it non-blocking.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw named("standard output", error);
      pause();
    }
  }
}

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
 * @param {{ output?: string, base64?: boolean, module?: boolean }} options
 * @returns {(filter: import("./filter-file.js").ReadFilter) => Promise<number>} writes it
 *   completely or not at all, and returns its length in bytes
 */
export function openOutput({ output, base64 = false, module = false }) {
  if (module && base64) throw new Failure("--module: pass --module or --base64, not both");
  if (module) return openModule(output);
  const toStdout = isStdout(output);
  if (toStdout && !base64 && isatty(STDOUT)) {
    throw new Failure("a terminal cannot show a binary filter file: pass -o FILE or --base64");
  }
  const write = openFile({ output });
  // A base64 file has no line break at the end: other programs may reject one.
  return async (filter) => write(base64 ? base64Of(filter, "--base64") + (toStdout ? "\n" : "") : filter.toBytes());
}

const TYPES = `/** A filter file as base64, for FilterReader.fromBase64. If it is a map, for MapReader.fromBase64. */
declare const base64: string;
export default base64;
`;

/**
 * Where the types of a module go: tools look for them beside it.
 * @param {string} output the module
 * @returns {string | undefined} undefined for standard output
 */
function typesBeside(output) {
  if (isStdout(output)) return undefined;
  const [ending, kind] = /\.(m?)js$/.exec(output) ?? [];
  if (!ending) throw new Failure(`--module: expected a name that ends in .js or .mjs, got ${output}`);
  return `${output.slice(0, -ending.length)}.d.${kind}ts`;
}

/**
 * Finds where to write a module with a filter.
 * @param {string} [output]
 */
function openModule(output = "-") {
  const types = typesBeside(output);
  const writeTypes = types === undefined ? undefined : openFile({ output: types });
  const write = openFile({ output });
  return async (/** @type {import("./filter-file.js").ReadFilter} */ filter) => {
    const text = `export default "${base64Of(filter, "--module")}";\n`;
    // The types are always the same. So after an error, the module and its types still belong together.
    await writeTypes?.(TYPES);
    return write(text);
  };
}

/**
 * Throws if the command would overwrite one of its inputs.
 * @param {string[]} inputs
 * @param {{ output?: string, module?: boolean }} options
 */
export function rejectOverwriting(inputs, { output = "-", module = false }) {
  const types = module ? typesBeside(output) : undefined;
  for (const written of types === undefined ? [output] : [output, types]) {
    const input = inputs.find((path) => sameFile(path, written));
    if (input === undefined) continue;
    const where = written === "-" ? "standard output" : "-o";
    throw new Failure(`${where}: ${nameOf(input)} is an input, which would be overwritten; choose another file`);
  }
}

/**
 * Finds where to write any other file, like `openOutput`.
 * @param {{ output?: string }} options
 * @returns {(data: Uint8Array | string) => Promise<number>} writes it unchanged and returns its length in bytes
 */
export function openFile({ output = "-" }) {
  const write = openTarget(output);
  return async (data) => {
    if (typeof data !== "string" && isStdout(output) && isatty(STDOUT)) {
      throw new Failure("a terminal cannot show a binary file: pass -o FILE");
    }
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    await write(bytes);
    return bytes.length;
  };
}

/**
 * @param {import("./filter-file.js").ReadFilter} filter
 * @param {string} option that asks for it
 */
function base64Of(filter, option) {
  try {
    return filter.toBase64();
  } catch (error) {
    if (/** @type {any} */ (error)?.field === "base64") throw new Failure(`too large for base64: leave out ${option}`);
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
  if (stats?.isDirectory()) throw new Failure(`${path}: this is a folder; pass a file`);
  if (stats && !stats.isFile()) {
    // A device or a pipe: renaming a file to it would replace it.
    return (bytes) => naming(path, () => writeFileSync(path, bytes));
  }
  if (/[\\/]$/.test(path)) throw new Failure(`${path}: no such folder; pass a file`);
  const found = naming(path, () => statSync(dirname(path), { throwIfNoEntry: false }));
  if (!found) throw new Failure(`${path}: the folder ${dirname(path)} does not exist; create it first`);
  if (!found.isDirectory()) throw new Failure(`${path}: ${dirname(path)} is not a folder`);
  const target = naming(path, () => behindLinks(path));
  // Node replaces the bytes of such names, so the command would write another file.
  if (target.includes("\ufffd")) {
    throw new Failure(
      `${path}: its folder, or the file that it links to, has a name that is not UTF-8: choose another path`,
    );
  }
  naming(path, () => accessSync(dirname(target), constants.W_OK));
  return (bytes) => replaceLargeFile(target, bytes, path, stats);
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
