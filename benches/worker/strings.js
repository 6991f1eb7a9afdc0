// Single keys: has() and add() of all contenders that have them.

import { BloomFilter } from "edgebloom";
import { contenderOf, keysFor } from "./contenders.js";
import { Pool } from "./keys.js";
import { block } from "./passes.js";

/** @typedef {import("./contenders.js").Contender} Contender */
/** @typedef {import("./main.js").Read} Read */
/** @typedef {import("../rows.mjs").Question} Question */

/**
 * @typedef {object} What
 * @property {import("./keys.js").Kind} kind
 * @property {number} bytes
 * @property {number} members how many members are queried
 * @property {string[]} names
 * @property {Record<string, string>} dump the filter files by layout: random bits, as many as of all other members
 */

/** The first numbers of the keys: members that are queried, non-members, and members that only fill the filter. */
const [HITS, MISSES, OTHERS] = [0, 0x40000000, 0x80000000];
const PIECE = 100_000;
const tally = (/** @type {number} */ yes, /** @type {string[]} */ list) => ({ calls: list.length, yes });

/** @type {number} */
let keys;
/** @type {Record<Question, Pool>} the keys of each question */
let pools;
/** @type {Record<string, Contender>} */
const contenders = {};
/** @type {Record<string, any>} of the libraries */
const filters = {};

/**
 * Sets random bits, the same in each piece of 1 MiB. After `later` more tries, half of all bits are set.
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
  const piece = bits.subarray(0, 0x40000);
  for (let i = 0; i < piece.length; i++) {
    // Each step halves the set bits or the unset bits, from the lowest digit of the probability to the highest.
    let word = 0;
    for (let digit = 0; digit < 8; digit++) word = (share >> digit) & 1 ? word | random() : word & random();
    piece[i] = word;
  }
  for (let i = piece.length; i < bits.length; i += piece.length) {
    bits.set(piece.subarray(0, bits.length - i), i);
  }
}

/**
 * A filter of another package with as many keys as its capacity, among them the queried members.
 * @param {Contender} contender
 * @param {import("./keys.js").Kind} kind
 */
function full(contender, kind) {
  const hits = pools.hits;
  const filter = contender.make(keys);
  if (contender.bits) fillByChance(contender.bits(filter), 7 * hits.count);
  else {
    for (let rest = keys - hits.count, from = 0; rest > 0; rest -= PIECE, from += PIECE) {
      contender.add(filter, new Pool(kind, OTHERS + from, Math.min(rest, PIECE)).next(Math.min(rest, PIECE)));
    }
  }
  for (let i = 0; i < hits.count; i += PIECE) contender.add(filter, hits.next(Math.min(PIECE, hits.count - i)));
  return filter;
}

export const strings = {
  /**
   * Creates keys and filters.
   * @param {What} what
   * @param {Read} read
   */
  async prepare({ kind, bytes, members, names, dump }, read) {
    keys = keysFor(bytes);
    const misses = new Pool(kind, MISSES, Math.max(members, 20_000));
    pools = { hits: new Pool(kind, HITS, members), misses, add: misses };
    /** @type {Record<string, Uint8Array>} */
    const files = {};
    for (const name of names) {
      const contender = (contenders[name] = await contenderOf(name));
      const { layout } = contender;
      if (layout) {
        if (!files[layout]) {
          const filter = BloomFilter.fromBytes(await read(dump[layout]));
          filter.addLines(pools.hits.lines());
          files[layout] = filter.toBytes();
          filter.free();
        }
        filters[name] = contender.load(files[layout]);
      } else filters[name] = full(contender, kind);
    }
    return {};
  },

  /**
   * Calls each contender often enough to be compiled.
   * @param {Question} question
   * @param {string[]} names
   */
  warmUp(question, names) {
    for (const name of names) {
      const { warm, pass } = contenders[name];
      for (let i = 0; i < warm; i += pass) strings.block(name, question, 0.001);
    }
    return {};
  },

  /**
   * @param {string} name
   * @param {Question} question
   * @param {number} ms
   */
  block(name, question, ms) {
    const contender = contenders[name];
    const pool = pools[question];
    const next = () => pool.next(Math.min(contender.pass, pool.count));
    if (question !== "add") return block(ms, next, (list) => contender.has(filters[name], list), tally);
    /** @type {any} of the library */
    let filter;
    let room = 0;
    const before = () => {
      const list = next();
      if (list.length > room) {
        if (filter) contender.free(filter);
        filter = contender.make(keys);
        // No key is added twice.
        room = Math.min(keys, pool.count);
      }
      room -= list.length;
      return list;
    };
    const done = block(ms, before, (list) => contender.add(filter, list), tally);
    contender.free(filter);
    return done;
  },
};
