// Loading, saving and base64 of one dump, beside the least that could be done with its bytes. Bytes are the calls that
// are counted: ns are of a byte.

import { BloomFilter } from "edgebloom";
// Not for users: where a filter is in the module.
import { placeOf } from "../../pkg/api/bloom-filter.js";
import { block } from "./passes.js";

let dump;
let filter;
let text;
/** Where copies go: loading and freeing again and again does not take new memory either. */
let room;

/** The checksum of the filter's dump, by the module. */
function checksum() {
  const { engine, id } = placeOf(filter);
  engine.wasm.write_head(id, 0, 0, 0);
  engine.wasm.write_checksum(id, 0);
}

function copied() {
  room.set(dump);
  return room;
}

const own = Uint8Array;
const buffer = globalThis.Buffer;
const free = (loaded) => (loaded.free(), { calls: dump.length, yes: dump.length });
const whole = (made) => ({
  calls: dump.length,
  yes: made.length === dump.length || made.length === text?.length ? dump.length : 0,
});

/** What is timed, and what is looked at afterwards; what an engine has not is not there. */
const WAYS = {
  fromBytes: [() => BloomFilter.fromBytes(dump), free],
  copy: [() => copied(), whole],
  "copy and checksum": [() => (checksum(), copied()), whole],
  toBytes: [() => filter.toBytes(), whole],
  fromBase64: [() => BloomFilter.fromBase64(text), free],
  "Uint8Array.fromBase64": own.fromBase64 && [() => own.fromBase64(text), whole],
  "Uint8Array.fromBase64, fromBytes": own.fromBase64 && [() => BloomFilter.fromBytes(own.fromBase64(text)), free],
  "Buffer.from": buffer && [() => buffer.from(text, "base64"), whole],
  "Buffer.from, fromBytes": buffer && [() => BloomFilter.fromBytes(buffer.from(text, "base64")), free],
  toBase64: [() => filter.toBase64(), whole],
  "Uint8Array.toBase64": own.prototype.toBase64 && [() => dump.toBase64(), whole],
  "toBytes, Uint8Array.toBase64": own.prototype.toBase64 && [() => filter.toBytes().toBase64(), whole],
  "Buffer.toString": buffer && [() => buffer.from(dump.buffer).toString("base64"), whole],
  "toBytes, Buffer.toString": buffer && [() => buffer.from(filter.toBytes().buffer).toString("base64"), whole],
};

/** Texts are for those sizes that want them. */
const isText = (name) => /base64|Buffer/i.test(name);

export const dumps = {
  async prepare({ file, withText }, read) {
    filter?.free();
    dump = await read(file);
    room = dump.slice();
    filter = BloomFilter.fromBytes(dump);
    text = withText ? filter.toBase64() : undefined;
    return { ways: Object.keys(WAYS).filter((name) => WAYS[name] && (withText || !isText(name))), bytes: dump.length };
  },

  /** @param {string} name @param {number} ms */
  block(name, ms) {
    const [make, tally] = WAYS[name];
    return block(ms, () => undefined, make, tally);
  },
};
