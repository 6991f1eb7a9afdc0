// The libraries that are compared, each used as its README says.

/**
 * How a library is used. The types of its module and its filters are not known here.
 * @typedef {object} Library
 * @property {string} [names] what a page imports
 * @property {string} [path] the imported path, if it is not the package itself
 * @property {string} [page] the import of a page, if `names` is not enough
 * @property {boolean} [builtIn] true if it is in the engine
 * @property {boolean} [queriesOnly] true if keys are added with another library
 * @property {number} [every] a damaged file is queried for one in so many listed keys
 * @property {string} [note]
 * @property {(module: any, capacity: number, errorRate: number) => any} create
 * @property {(filter: any, key: string) => unknown} add
 * @property {(filter: any, key: string) => boolean} has
 * @property {(filter: any) => Uint8Array} dump
 * @property {(module: any, dump: Uint8Array) => any} [load]
 */

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const json = (/** @type {unknown} */ value) => encoder.encode(JSON.stringify(value));
/** @type {Library["add"]} */
const add = (filter, key) => filter.add(key);
/** @type {Library["has"]} */
const has = (filter, key) => filter.has(key);
/** @type {Library["has"]} */
const test = (filter, key) => filter.test(key);
/** @type {Library["create"]} */
const stated = ({ BloomFilter }, capacity, errorRate) => new BloomFilter({ capacity, errorRate });
/** @type {Library} */
const usual = {
  names: "{ BloomFilter }",
  create: ({ BloomFilter }, n, p) => BloomFilter.create(n, p),
  add,
  has,
  dump: json,
};

/** The import of a page that only queries. */
export const READER = "edgebloom/reader";
export const isOurs = (/** @type {string} */ name) => name.split("/")[0] === "edgebloom";

/**
 * The libraries by import path.
 * @type {Record<string, Library>}
 */
export const LIBRARIES = {
  [READER]: {
    ...usual,
    names: "{ FilterReader }",
    queriesOnly: true,
    create: stated,
    dump: (filter) => filter.toBytes(),
    load: ({ FilterReader }, dump) => FilterReader.fromBytes(dump),
  },
  edgebloom: {
    ...usual,
    create: stated,
    dump: (filter) => filter.toBytes(),
    load: ({ BloomFilter }, dump) => BloomFilter.fromBytes(dump),
  },
  "bloom-filters": {
    ...usual,
    every: 8,
    page: 'import found from "bloom-filters/dist/bloom/bloom-filter.js"; export default found.default ?? found;',
    note: "its main file needs Node's Buffer, which browsers lack, so the page imports the class's own file. Damaged files are queried for only every eighth member, because querying all of them would take too long.",
    dump: (filter) => json(filter.saveAsJSON()),
    load: ({ BloomFilter }, dump) => BloomFilter.fromJSON(JSON.parse(decoder.decode(dump))),
  },
  bloomfilter: {
    ...usual,
    has: test,
    create: ({ BloomFilter }, n, p) => BloomFilter.withTargetError(n, p),
    load: ({ BloomFilter }, dump) => BloomFilter.fromJSON(decoder.decode(dump)),
  },
  mnemonist: {
    ...usual,
    create: stated,
    has: test,
    path: "mnemonist/bloom-filter",
    page: 'export default require("mnemonist/bloom-filter");',
    note: "it writes JSON but can't load it, so the filter is queried in the process that built it.",
  },
  "bloom-filter": {
    ...usual,
    names: "{ default }",
    note: "its keys are bytes, so the time includes TextEncoder.",
    add: (filter, key) => filter.insert(encoder.encode(key)),
    has: (filter, key) => filter.contains(encoder.encode(key)),
    dump: (filter) => json(filter.toObject()),
    load: ({ BloomFilter }, dump) => new BloomFilter(JSON.parse(decoder.decode(dump))),
  },
  Set: {
    ...usual,
    builtIn: true,
    note: "the list itself, as JSON. It is exact and needs no code.",
    create: () => new Set(),
    dump: (set) => json([...set]),
    load: (_, dump) => new Set(JSON.parse(decoder.decode(dump))),
  },
};

/** Libraries that are not compared, and why. */
export const LEFT_OUT = {
  "@pacote/bloom-filter 0.8.1": {
    note: "it works, but takes more than a millisecond per key, so a run would take hours.",
  },
  "@ably/bloomit 1.4.2": {
    note: "its hash is a native addon, which no page can load.",
  },
  "binary-fuse-filter 1.0.0": {
    note: "its keys are 64-bit numbers, so our code would have to hash the strings. It takes no error rate.",
  },
  "bloomit, fast-bloom-filter": { note: "couldn't be installed from npm." },
};
