// LZMA, as Igor Pavlov's specification (lzma-specification.txt, 2015) has it, for what scripts/inline.mjs packs:
// lc = 3, lp = 0, pb = 2, a known length. Bundles and servers compress a module by a fifth less.

/** The states after literals, matches, repetitions. */
const STATES = 12;
const POSITIONS = 4;
const LENGTHS = 2 + 2 * 8 * POSITIONS + 256;

// Where the probabilities of each kind begin.
const MATCH = 0;
const REP = MATCH + STATES * POSITIONS;
const REP0 = REP + STATES;
const REP1 = REP0 + STATES;
const REP2 = REP1 + STATES;
const REP0_LONG = REP2 + STATES;
const SLOT = REP0_LONG + STATES * POSITIONS;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 128;
const LENGTH = ALIGN + 16;
const REP_LENGTH = LENGTH + LENGTHS;
const LITERAL = REP_LENGTH + LENGTHS;

/** Below this the range gets another byte. */
const LEAST = 2 ** 24;

/**
 * @param {Uint8Array} source without the header of a file
 * @param {number} length of what comes out
 * @returns {Uint8Array}
 */
export function unpack(source, length) {
  const out = new Uint8Array(length);
  const odds = new Uint16Array(LITERAL + 8 * 0x300).fill(1024);
  let range = 2 ** 32 - 1;
  let code = new DataView(source.buffer, source.byteOffset).getUint32(1);
  let next = 5;

  /** @param {number} at */
  const bit = (at) => {
    const odd = odds[at];
    const bound = (range >>> 11) * odd;
    const is = code < bound ? 0 : 1;
    if (is) {
      range -= bound;
      code -= bound;
      odds[at] = odd - (odd >> 5);
    } else {
      range = bound;
      odds[at] = odd + ((2048 - odd) >> 5);
    }
    if (range < LEAST) {
      range *= 256;
      code = code * 256 + source[next++];
    }
    return is;
  };
  /** @type {(at: number, bits: number) => number} */
  const tree = (at, bits) => {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | bit(at + node);
    return node - (1 << bits);
  };
  /** @type {(at: number, bits: number) => number} */
  const reversed = (at, bits) => {
    let number = 0;
    for (let i = 0, node = 1; i < bits; i++) {
      const one = bit(at + node);
      node = (node << 1) | one;
      number |= one << i;
    }
    return number;
  };
  /** @param {number} bits */
  const even = (bits) => {
    let number = 0;
    while (bits--) {
      range = Math.floor(range / 2);
      const is = code < range ? 0 : 1;
      if (is) code -= range;
      number = number * 2 + is;
      if (range < LEAST) {
        range *= 256;
        code = code * 256 + source[next++];
      }
    }
    return number;
  };
  /** @type {(at: number, place: number) => number} */
  const lengthOf = (at, place) => {
    if (!bit(at)) return 2 + tree(at + 2 + 8 * place, 3);
    if (!bit(at + 1)) return 10 + tree(at + 2 + 8 * (POSITIONS + place), 3);
    return 18 + tree(at + 2 + 16 * POSITIONS, 8);
  };

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [1, 1, 1, 1];
  for (let end = 0; end < length; ) {
    const place = end & (POSITIONS - 1);
    if (!bit(MATCH + state * POSITIONS + place)) {
      const at = LITERAL + 0x300 * ((out[end - 1] ?? 0) >> 5);
      let node = 1;
      if (state > 6) {
        // After a match the byte that would have followed it foretells this one, until they differ.
        for (let match = out[end - rep0]; node < 256; match <<= 1) {
          const foretold = (match >> 7) & 1;
          const one = bit(at + ((1 + foretold) << 8) + node);
          node = (node << 1) | one;
          if (one !== foretold) break;
        }
      }
      while (node < 256) node = (node << 1) | bit(at + node);
      out[end++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(REP + state)) {
      if (!bit(REP0 + state)) {
        if (!bit(REP0_LONG + state * POSITIONS + place)) {
          state = state < 7 ? 9 : 11;
          out[end] = out[end - rep0];
          end++;
          continue;
        }
      } else if (!bit(REP1 + state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(REP2 + state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      count = lengthOf(REP_LENGTH, place);
      state = state < 7 ? 8 : 11;
    } else {
      count = lengthOf(LENGTH, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(SLOT + 64 * Math.min(count - 2, 3), 6);
      let distance = slot;
      if (slot > 3) {
        const bits = (slot >> 1) - 1;
        distance = (2 | (slot & 1)) * 2 ** bits;
        distance += slot < 14 ? reversed(SPECIAL + distance - slot, bits) : even(bits - 4) * 16 + reversed(ALIGN, 4);
      }
      [rep0, rep1, rep2, rep3] = [distance + 1, rep0, rep1, rep2];
    }
    for (; count--; end++) out[end] = out[end - rep0];
  }
  return out;
}
