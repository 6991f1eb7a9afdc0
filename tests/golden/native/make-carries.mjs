// Writes carries.json: probes whose product x · words is within 16 of a multiple of 2^32. A reader that computes the
// product with doubles or in halves fails there first. Positions are computed with BigInt; the search uses plain numbers.

import { writeFileSync } from "node:fs";
import { hashBytes, lanes, scrambled } from "../../../pkg/reader/hash.js";

const A = 0x2c9277b5;
const NEAR = 16;
const HASHES = 64;
/** Numbers of words. 2^21 is the largest for which a double holds every product exactly. */
const WORDS = [2 ** 26 - 1, 2 ** 26 - 2 ** 13 + 5, 2 ** 22 - 3, 2 ** 21 + 1, 2 ** 21, 2 ** 21 - 1, 149_767, 15];
const EACH = 4;

const found = [];
const encoder = new TextEncoder();
const seed = scrambled(0);
for (const words of WORDS) {
  const high = BigInt(words);
  let left = EACH;
  for (let i = 0; left > 0; i++) {
    const key = `carry-${i}`;
    hashBytes(encoder.encode(key), seed);
    let x = lanes[0];
    for (let probe = 0; probe < HASHES; probe++, x = (Math.imul(x, A) + lanes[1]) | 0) {
      // The low half of the product, with 32-bit arithmetic only.
      const low = Math.imul(x, words) >>> 0;
      if (low >= NEAR && low < 2 ** 32 - NEAR) continue;
      const number = BigInt(x >>> 0);
      found.push({ key, probe, words, word: Number((number * high) >> 32n), x: x >>> 0 });
      left--;
      break;
    }
  }
}
const note = "Positions of keys in standard filters with 64 hashes and seed 0: `probe` is the number of the probe, `word` the word of 64 bits.";
writeFileSync(new URL("carries.json", import.meta.url), `{\n"note": ${JSON.stringify(note)},\n"cases": [\n${found.map((one) => JSON.stringify(one)).join(",\n")}\n]\n}\n`);
