// Filter files, in binary or base64.

import { constants } from "node:buffer";
import { decode } from "../api/base64.js";
import { load as loadForeign } from "../api/compat/load.js";
import { load } from "../api/load.js";
import { handleOf } from "../api/membership-filter.js";
import { MAGIC as SIGNED } from "../api/sign/container.js";
import { headerOf } from "./engines.js";
import { Failure, namingFilter } from "./failure.js";
import { recognise, rejectForeign } from "./foreign.js";
import { nameOf, readInput } from "./input.js";
import { formNamed } from "./keys.js";
import { looksLike } from "./kinds.js";

/**
 * A filter from a file: of our own, or of another system.
 * @typedef {import("../api/load.js").AnyFilter | import("../api/compat/compat-filter.js").CompatFilter} ReadFilter
 */

/** The first bytes of every filter file. */
const MAGIC = [0xeb, 0x46, 0x4c, 0x54];

/**
 * @param {Buffer} bytes
 * @param {ArrayLike<number>} first
 */
const beginsWith = (bytes, first) => bytes.subarray(0, first.length).equals(Uint8Array.from(first));

/**
 * True for bytes that begin with the base64 of others.
 * @param {Buffer} bytes
 * @param {ArrayLike<number>} first
 */
function beginsWithBase64(bytes, first) {
  const base64 = Buffer.from(Uint8Array.from(first)).toString("base64");
  return beginsWith(bytes, Buffer.from(base64.slice(0, Math.floor((first.length * 8) / 6))));
}

/**
 * True for bytes that begin like a filter file in base64.
 * @param {Buffer} bytes
 */
export const isBase64 = (bytes) => beginsWithBase64(bytes, MAGIC);

/**
 * True for bytes that begin like a filter file, in binary or base64.
 * @param {Buffer} bytes
 */
export const isFilterFile = (bytes) => isBase64(bytes) || beginsWith(bytes, MAGIC);

/**
 * True for bytes that begin like a signed file, in binary or base64.
 * @param {Buffer} bytes
 */
export const isSigned = (bytes) => beginsWith(bytes, SIGNED) || beginsWithBase64(bytes, SIGNED);

/**
 * The format of a file of another system; undefined for a filter file, and for bytes that fit only formats without a structure.
 * @param {string} name
 * @param {Buffer} bytes
 */
export const foreignFormat = (name, bytes) => (isFilterFile(bytes) ? undefined : recognise(name, bytes));

/**
 * The bytes of a filter file.
 * @param {string} path
 * @param {boolean} [orSigned] true if the file may be signed
 */
export async function readFilterBytes(path, orSigned) {
  const bytes = await readInput(path);
  if (!bytes.length) throw new Failure(`${nameOf(path)}: the file is empty; pass a filter file`);
  if (!orSigned && isSigned(bytes)) {
    throw new Failure(
      `${nameOf(path)}: the file is signed; verify it first: edgebloom verify --key FILE.pub ${path} -o OUT`,
    );
  }
  return bytes;
}

/**
 * The binary form of a filter file, signed or not.
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {Buffer}
 */
export function binaryOf(name, bytes) {
  if (bytes[0] === MAGIC[0]) return bytes;
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw new Failure(`${name}: too large for base64; use the binary file`);
  const { buffer, byteOffset, length } = namingFilter(name, () => decode(bytes.toString("latin1")));
  return Buffer.from(buffer, byteOffset, length);
}

/**
 * The filter in a filter file, in binary or base64. It looks up queries in the form of its keys.
 * @param {string} name
 * @param {Buffer} bytes
 * @param {string} [keys] the form of the keys, if the file does not name it
 * @returns {ReadFilter}
 */
export function openFilter(name, bytes, keys) {
  if (!isFilterFile(bytes)) {
    const { found, todo } = looksLike(bytes);
    throw new Failure(`${name}: not a filter: ${found}; ${todo}`);
  }
  const binary = binaryOf(name, bytes);
  return namingFilter(name, () => {
    const { kind, keyForm } = headerOf(binary);
    if (kind === "foreign") return loadForeign(binary);
    if (keys !== undefined && keyForm !== undefined && keys !== keyForm) {
      throw new Failure(`--keys: ${name} has keys of the form ${JSON.stringify(keyForm)}, got ${JSON.stringify(keys)}`);
    }
    return load(binary, { keys: formNamed(keys ?? keyForm ?? "raw") });
  });
}

/**
 * A filter that looks up keys as they are: those of a list that was read in its form.
 * @param {ReadFilter} filter
 */
export const withRawKeys = (filter) => (filter.keyForm === "raw" ? filter : handleOf(filter));

/**
 * The filter in a filter file. For a file of another system, the error names the format.
 * @param {string} path
 * @returns {Promise<ReadFilter>}
 */
export async function readFilter(path) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path);
  const format = foreignFormat(name, bytes);
  return format === undefined ? openFilter(name, bytes) : rejectForeign(name, format, bytes);
}
