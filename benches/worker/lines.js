// Many keys at once: lists of lines, and of strings.

import { BloomFilter } from "edgebloom";
import { block } from "./passes.js";

/** Lines per pass: few enough that most passes are not interrupted. */
const LINES = 20_000;

const decoder = new TextDecoder();
/** @type {Record<string, BloomFilter>} */
const filters = {};
/**
 * Each list as pieces, and the index of the next piece.
 * @type {Record<string, { pieces: Uint8Array[], place: number }>}
 */
const texts = {};

/**
 * A text in pieces with a number of lines each.
 * @param {Uint8Array} text
 */
function piecesOf(text) {
  const pieces = [];
  for (let from = 0; from < text.length; ) {
    let end = from;
    for (let line = 0; line < LINES && end < text.length; line++) end = text.indexOf(10, end) + 1;
    pieces.push(text.subarray(from, end));
    from = end;
  }
  return pieces;
}

const countOf = (/** @type {Uint8Array} */ text) => text.reduce((count, byte) => count + Number(byte === 10), 0);

/**
 * The lines of a text as new strings.
 * @param {Uint8Array} text
 * @returns {string[]}
 */
const stringsOf = (text) =>
  decoder
    .decode(text)
    .trimEnd()
    .split("\n")
    .map((key) => JSON.parse(`"${key}"`));

export const lines = {
  /**
   * @param {string} name
   * @param {string} file
   * @param {import("./main.js").Read} read
   */
  async load(name, file, read) {
    filters[name]?.free();
    filters[name] = BloomFilter.fromBytes(await read(file));
    return {};
  },

  /**
   * @param {string} name
   * @param {string} file
   * @param {import("./main.js").Read} read
   */
  async text(name, file, read) {
    texts[name] = { pieces: piecesOf(await read(file)), place: 0 };
    return {};
  },

  /** @param {string} name */
  drop(name) {
    filters[name].free();
    delete filters[name];
    return {};
  },

  /**
   * @param {string} filterName
   * @param {"hasLines" | "addLines" | "hasMany" | "addMany"} call
   * @param {string} textName
   * @param {number} ms
   */
  block(filterName, call, textName, ms) {
    const [filter, text] = [filters[filterName], texts[textName]];
    const next = () => text.pieces[text.place++ % text.pieces.length];
    const counted = (/** @type {Uint8Array} */ answers) => ({
      calls: answers.length,
      yes: answers.reduce((sum, answer) => sum + answer, 0),
    });
    if (call === "hasLines") return block(ms, next, (piece) => filter.hasLines(piece), counted);
    if (call === "hasMany")
      return block(
        ms,
        () => stringsOf(next()),
        (keys) => filter.hasMany(keys),
        counted,
      );
    let empty = false;
    // Adding starts with an empty filter.
    const fresh = () => {
      if (!empty || text.place % text.pieces.length === 0) filter.clear();
      empty = true;
      return next();
    };
    if (call === "addLines")
      return block(
        ms,
        fresh,
        (piece) => filter.addLines(piece),
        (yes, piece) => ({ calls: countOf(piece), yes }),
      );
    return block(
      ms,
      () => stringsOf(fresh()),
      (keys) => filter.addMany(keys),
      (yes, keys) => ({ calls: keys.length, yes }),
    );
  },
};
