// Single keys: has() and add() of all contenders that have them.

import { BloomFilter } from "edgebloom";
import { CONTENDERS, keysFor } from "./contenders.js";
import { Pool } from "./keys.js";
import { block } from "./passes.js";

/** @typedef {import("./contenders.js").Contender} Contender */
/** @typedef {import("./main.js").Read} Read */

/**
 * @typedef {object} What
 * @property {import("./keys.js").Kind} kind
 * @property {boolean} [json]
 * @property {number} bytes
 * @property {"hits" | "misses" | "add"} question
 * @property {string[]} names
 * @property {Record<string, string>} [dump] the files of the package's own filters, if they are large
 */

/** The first numbers of the keys: members that are queried, non-members, and members that only fill the filter. */
const [HITS, MISSES, OTHERS] = [0, 0x40000000, 0x80000000];
const PIECE = 100_000;
const tally = (/** @type {number} */ yes, /** @type {string[]} */ list) => ({ calls: list.length, yes });

/**
 * The queries of each contender, by name.
 * @type {Record<string, Pool>}
 */
let queries;
/** @type {import("./keys.js").Kind} */
let kind;
/** @type {boolean | undefined} */
let parsed;
/** @type {What["question"]} */
let question;
/** @type {number} */
let keys;
/** @type {Record<string, any>} of the libraries */
let filters;

/**
 * Sets random bits. After `later` more tries, half of all bits are set.
 * @param {{ buffer: ArrayBufferLike, byteLength: number }} bits
 * @param {number} later
 */
function fillByChance({ buffer, byteLength }, later) {
  const bits = new Uint32Array(buffer, 0, byteLength >> 2);
  // The probability of a set bit, in 256ths.
  const share = Math.round(256 * Math.max(0, 1 - 0.5 / (1 - 1 / (bits.length * 32)) ** later));
  let state = 1;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    return (state ^= state << 5);
  };
  if (!share) return;
  for (let i = 0; i < bits.length; i++) {
    // Each step halves the set bits or the unset bits, from the lowest digit of the probability to the highest.
    let word = 0;
    for (let digit = 0; digit < 8; digit++) word = (share >> digit) & 1 ? word | random() : word & random();
    bits[i] = word;
  }
}

/**
 * A filter with as many keys as its capacity, among them the queried members.
 * @param {string} name
 * @param {Contender} contender
 * @param {{ hits: Pool, dump: What["dump"], read: Read }} means
 */
async function full(name, contender, { hits, dump, read }) {
  if (dump && name.startsWith("edgebloom")) {
    const filter = BloomFilter.fromBytes(await read(dump[name]));
    filter.addLines(hits.lines());
    return contender.loaded?.(filter) ?? filter;
  }
  const filter = contender.make(keys);
  if (contender.bits) fillByChance(contender.bits(filter), 7 * hits.count);
  else {
    for (let rest = keys - hits.count, from = 0; rest > 0; rest -= PIECE, from += PIECE) {
      const piece = new Pool(kind, OTHERS + from, Math.min(rest, PIECE));
      if (filter.addLines) filter.addLines(piece.lines());
      else contender.add(filter, piece.next(piece.count));
    }
  }
  for (let i = 0; i < hits.count; i += PIECE) contender.add(filter, hits.next(Math.min(PIECE, hits.count - i)));
  return contender.loaded?.(filter) ?? filter;
}

export const strings = {
  /**
   * Creates keys and filters, and warms up all calls.
   * @param {What} what
   * @param {Read} read
   */
  async prepare(what, read) {
    ({ kind, json: parsed, question } = what);
    keys = keysFor(what.bytes);
    const count = Math.min(keys, what.bytes > 1e7 ? 1_000_000 : 200_000);
    const first = question === "hits" ? HITS : MISSES;
    const all = new Pool(kind, first, Math.min(count, question === "hits" ? Math.max(1e4, keys >> 2) : count));
    [filters, queries] = [{}, {}];
    for (const name of what.names) {
      const contender = CONTENDERS[name];
      queries[name] = contender.few ? new Pool(kind, first, contender.few) : all;
      if (question !== "add") {
        const hits = question === "hits" ? queries[name] : new Pool(kind, HITS, Math.min(keys, 1000));
        filters[name] = await full(name, contender, { hits, dump: what.dump, read });
      }
      for (let i = 0; i < contender.warm; i += contender.pass) strings.block(name, 0.001);
    }
    return { keys };
  },

  /**
   * @param {string} name
   * @param {number} ms
   */
  block(name, ms) {
    const contender = CONTENDERS[name];
    const next = () => queries[name].next(Math.min(contender.pass, queries[name].count), parsed);
    if (question !== "add") {
      return block(ms, next, (list) => contender.has(filters[name], list), tally);
    }
    /** @type {any} of the library */
    let filter;
    let room = 0;
    const before = () => {
      const list = next();
      if (list.length > room) {
        if (filter) contender.free(filter);
        filter = contender.make(keys);
        // No key is added twice.
        room = Math.min(keys, queries[name].count);
      }
      room -= list.length;
      return list;
    };
    const done = block(ms, before, (list) => contender.add(filter, list), tally);
    contender.free(filter);
    return done;
  },
};
