// Runs in Node, in a page and in a worker for runtimes.slow.test.mjs: the answers of a file as a count and a checksum.

import { FilterReader } from "edgebloom/reader";
import { StaticFilter } from "edgebloom";

/** Key number `number`; the first ones are members. Every third key is short: three lanes of its hash are equal. */
export const keyOf = (number) => (number % 3 === 0 ? `${number}` : `user-${number}@mail.example`);

const BY = {
  module: (file) => StaticFilter.fromBase64(file),
  reader: (file) => FilterReader.fromBase64(file),
};

/** How many keys are "maybe", and a checksum over their numbers. */
export function answersOf(file, by, count) {
  const filter = BY[by](file);
  let [found, sum] = [0, 0];
  for (let number = 0; number < count; number++) {
    if (!filter.has(keyOf(number))) continue;
    found++;
    sum = (Math.imul(sum, 31) + number) | 0;
  }
  return { found, sum };
}
