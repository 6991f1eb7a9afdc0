// The manifest of a published set (docs/reference/format/published.md). It lists the files of the set.

import { FilterFormatError } from "../../reader/format-error.js";
import { BRACE } from "../../reader/response.js";

/**
 * A file of a published set. Its name is its SHA-256.
 * @typedef {object} FileRef
 * @property {string} sha256 64 hexadecimal digits
 * @property {number} bytes length of the file
 */

/**
 * The files of a set, or of a shard of one.
 * @typedef {object} SetFiles
 * @property {number} keys how many keys it has
 * @property {FileRef} base a filter or a static set of all keys at the time when it was written
 * @property {FileRef[]} layers the changes since then, oldest first
 */

/**
 * A manifest.
 * @typedef {object} Manifest
 * @property {string} name of the list; "" if it has none
 * @property {string} version of the list; "" if it has none
 * @property {number} sequence the sequence number; a later manifest has a larger one
 * @property {number | null} expires when clients start to reject it, in milliseconds since 1970; null for never
 * @property {string} keyForm the key form: "raw", "domain", "email", "url", "sha1-hex", "sha256-hex", "sha256" or your own
 * @property {number} errorRate the false-positive rate of the base and layers combined
 * @property {number} seed of the hash
 * @property {number} keys how many keys it has
 * @property {{ keys: number, exact: number } | undefined} never how many keys that aren't listed can't be false positives, and how many of them
 *   would be
 * @property {boolean} map true if its keys have values: then base and added files are maps
 * @property {SetFiles | undefined} set the files of a set without shards
 * @property {FileRef[] | undefined} shards for each shard, the small file that lists its files: up to 256
 * @property {string[] | undefined} shardLists for more shards: for each 256 of them, the SHA-256 of their shard list
 */

export const KIND = "published-set";
export const FORMAT = 1;
/** A time in UTC. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** How many layers a set can have. */
export const MAX_LAYERS = 64;
/** How many shards a manifest or a shard list names; there may be as many shard lists. */
export const LISTED = 256;
/** In a shard list: the SHA-256 of the file of a shard, and its length. */
const ENTRY_BYTES = 36;
export const SHARD_LIST_BYTES = LISTED * ENTRY_BYTES;
/** The maximum size of a manifest in bytes. With 256 shards, it has 25 kB. */
export const MAX_MANIFEST_BYTES = 2 ** 16;
/** The maximum size of a shard's file in bytes. With 64 layers, it has 7 kB. */
export const MAX_SHARD_BYTES = 2 ** 16;
/** The maximum number of characters in a name, a version and a key form. */
const MAX_TEXT = 1024;
/** How much of a wrong value a message shows. */
const SHOWN = 80;
/** Members that a client must understand. There are none yet. */
const UNDERSTOOD = /** @type {unknown[]} */ ([]);

/** The path of a file, relative to the manifest. @param {{ sha256: string }} file @param {string} type */
export const pathOf = ({ sha256 }, type) => `files/${sha256}.${type}`;

/**
 * @param {string} field
 * @param {string} expected
 * @param {unknown} got
 * @param {import("../../reader/format-error.js").FormatErrorCode} [code]
 * @returns {never}
 */
function reject(field, expected, got, code = "INVALID") {
  const plain = got === undefined ? "none" : JSON.stringify(typeof got === "string" ? got.slice(0, SHOWN) : got);
  const shown = typeof got === "object" && got ? (Array.isArray(got) ? "an array" : "an object") : plain;
  throw new FilterFormatError(`${field}: expected ${expected}, got ${shown}`, code, field, 0);
}

/**
 * A JSON object. It starts with a brace, and no object in it has a member twice: another parser would take the other one.
 * @param {Uint8Array} bytes
 * @param {string} what
 * @param {number} most the most bytes
 * @returns {any}
 */
function parsed(bytes, what, most) {
  if (bytes.length > most) reject(what, `at most ${most} bytes`, bytes.length);
  let names = 0;
  let value;
  try {
    // A copy, because browsers do not decode shared memory.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.slice());
    names = namesIn(text);
    value = bytes[0] === BRACE && JSON.parse(text);
  } catch {
    // The check below throws.
  }
  if (!value)
    throw new FilterFormatError(`${what}: expected a JSON object in UTF-8, got other bytes`, "INVALID", what, 0);
  if (names !== namesOf(value)) reject(what, "no member twice", "one");
  return value;
}

