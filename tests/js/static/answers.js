// What runtimes.slow.test.mjs asks in Node, in a page and in a worker: the answers of a file, as a number of them and a sum.

import { FilterReader } from "edgebloom/reader";
import { StaticFilter } from "edgebloom/static";

/** Every third key is short: three lanes of its hash are equal. Members are the first ones. */
export const keyOf = (number) => (number % 3 === 0 ? `${number}` : `user-${number}@mail.example`);

const BY = {
  module: (file) => StaticFilter.fromBase64(file),
  reader: (file) => FilterReader.fromBase64(file),
};

/** How many of the keys the file has, and a number that says which. */
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
