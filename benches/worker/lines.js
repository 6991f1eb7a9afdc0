// Many keys at once: lists of lines, and of strings.

import { BloomFilter } from "edgebloom";
import { block } from "./passes.js";

/** Lines of a pass, which are short enough that few passes are interrupted. */
const LINES = 20_000;

const decoder = new TextDecoder();
const filters = {};
/** Each as pieces, and the place of the next one. */
const texts = {};

/** A text in pieces of so many lines. */
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

const countOf = (text) => text.reduce((count, byte) => count + (byte === 10), 0);

/** The lines of a text as new strings. */
const stringsOf = (text) =>
  decoder
    .decode(text)
    .trimEnd()
    .split("\n")
    .map((key) => JSON.parse(`"${key}"`));

export const lines = {
  async load(name, file, read) {
    filters[name]?.free();
    filters[name] = BloomFilter.fromBytes(await read(file));
    return {};
  },

  async text(name, file, read) {
    texts[name] = { pieces: piecesOf(await read(file)), place: 0 };
    return {};
  },

  drop(name) {
    filters[name].free();
    delete filters[name];
    return {};
  },

  /** @param {"hasLines" | "addLines" | "hasMany" | "addMany"} call */
  block(filterName, call, textName, ms) {
    const [filter, text] = [filters[filterName], texts[textName]];
    const next = () => text.pieces[text.place++ % text.pieces.length];
    const counted = (answers) => ({ calls: answers.length, yes: answers.reduce((sum, answer) => sum + answer, 0) });
    if (call === "hasLines") return block(ms, next, (piece) => filter.hasLines(piece), counted);
    if (call === "hasMany")
      return block(
        ms,
        () => stringsOf(next()),
        (keys) => filter.hasMany(keys),
        counted,
      );
    let empty = false;
    // Whoever is asked to add again has not seen the keys.
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
