// Loading, saving and base64 of one filter file, compared with the least possible work on its bytes. Each byte counts as a call, so
// times are per byte.

import { BloomFilter } from "edgebloom";
// Internal: the filter in the module.
import { handleOf } from "../../pkg/api/membership-filter.js";
import { block } from "./passes.js";

/** @type {Uint8Array<ArrayBuffer>} */
let dump;
/** @type {BloomFilter} */
let filter;
/** @type {string} */
let text;
/**
 * The target of copies. Repeated loading and freeing takes no new memory either.
 * @type {Uint8Array<ArrayBuffer>}
 */
let room;

/** The checksum of the filter file, computed by the module. */
function checksum() {
  handleOf(filter).inner.file("", "").free();
}

function copied() {
  room.set(dump);
  return room;
}

/**
 * The methods of engines that support base64 in typed arrays.
 * @typedef {Uint8Array<ArrayBuffer> & { toBase64(): string }} WithBase64
 */

const own = /** @type {typeof Uint8Array & { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }} */ (Uint8Array);
const { fromBase64 } = own;
const hasToBase64 = "toBase64" in own.prototype;
const toBase64 = (/** @type {Uint8Array} */ bytes) => /** @type {WithBase64} */ (bytes).toBase64();
const buffer = globalThis.Buffer;
const free = (/** @type {BloomFilter} */ loaded) => (loaded.free(), { calls: dump.length, yes: dump.length });
const whole = (/** @type {string | Uint8Array} */ output) => ({
  calls: dump.length,
  yes: output.length === dump.length || output.length === text.length ? dump.length : 0,
});

/**
 * The timed calls, and the checks of their results. Calls that an engine lacks are missing.
 * @type {Record<string, [make: () => any, tally: (output: any) => { calls: number, yes: number }] | false | undefined>}
 */
const WAYS = {
  fromBytes: [() => BloomFilter.fromBytes(dump), free],
  copy: [() => copied(), whole],
  "copy and checksum": [() => (checksum(), copied()), whole],
  toBytes: [() => filter.toBytes(), whole],
  fromBase64: [() => BloomFilter.fromBase64(text), free],
  "Uint8Array.fromBase64": fromBase64 && [() => fromBase64(text), whole],
  "Uint8Array.fromBase64, fromBytes": fromBase64 && [() => BloomFilter.fromBytes(fromBase64(text)), free],
  "Buffer.from": buffer && [() => buffer.from(text, "base64"), whole],
  "Buffer.from, fromBytes": buffer && [() => BloomFilter.fromBytes(buffer.from(text, "base64")), free],
  toBase64: [() => filter.toBase64(), whole],
  "Uint8Array.toBase64": hasToBase64 && [() => toBase64(dump), whole],
  "toBytes, Uint8Array.toBase64": hasToBase64 && [() => toBase64(filter.toBytes()), whole],
  "Buffer.toString": buffer && [() => buffer.from(dump.buffer).toString("base64"), whole],
  "toBytes, Buffer.toString": buffer && [() => buffer.from(filter.toBytes().buffer).toString("base64"), whole],
};

/** Base64 is measured only for some sizes. */
const isText = (/** @type {string} */ name) => /base64|Buffer/i.test(name);

export const dumps = {
  /**
   * @param {{ file: string, withText: boolean }} what
   * @param {import("./main.js").Read} read
   */
  async prepare({ file, withText }, read) {
    filter?.free();
    dump = await read(file);
    room = dump.slice();
    filter = BloomFilter.fromBytes(dump);
    text = withText ? filter.toBase64() : "";
    return { ways: Object.keys(WAYS).filter((name) => WAYS[name] && (withText || !isText(name))), bytes: dump.length };
  },

  /**
   * @param {string} name
   * @param {number} ms
   */
  block(name, ms) {
    const way = WAYS[name];
    if (!way) throw new Error(`this engine has no ${name}`);
    const [make, tally] = way;
    return block(ms, () => undefined, make, tally);
  },
};