/**
 * How many members a JSON text has: outside of strings, a colon follows each name.
 * @param {string} text which may not be valid
 */
function namesIn(text) {
  let names = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ":") names++;
    else if (text[i] === '"') while (++i < text.length && text[i] !== '"') if (text[i] === "\\") i++;
  }
  return names;
}

/**
 * How many members the objects in a value have.
 * @param {object} value
 */
function namesOf(value) {
  let count = 0;
  /** @type {any[]} */
  const left = [value];
  /** @param {unknown} one */
  const add = (one) => {
    if (typeof one === "object" && one) left.push(one);
  };
  while (left.length) {
    const each = left.pop();
    // Without lists of members: there can be millions of them.
    if (Array.isArray(each)) each.forEach(add);
    else
      for (const name in each) {
        count++;
        add(each[name]);
      }
  }
  return count;
}

/**
 * A time in UTC, in milliseconds since 1970. It is NaN for a day that the month does not have, and for an hour after 23.
 * @param {string} text
 */
function timeOf(text) {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== text.slice(0, 19) ? Number.NaN : time;
}

/** @type {(field: string, value: unknown, most?: number, least?: number) => number} */
const count = (field, value, most = 2 ** 53 - 1, least = 0) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
    ? value
    : reject(field, `a whole number from ${least} to ${most}`, value);

/** @type {(field: string, value: unknown) => string} */
const text = (field, value) =>
  typeof value === "string" && value.length <= MAX_TEXT
    ? value
    : reject(field, `a string of at most ${MAX_TEXT} characters`, value);

/** @type {(field: string, value: unknown, most: number) => any[]} */
const list = (field, value, most) =>
  Array.isArray(value) && value.length <= most ? value : reject(field, `an array of at most ${most} items`, value);

/** @type {(field: string, value: unknown) => string} */
const hash = (field, value) =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
    ? value
    : reject(field, "64 hexadecimal digits in lower case", value);

/**
 * @param {string} field
 * @param {any} value
 * @param {number} [most] the most bytes of the file
 * @returns {FileRef}
 */
function fileRef(field, value, most) {
  const { sha256, bytes } = value ?? {};
  return { sha256: hash(`${field}.sha256`, sha256), bytes: count(`${field}.bytes`, bytes, most, 1) };
}

/**
 * An array of 2, 4, 8 ... 256 items; undefined if there is none.
 * @template T
 * @param {string} field
 * @param {unknown} value
 * @param {(field: string, value: unknown) => T} item
 */
function powerOfTwo(field, value, item) {
  if (value === undefined) return undefined;
  const items = list(field, value, LISTED);
  if (items.length < 2 || items.length & (items.length - 1)) reject(field, `2, 4, 8 ... ${LISTED} items`, items.length);
  return items.map((each, i) => item(`${field}[${i}]`, each));
}

/**
 * @param {string} field
 * @param {any} value
 * @returns {SetFiles}
 */
function setFiles(field, value) {
  const { keys, base, layers } = value ?? reject(field, "an object", value);
  return {
    keys: count(`${field}.keys`, keys),
    base: fileRef(`${field}.base`, base),
    layers: list(`${field}.layers`, layers, MAX_LAYERS).map((each, i) => fileRef(`${field}.layers[${i}]`, each)),
  };
}

/** @param {any} never */
function neverOf(never) {
  const { keys, exact } = never ?? reject("never", "an object", never);
  return { keys: count("never.keys", keys), exact: count("never.exact", exact) };
}

/**
 * @param {Uint8Array} bytes
 * @returns {Manifest}
 * @throws {FilterFormatError} not a valid manifest
 */
