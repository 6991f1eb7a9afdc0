// MurmurHash3 x86 128 by Austin Appleby (SMHasher, MurmurHash3.cpp): four lanes of 32 bits. One version hashes bytes, the other hashes an ASCII
// string without writing its bytes.
//
// A bundler can turn a `const` of this file into a `var`, which engines read again at each use. So the loops contain their constants, and call
// `Math.imul` by its name.

/**
 * The latest hash. A typed array holds any 32-bit number. For a `let`, engines whose small integers have 31 bits allocate a number.
 */
export const lanes = new Int32Array(4);

/**
 * The seed of the hash for the seed of a filter. A hash of at most four bytes has four equal lanes if the seed is the number of bytes. Here the
 * seed is 2^31 or more, and no key is that long.
 * @param {number} seed
 */
export const scrambled = (seed) => Math.imul(seed, 0x9e3779b1) | 0x80000000;

/**
 * Mixes a word of the key for the first lane. The next three functions are for the other lanes. A word without bytes stays 0.
 * @param {number} word
 */
function first(word) {
  word = Math.imul(word, 0x239b961b);
  return Math.imul((word << 15) | (word >>> 17), 0xab0e9789);
}

/** @param {number} word */
function second(word) {
  word = Math.imul(word, 0xab0e9789);
  return Math.imul((word << 16) | (word >>> 16), 0x38b34ae5);
}

/** @param {number} word */
function third(word) {
  word = Math.imul(word, 0x38b34ae5);
  return Math.imul((word << 17) | (word >>> 15), 0xa1e38b93);
}

/** @param {number} word */
function fourth(word) {
  word = Math.imul(word, 0xa1e38b93);
  return Math.imul((word << 18) | (word >>> 14), 0x239b961b);
}

/**
 * A lane after a word of a complete block.
 * @param {number} lane
 * @param {number} turn
 * @param {number} next
 * @param {number} add
 */
const advance = (lane, turn, next, add) => (Math.imul(((lane << turn) | (lane >>> (32 - turn))) + next, 5) + add) | 0;

/**
 * @param {number} lane
 */
function avalanche(lane) {
  lane = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  lane = Math.imul(lane ^ (lane >>> 13), 0xc2b2ae35);
  return lane ^ (lane >>> 16);
}

/**
 * The last step of the hash, with the number of bytes. With a salt, it makes another hash of a hash.
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 * @param {number} number
 */
export function finish(h1, h2, h3, h4, number) {
  h1 = ((h1 ^ number) + (h2 ^ number) + (h3 ^ number) + (h4 ^ number)) | 0;
  h2 = avalanche((h2 ^ number) + h1);
  h3 = avalanche((h3 ^ number) + h1);
  h4 = avalanche((h4 ^ number) + h1);
  h1 = (avalanche(h1) + h2 + h3 + h4) | 0;
  lanes[0] = h1;
  lanes[1] = h2 + h1;
  lanes[2] = h3 + h1;
  lanes[3] = h4 + h1;
}

/**
 * The bytes of a word up to `end`, as a word.
 * @param {DataView} view
 * @param {number} i
 * @param {number} end
 */
function wordOf(view, i, end) {
  if (i + 4 <= end) return view.getInt32(i, true);
  let word = 0;
  for (; i < end; i++) word |= view.getUint8(i) << (i << 3);
  return word;
}

/**
 * Hashes the first bytes of a view into `lanes`. The view is a DataView, because a file is hashed before the engine has compiled this code. Then
 * one call per word is three times as fast as joining four bytes.
 * @param {DataView} view
 * @param {number} length number of bytes
 * @param {number} seed
 */
export function hashBytes(view, length, seed) {
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  let i = 0;
  for (; length - i > 15; i += 16) {
    h1 = advance(h1 ^ first(view.getInt32(i, true)), 19, h2, 0x561ccd1b);
    h2 = advance(h2 ^ second(view.getInt32(i + 4, true)), 17, h3, 0x0bcaa747);
    h3 = advance(h3 ^ third(view.getInt32(i + 8, true)), 15, h4, 0x96cd1c35);
    h4 = advance(h4 ^ fourth(view.getInt32(i + 12, true)), 13, h1, 0x32ac3b17);
  }
  h1 ^= first(wordOf(view, i, length));
  h2 ^= second(wordOf(view, i + 4, length));
  h3 ^= third(wordOf(view, i + 8, length));
  h4 ^= fourth(wordOf(view, i + 12, length));
  finish(h1, h2, h3, h4, length);
}

/**
 * Four characters as a word; negative if one of them is not ASCII.
 * @param {string} text
 * @param {number} i
 */
function asciiWord(text, i) {
  const a = text.charCodeAt(i);
  const b = text.charCodeAt(i + 1);
  const c = text.charCodeAt(i + 2);
  const d = text.charCodeAt(i + 3);
  return (a | b | c | d) < 128 ? a | (b << 8) | (c << 16) | (d << 24) : -1;
}

/**
 * Hashes an ASCII string into `lanes`.
 * @param {string} text
 * @param {number} seed
 * @returns {boolean} false if it is not ASCII
 */
export function hashAscii(text, seed) {
  const { length } = text;
  let last = 0;
  for (let i = length & ~3; i < length; i++) {
    const code = text.charCodeAt(i);
    last |= code < 128 ? code << (i << 3) : -1;
  }
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  for (let i = 0; ; i += 16) {
    const left = length - i;
    let a = last;
    let b = 0;
    let c = 0;
    let d = 0;
    // One branch per word, not per character, because lengths are hard to predict.
    if (left > 3) {
      a = asciiWord(text, i);
      b = last;
      if (left > 7) {
        b = asciiWord(text, i + 4);
        c = last;
        if (left > 11) {
          c = asciiWord(text, i + 8);
          d = left > 15 ? asciiWord(text, i + 12) : last;
        }
      }
    }
    if ((a | b | c | d) < 0) return false;
    a = first(a);
    b = second(b);
    c = third(c);
    d = fourth(d);
    if (left < 16) {
      finish(h1 ^ a, h2 ^ b, h3 ^ c, h4 ^ d, length);
      return true;
    }
    h1 = advance(h1 ^ a, 19, h2, 0x561ccd1b);
    h2 = advance(h2 ^ b, 17, h3, 0x0bcaa747);
    h3 = advance(h3 ^ c, 15, h4, 0x96cd1c35);
    h4 = advance(h4 ^ d, 13, h1, 0x32ac3b17);
  }
}
