// Imported only when needed, because its module is the larger one.

import { StaticFilter } from "edgebloom";

/**
 * The file of a static set of some keys.
 * @param {Iterable<string>} keys
 * @param {import("edgebloom").StaticOptions} options
 */
export function staticFile(keys, options) {
  const set = StaticFilter.from(keys, options);
  const file = set.toBytes();
  set.free();
  return file;
}
