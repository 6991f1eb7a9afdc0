// The four steps of the explanation. These functions do not depend on the page: tests use them, too.

import { FilterReader } from "edgebloom/reader";

/** An empty filter of 64 bits, the smallest possible, with 3 probes per key. */
const EMPTY = "60ZMVAEAAQEBAQMAAQAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABxRKdq6QYcM";

export const BITS = 32;

export const ADDED = ["apple", "pear", "mango"];

const reader = FilterReader.fromBase64(EMPTY);

/**
 * The positions of a key among 32 bits. The smallest filter has 64 bits. For 32 bits, the same hash gives half of each
 * position.
 * @param {string} key
 */
export const positionsOf = (key) => reader.positions(key).map((position) => Math.floor(position / 2));

/**
 * One state of the row.
 * @typedef {object} Frame
 * @property {string} key whose positions are shown
 * @property {number[]} positions of a query, up to the first 0
 * @property {Set<number>} set the bits that are 1
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {Frame[]} frames in order; the last one stays
 * @property {"" | "no" | "maybe"} verdict
 */

/** @param {string} key @param {string[]} added @returns {Frame} */
const frame = (key, added) => ({
  key,
  positions: key ? positionsOf(key) : [],
  set: new Set(added.flatMap(positionsOf)),
});

/** @param {string} key @returns {Frame} */
function query(key) {
  const { positions, set } = frame(key, ADDED);
  const zero = positions.findIndex((position) => !set.has(position));
  return { key, positions: zero < 0 ? positions : positions.slice(0, zero + 1), set };
}

/** @type {Step[]} */
export const STEPS = [
  { name: "empty", frames: [frame("", [])], verdict: "" },
  { name: "hash", frames: [frame("apple", [])], verdict: "" },
  { name: "add", frames: ADDED.map((key, i) => frame(key, ADDED.slice(0, i + 1))), verdict: "" },
  { name: "query", frames: [query("lychee")], verdict: "no" },
  { name: "collide", frames: [query("fig")], verdict: "maybe" },
];

/** The first key that has set a bit. @param {number} position */
export const ownerOf = (position) => ADDED.find((key) => positionsOf(key).includes(position)) ?? "";
