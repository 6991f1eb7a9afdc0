// MurmurHash3 x86 128 by Austin Appleby (SMHasher, MurmurHash3.cpp): four lanes of 32 bits.
//
// Two loops, one for keys and one for files, and both are written out:
// - Which small functions an engine inlines into a hot one depends on when it compiles. With a function per step, Node 20 took 100 ns for a key in
//   some processes, and 170 in others.
// - V8 compiles the loop over a file while it runs. Afterwards it may never compile that function for short keys.
//
// A bundler can turn a `const` of this file into a `var`, which engines read again at each use. So the loops contain their constants, and call
// `Math.imul` by its name.

const latest = new Int32Array(4);
/**
 * The latest hash. A typed array holds any 32-bit number. For a `let`, engines whose small integers have 31 bits allocate a number. To V8, an
 * exported `const` is not a constant, so this file uses `latest`.
 */
export const lanes = latest;

/** Whether words begin with the lowest byte, as the hash reads them. */
const isLittleEndian = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/**
 * The seed of the hash for the seed of a filter. A hash of at most four bytes has four equal lanes if the seed is the number of bytes. Here the
 * seed is 2^31 or more, and no key is that long.
 * @param {number} seed
 */
export const scrambled = (seed) => Math.imul(seed, 0x9e3779b1) | 0x80000000;

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
  latest[0] = h1;
  latest[1] = h2 + h1;
  latest[2] = h3 + h1;
  latest[3] = h4 + h1;
}

/**
 * Sets the lanes to those of a hash.
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 */
export function setLanes(h1, h2, h3, h4) {
  latest[0] = h1;
  latest[1] = h2;
  latest[2] = h3;
  latest[3] = h4;
}

/**
 * The digest under the salt of a layer of a static set: each lane gets another number. Salt 0 changes nothing.
 * @param {number} h1
 * @param {number} h2
 * @param {number} h3
 * @param {number} h4
 * @param {number} salt
 */
export function layered(h1, h2, h3, h4, salt) {
  if (!salt) return setLanes(h1, h2, h3, h4);
  h2 ^= Math.imul(salt, 0x85ebca6b);
  h3 ^= Math.imul(salt, 0xc2b2ae35);
  finish(h1, h2, h3, h4 ^ Math.imul(salt, 0x27d4eb2f), salt);
}

/**
 * Hashes the bytes of a key.
 * @param {Int32Array} words the bytes, with 16 zeros after them
 * @param {number} length number of bytes
 * @param {number} seed
 */
export function hashWords(words, length, seed) {
  if (!isLittleEndian) swapBytes(words);
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  for (let i = 0; ; i += 4) {
    let k1 = Math.imul(words[i], 0x239b961b);
    let k2 = Math.imul(words[i + 1], 0xab0e9789);
    let k3 = Math.imul(words[i + 2], 0x38b34ae5);
    let k4 = Math.imul(words[i + 3], 0xa1e38b93);
    k1 = Math.imul((k1 << 15) | (k1 >>> 17), 0xab0e9789);
    k2 = Math.imul((k2 << 16) | (k2 >>> 16), 0x38b34ae5);
    k3 = Math.imul((k3 << 17) | (k3 >>> 15), 0xa1e38b93);
    k4 = Math.imul((k4 << 18) | (k4 >>> 14), 0x239b961b);
    // The last block is not full. The zeros at its end change no lane.
    if (length < 4 * i + 16) return finish(h1 ^ k1, h2 ^ k2, h3 ^ k3, h4 ^ k4, length);
    h1 ^= k1;
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= k2;
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= k3;
    h3 = (Math.imul(((h3 << 15) | (h3 >>> 17)) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= k4;
    h4 = (Math.imul(((h4 << 13) | (h4 >>> 19)) + h1, 5) + 0x32ac3b17) | 0;
  }
}

/** @param {Int32Array} words */
function swapBytes(words) {
  const view = new DataView(words.buffer);
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(4 * i, true);
}

/**
 * Hashes a file, or a long key, into `lanes`. It reads with a DataView, because bytes can start anywhere, and because a file is hashed before the
 * engine has compiled this code: then one call per word is three times as fast as joining four bytes.
 * @param {Uint8Array} bytes
 * @param {number} seed
 */
export function hashBytes(bytes, seed) {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  let block = view;
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  for (let i = 0; ; i += 16) {
    let at = i;
    if (length < i + 16) {
      block = padded(bytes.subarray(i));
      at = 0;
    }
    let k1 = Math.imul(block.getInt32(at, true), 0x239b961b);
    let k2 = Math.imul(block.getInt32(at + 4, true), 0xab0e9789);
    let k3 = Math.imul(block.getInt32(at + 8, true), 0x38b34ae5);
    let k4 = Math.imul(block.getInt32(at + 12, true), 0xa1e38b93);
    k1 = Math.imul((k1 << 15) | (k1 >>> 17), 0xab0e9789);
    k2 = Math.imul((k2 << 16) | (k2 >>> 16), 0x38b34ae5);
    k3 = Math.imul((k3 << 17) | (k3 >>> 15), 0xa1e38b93);
    k4 = Math.imul((k4 << 18) | (k4 >>> 14), 0x239b961b);
    if (block !== view) return finish(h1 ^ k1, h2 ^ k2, h3 ^ k3, h4 ^ k4, length);
    h1 ^= k1;
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= k2;
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= k3;
    h3 = (Math.imul(((h3 << 15) | (h3 >>> 17)) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= k4;
    h4 = (Math.imul(((h4 << 13) | (h4 >>> 19)) + h1, 5) + 0x32ac3b17) | 0;
  }
}

/**
 * A block that begins with some bytes.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const block = new Uint8Array(16);
  block.set(bytes);
  return new DataView(block.buffer);
}
