import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BloomFilter } from "edgebloom";
import { addTwice, bulk, eightBits, filterOf, inWords, measuredRate, rising, sparse, stored } from "./basics.mjs";

const percent = (share, digits = 2) => `${(100 * share).toFixed(digits)} %`;

const filter = BloomFilter.from(["apple", "pear"], { capacity: 100, errorRate: 0.01 });
for (const key of ["apple", "pear", "plum"]) console.log(`${key}: ${inWords(filter.has(key))}`);

const { changed, newBits } = addTwice(filter, "apple");
console.log(`apple again: ${changed ? "changed" : "nothing changed"}, ${newBits} new bits`);

for (const [bits, hashes] of [
  [10, 1],
  [10, 7],
  [100, 1],
]) {
  const rate = measuredRate(filterOf(10_000, bits, hashes));
  const words = hashes > 1 ? `${hashes} hashes` : "1 hash";
  console.log(`${bits} bits per key, ${words}: ${percent(rate)} false positives`);
}

const seven = new BloomFilter({ bits: 1024, hashes: 7 });
console.log(`7 positions from one key: ${seven.positions("apple").join(" ")}`);

const eight = eightBits();
console.log(`8 bits with x and y: ${eight.array}`);
for (const { key, positions, answer } of eight.keys) {
  console.log(`  ${key} -> ${positions.join(",")}: ${inWords(answer)}`);
}

const full = filterOf(1000, 1, 3);
full.addMany(Array.from({ length: 9000 }, (_, i) => `more ${i}`));
const { bits, bitsSet } = full.stats;
const falsePositives = percent(measuredRate(full));
console.log(`far too small: ${bitsSet} of ${bits} bits set, ${falsePositives} of non-members get "maybe"`);

console.log(`remove method: ${"remove" in filter ? "yes" : "none"}`);

const { present, missed, absent, wrong, samples } = bulk();
console.log(`"#0" to "#9999", then: ${samples.join("; ")}`);
console.log(`${present} members: ${missed} false negatives; ${absent} non-members: ${wrong} false positives`);

for (const { n, fillRatio, overHalfFull, expected, rate } of rising()) {
  const rates = `expected ${percent(expected)}, found ${percent(rate)}`;
  console.log(`${n} keys: ${percent(fillRatio, 1)} set, ${rates}${overHalfFull ? ", over half full" : ""}`);
}

const folder = mkdtempSync(join(tmpdir(), "edgebloom-basics-"));
const same = stored(join(folder, "keys.bloom"), filter);
console.log(`from a file and from base64: ${same ? "the same filter" : "another filter"}`);
rmSync(folder, { recursive: true });

const few = sparse();
console.log(`${few.bits} bits, ${few.bitsSet} of them set: ${few.byteLength} bytes`);
