// `npm run size:wire`: the file size of a set of n keys at an error rate p, compared with the information limit and with
// other ways to store such a set. `-- --write` puts the table into benches/results/static-sets.md.

import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { BloomFilter, StaticFilter, lowerBoundBits } from "edgebloom";
import { main } from "../scripts/run.mjs";
import { installed } from "../tests/packaging/tools.mjs";
import { LIBRARIES } from "./peers/libraries.mjs";
import { moduleOf } from "./peers/module.mjs";
import { writeBlock } from "./static-sets/page.mjs";

const DOMAINS = 121_570;
const COUNTS = [100, 1_000, 10_000, DOMAINS, 1_000_000, 10_000_000];
const RATES = [1e-1, 1e-2, 1e-3, 1e-4, 1e-6];
/** The sizes of the npm packages are measured up to this number of keys: above, the ratio stays the same. */
const MOST_FOR_PEERS = DOMAINS;
const PEERS = ["bloomfilter", "bloom-filters"];
const PIECE = 100_000;

/** The real list for its own size, numbered names for others. */
function* pieces(/** @type {number} */ count) {
  if (count === DOMAINS) {
    yield `${createRequire(import.meta.url)("disposable-email-domains/index.json").join("\n")}\n`;
    return;
  }
  for (let first = 0; first < count; first += PIECE) {
    const length = Math.min(PIECE, count - first);
    yield Array.from({ length }, (_, i) => `user-${first + i}@mail.example\n`).join("");
  }
}

/**
 * A Golomb-Rice coded list of the keys' hashes, from 0 to n / p. The gaps between hashes are random numbers
 * with their distribution. To find a key, a reader must decode the list from its start.
 * @param {number} count
 * @param {number} rate
 */
function golombBytes(count, rate) {
  let seed = 1;
  const uniform = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed + 0.5) / 2 ** 32;
  };
  const least = Math.max(0, Math.floor(Math.log2(Math.LN2 / rate)));
  const bits = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const gap = Math.floor(-Math.log(uniform()) / rate);
    bits.forEach((_, more) => (bits[more] += Math.floor(gap / 2 ** (least + more)) + 1 + least + more));
  }
  return Math.ceil(Math.min(...bits) / 8);
}

/**
 * A 4-wise binary fuse filter with fingerprints of whole bits, by the sizes of its authors' code (T. Graf, D. Lemire: *Binary
 * Fuse Filters*, 2022; xor_singleheader, binaryfusefilter.h, for four hashes). No header is counted.
 * @param {number} count
 * @param {number} rate
 */
function fuseBytes(count, rate) {
  const segment = Math.min(2 ** 18, 2 ** Math.floor(Math.log(count) / Math.log(2.91) - 0.5));
  const factor = Math.max(1.075, 0.77 + (0.305 * Math.log(600_000)) / Math.log(count));
  const segments = Math.max(1, Math.ceil(Math.round(count * factor) / segment) - 3);
  return Math.ceil(((segments + 3) * segment * Math.ceil(-Math.log2(rate))) / 8);
}

/**
 * The size of the file of an npm library, gzipped if that is smaller.
 * @param {string} name
 * @param {number} count
 * @param {number} rate
 */
async function peerBytes(name, count, rate) {
  if (count > MOST_FOR_PEERS) return undefined;
  const { create, add, dump } = LIBRARIES[name];
  const filter = create(await moduleOf(name, installed("peers")), count, rate);
  for (const piece of pieces(count)) for (const key of piece.trimEnd().split("\n")) add(filter, key);
  const bytes = dump(filter);
  return Math.min(bytes.length, gzipSync(bytes).length);
}

await main(async () => {
  const head = ["keys", "p", "limit, bytes", "static set, bytes"];
  const rows = [
    [...head, "static set", "Bloom", "Golomb", "4-wise fuse", ...PEERS],
    Array.from({ length: head.length + 4 + PEERS.length }, () => "--:"),
  ];
  for (const count of COUNTS) {
    for (const rate of RATES) {
      const limit = lowerBoundBits(count, rate) / 8;
      const set = StaticFilter.fromLines(pieces(count), { errorRate: rate });
      if (set.stats.inserted !== count) throw new Error(`${set.stats.inserted} of ${count} keys`);
      const { byteLength } = set.stats;
      set.free();
      const bloom = new BloomFilter({ capacity: count, errorRate: rate });
      const others = [bloom.stats.byteLength, golombBytes(count, rate), fuseBytes(count, rate)];
      bloom.free();
      for (const name of PEERS) others.push((await peerBytes(name, count, rate)) ?? Number.NaN);
      const times = [byteLength, ...others].map((bytes) => (Number.isNaN(bytes) ? "–" : (bytes / limit).toFixed(3)));
      const shown = [count, rate, Math.ceil(limit), byteLength].map((number) =>
        number.toLocaleString("en", { maximumFractionDigits: 6 }),
      );
      rows.push([...shown, ...times]);
      process.stderr.write(`${shown.join("  ")}  ${times[0]}\n`);
    }
  }
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  console.log(table);
  writeBlock("sizes", table);
});
