// The row of 32 bits and what keys do to it. These functions do not depend on the page: tests use them, too.

import { FilterReader } from "edgebloom/reader";
import { madeUp } from "../../lib/made-up.js";

/** An empty filter of 64 bits, the smallest possible, with 3 probes per key. */
const EMPTY = "60ZMVAEAAQEBAQMAAQAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABxRKdq6QYcM";

export const BITS = 32;
export const PROBES = 3;

/** The keys that are added first. */
export const ADDED = ["apple", "pear", "mango"];

/** The keys of the slider, in their order; the reader's own come after the first three. */
const MORE =
  "banana cherry plum peach grape lemon lime orange kiwi melon papaya guava quince apricot date olive currant raspberry " +
  "blueberry cranberry strawberry blackberry elderberry gooseberry mulberry persimmon pomegranate pineapple coconut " +
  "nectarine tangerine grapefruit clementine kumquat pomelo durian rambutan";

const reader = FilterReader.fromBase64(EMPTY);

/**
 * The positions of a key among 32 bits. The smallest filter has 64 bits. For 32 bits, the same hash gives half of each
 * position.
 * @param {string} key
 */
export const positionsOf = (key) => reader.positions(key).map((position) => Math.floor(position / 2));

/** How many bits the three positions of a key are: two of them can be the same. @param {string} key */
export const distinctOf = (key) => new Set(positionsOf(key)).size;

/**
 * The bits that are 1, each with the first key that has set it.
 * @param {string[]} keys
 */
export function ownersOf(keys) {
  /** @type {Map<number, string>} */
  const owners = new Map();
  for (const key of keys) for (const position of positionsOf(key)) if (!owners.has(position)) owners.set(position, key);
  return owners;
}

/**
 * What adding a key changes: the bits that it sets. Its others were already 1.
 * @param {string[]} keys that were added before
 * @param {string} key
 */
export const newBitsOf = (keys, key) => ownersOf([...keys, key]).size - ownersOf(keys).size;

/** The bits that more than one key has set. @param {string[]} keys */
export function sharedBitsOf(keys) {
  const bits = keys.flatMap((key) => [...new Set(positionsOf(key))]);
  return new Set(bits.filter((bit, i) => bits.indexOf(bit) < i));
}

/**
 * A query: the bits that it reads, up to the first 0.
 * @param {string[]} keys that were added
 * @param {string} key
 * @returns {{ probes: number[], kind: "no" | "maybe" }}
 */
export function ask(keys, key) {
  const [positions, owners] = [positionsOf(key), ownersOf(keys)];
  const zero = positions.findIndex((position) => !owners.has(position));
  return zero < 0 ? { probes: positions, kind: "maybe" } : { probes: positions.slice(0, zero + 1), kind: "no" };
}

/** The key whose query shows most: its first bit is 1, its second one is 0. @param {string[]} keys that were added */
export const absentKey = (keys) => search(keys, ["lychee"], "no", 2).key;

/**
 * A key that was never added and gets "maybe".
 * @param {string[]} keys that were added
 * @param {number} [from] how many candidates to leave out
 */
export const falsePositive = (keys, from = 0) => search(keys, ["fig"], "maybe", PROBES, from);

/**
 * Tries some keys first, and then made-up words.
 * @param {string[]} keys
 * @param {string[]} first
 * @param {"no" | "maybe"} kind
 * @param {number} probes
 * @param {number} [from]
 */
function search(keys, first, kind, probes, from = 0) {
  /** The keys that were tried before. @type {string[]} */
  const misses = [];
  for (let number = from; ; number++) {
    const key = first[number] ?? madeUp(number - first.length);
    if (keys.includes(key)) continue;
    const answer = ask(keys, key);
    // A full row has no key that gets "no".
    if ((answer.kind === kind && answer.probes.length === probes) || number > from + 5000)
      return { key, misses, tried: number + 1 - from, next: number + 1 };
    misses.push(key);
  }
}

/** The most keys that the slider adds. */
export const MOST_KEYS = 40;

/**
 * The keys of the slider.
 * @param {string[]} own the reader's keys
 */
export const keysOf = (own) => [...new Set([...ADDED, ...own, ...MORE.split(" ")])].slice(0, MOST_KEYS);

export const STRANGERS = 100;

/** The first of a hundred made-up words: those after the 64 of trade.js, and not picked, so their answers differ from the chances as chance has it. */
const FIRST = 64;

/**
 * The strangers: keys that were never added.
 * @param {string[]} keys that were added
 */
export const strangersTo = (keys) =>
  Array.from({ length: STRANGERS + keys.length }, (_, i) => madeUp(FIRST + i))
    .filter((name) => !keys.includes(name))
    .slice(0, STRANGERS);

/**
 * The strangers, each with the number of keys that it takes until it gets "maybe".
 * @param {string[]} keys of the slider
 */
export function fallingIn(keys) {
  const owners = ownersOf(keys);
  const from = (/** @type {number} */ position) => keys.indexOf(owners.get(position) ?? "") + 1 || Infinity;
  return strangersTo(keys).map((name) => ({ name, from: Math.max(...positionsOf(name).map(from)) }));
}

/**
 * The share of all other keys that get "maybe": each of their three probes finds a 1 with the share of bits that are 1.
 * @param {number} ones bits that are 1
 */
export const rateOf = (ones) => (ones / BITS) ** PROBES;
