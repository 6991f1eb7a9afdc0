/**
 * The number of bits that are 1 in a part of a filter.
 * @param {Uint8Array} bytes
 * @param {number} start first bit of the part, a multiple of 8
 * @param {number} end the bit after its last one, a multiple of 8
 */
export function bitsSetIn(bytes, start, end) {
  let count = 0;
  for (let i = start / 8; i < end / 8; i++) {
    // Sums of two bits, of four bits, and of all eight.
    const pairs = bytes[i] - ((bytes[i] >> 1) & 0x55);
    const nibbles = (pairs & 0x33) + ((pairs >> 2) & 0x33);
    count += (nibbles + (nibbles >> 4)) & 15;
  }
  return count;
}
