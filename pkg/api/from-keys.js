import { checkIterable } from "./bloom-filter.js";
import { readOptions } from "./options.js";

/**
 * The filter of some keys, each as often as it comes, sized by the number of distinct ones unless a
 * capacity is given.
 * @template {typeof import("./bloom-filter.js").BloomFilter} T
 * @param {T} Kind
 * @param {Iterable<import("./types.js").Key>} keys
 * @param {any} options
 * @returns {InstanceType<T>}
 */
export function fromKeys(Kind, keys, options) {
  const { byKeys } = readOptions(options, Kind.options, true);
  checkIterable(keys);
  const known = [...keys];
  const distinct = () => new Set(known.map((key) => Kind.engine.textOf(key))).size;
  const filter = new Kind(byKeys ? { ...options, capacity: distinct() || 1 } : options);
  try {
    filter.addMany(known);
    return /** @type {InstanceType<T>} */ (filter);
  } catch (error) {
    filter.free();
    throw error;
  }
}