export function readManifest(bytes) {
  const all = parsed(bytes, "manifest", MAX_MANIFEST_BYTES);
  const { edgebloom, format, expires = null, errorRate, never, map = false, set, understand = [] } = all;
  if (edgebloom !== KIND) reject("edgebloom", `${JSON.stringify(KIND)}, as in a manifest`, edgebloom, "MAGIC");
  if (format !== FORMAT) reject("format", `${FORMAT} (a later format needs a later edgebloom)`, format, "UNSUPPORTED");
  for (const member of list("understand", understand, 64)) {
    if (!UNDERSTOOD.includes(member)) reject("understand", "members that this edgebloom knows", member, "UNSUPPORTED");
  }
  const until = expires === null ? null : timeOf(text("expires", expires));
  if (Number.isNaN(until)) reject("expires", "a time such as 2027-01-31T00:00:00Z, or null", expires);
  if (typeof errorRate !== "number" || !(errorRate > 0 && errorRate < 1)) {
    reject("errorRate", "a number above 0 and below 1", errorRate);
  }
  if (typeof map !== "boolean") reject("map", "true or false", map);
  const shards = powerOfTwo("shards", all.shards, (field, value) => fileRef(field, value, MAX_SHARD_BYTES));
  const shardLists = powerOfTwo("shardLists", all.shardLists, hash);
  if ([set, shards, shardLists].filter((each) => each !== undefined).length !== 1) {
    reject("set", "one of set, shards and shardLists", set);
  }
  return {
    name: text("name", all.name ?? ""),
    version: text("version", all.version ?? ""),
    sequence: count("sequence", all.sequence),
    expires: until,
    keyForm: text("keyForm", all.keyForm),
    errorRate,
    seed: count("seed", all.seed, 2 ** 32 - 1),
    keys: count("keys", all.keys),
    never: never === undefined ? undefined : neverOf(never),
    map,
    set: set === undefined ? undefined : setFiles("set", set),
    shards,
    shardLists,
  };
}

/**
 * How many shards a set has; 1 for one without shards.
 * @param {Pick<Manifest, "shards" | "shardLists">} manifest
 */
export const shardsIn = ({ shards, shardLists }) => shards?.length ?? (shardLists ? LISTED * shardLists.length : 1);

/**
 * A shard list as a file reference.
 * @param {string} sha256
 */
export const shardListRef = (sha256) => ({ sha256, bytes: SHARD_LIST_BYTES });

/**
 * An entry of a shard list: the file of a shard.
 * @param {Uint8Array} list
 * @param {number} index 0 to 255
 * @returns {FileRef}
 */
export function listedShard(list, index) {
  if (list.length !== SHARD_LIST_BYTES) reject("shard list", `${SHARD_LIST_BYTES} bytes`, list.length);
  const entry = list.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
  const sha256 = Array.from(entry.subarray(0, 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = new DataView(entry.buffer, entry.byteOffset).getUint32(32, true);
  return { sha256, bytes: count(`shard list[${index}].bytes`, bytes, MAX_SHARD_BYTES, 1) };
}

/**
 * All entries of a shard list.
 * @param {Uint8Array} list
 */
export const listedShards = (list) => Array.from({ length: LISTED }, (_, i) => listedShard(list, i));

/**
 * A shard list.
 * @param {FileRef[]} shards 256 of them
 */
export function writeShardList(shards) {
  const list = new Uint8Array(SHARD_LIST_BYTES);
  const view = new DataView(list.buffer);
  for (const [i, { sha256, bytes }] of shards.entries()) {
    for (let byte = 0; byte < 32; byte++) {
      list[i * ENTRY_BYTES + byte] = Number.parseInt(sha256.slice(2 * byte, 2 * byte + 2), 16);
    }
    view.setUint32(i * ENTRY_BYTES + 32, bytes, true);
  }
  return list;
}

/**
 * The files of a shard.
 * @param {Uint8Array} bytes
 */
export const readShard = (bytes) => setFiles("shard", parsed(bytes, "shard", MAX_SHARD_BYTES));

/**
 * The text of a manifest. The same manifest always has the same text.
 * @param {Omit<Manifest, "expires"> & { expires: string | null }} manifest
 */
export function writeManifest({
  name,
  version,
  sequence,
  expires,
  keyForm,
  errorRate,
  seed,
  keys,
  never,
  map,
  set,
  shards,
  shardLists,
}) {
  const fields = {
    edgebloom: KIND,
    format: FORMAT,
    name,
    version,
    sequence,
    expires,
    keyForm,
    errorRate,
    seed,
    keys,
    ...(never && { never }),
    ...(map && { map }),
    ...(set && { set }),
    ...(shards && { shards }),
    ...(shardLists && { shardLists }),
  };
  const lines = (/** @type {unknown[]} */ items) =>
    `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n ]`;
  const rows = Object.entries(fields).map(
    ([field, value]) => ` ${JSON.stringify(field)}: ${Array.isArray(value) ? lines(value) : JSON.stringify(value)}`,
  );
  return `{\n${rows.join(",\n")}\n}\n`;
}
