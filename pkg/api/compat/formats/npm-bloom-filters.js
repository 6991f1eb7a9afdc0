// `saveAsJSON` of the npm package bloom-filters: BloomFilter and PartitionedBloomFilter.

import { decode, encode } from "../../base64.js";
import { concat } from "../../bytes.js";
import { FilterFormatError } from "../../errors.js";
import { BLOOM_FILTERS, putFor } from "../key-encoding.js";
import { realParameters } from "../create-filter.js";
import { filterOf, readFile, reject, writeFile } from "./file.js";
import { arrayField, objectField, parse, wholeField } from "./json.js";
import { openOption, settled } from "./options.js";

/** The generations of the hash: 1.3.0 to 1.3.4, 1.3.8 and 1.3.9, 2.0 and later. */
const GENERATIONS = { v1a: "v1a", v1b: "v1b", v2: "v2" };
const PARTITIONED = "PartitionedBloomFilter";
const COUNTING = "CountingBloomFilter";

/** @param {any} json */
const slicesOf = ({ type, _filter }) => (type === PARTITIONED && Array.isArray(_filter) ? _filter : [_filter]);

/**
 * The generations with which a file can have been written. Only 2.0 and later write base64. Versions before 2.0 write arrays, and so does
 * 2.0 for the slices of a partitioned filter. No other field tells them apart: `_length` counts bits in 1.3.9, but keys in 1.3.8.
 * @param {any} json
 * @returns {Record<string, string>}
 */
function possibleGenerations(json) {
  if (!slicesOf(json).every(Array.isArray)) return { v2: "v2" };
  return json.type === PARTITIONED ? GENERATIONS : { v1a: "v1a", v1b: "v1b" };
}

/** @type {import("./index.js").Format} */
export const npmBloomFilters = {
  options: { generation: GENERATIONS },
  open: (json) => (json.type === COUNTING ? {} : openOption("generation", possibleGenerations(json))),
  isCounting: (json) => json.type === COUNTING,
  read(input, options) {
    const json = objectField(parse(input), "json");
    const { type, _size, _nbHashes, _filter, _seed, _length } = json;
    const types = `BloomFilter or ${PARTITIONED}`;
    if (type === COUNTING) {
      const message = `type: expected ${types}, got a ${COUNTING}, which edgebloom does not read: save a BloomFilter of its keys`;
      throw new FilterFormatError(message, "UNSUPPORTED", "type", Number.NaN);
    }
    if (type !== "BloomFilter" && type !== PARTITIONED) reject("type", types, type);
    wholeField(_size, "_size", 1);
    const hashes = wholeField(_nbHashes, "_nbHashes", 1, 65535);
    const parameters = [real(_seed, "_seed")];
    const inserted = _length === undefined ? 0 : wholeField(_length, "_length", 0);
    const partitioned = type === PARTITIONED;
    const slice = partitioned ? wholeField(json._m, "_m", 1) : _size;
    if (partitioned) arrayField(_filter, "_filter");
    const slices = slicesOf(json);
    if (partitioned && slices.length !== hashes) reject("_filter", `${hashes} slices`, slices.length);
    const arrays = slices.every(Array.isArray);
    if (partitioned) {
      parameters.push(real(json._loadFactor, "_loadFactor"), _size, real(json._capacity, "_capacity"));
    }
    const numbers = realParameters(...parameters);
    const bytes = concat(slices.map((each) => (arrays ? pack(each, slice) : content(each, slice))));
    const generation = settled(options, "generation", GENERATIONS, possibleGenerations(json));
    // 1.3.9 counts the bits that it sets, not the keys.
    const count = generation === "v1b" && !partitioned ? 0 : inserted;
    return readFile("npm-bloom-filters", bytes, putFor(BLOOM_FILTERS), {
      scheme: schemeOf(generation, partitioned),
      bits: slice * slices.length,
      hashes,
      inserted: count,
      parameters: partitioned ? BigInt64Array.of(...numbers, BigInt(arrays)) : numbers,
    });
  },
  write(filter) {
    const bytes = writeFile("npm-bloom-filters", filter);
    const { scheme, bits, hashes: _nbHashes, inserted, bitsSet, seed: _seed } = filter.stats;
    if (!scheme.endsWith("partitioned")) {
      if (scheme.endsWith("v2")) {
        return JSON.stringify({
          type: "BloomFilter",
          _size: bits,
          _nbHashes,
          _filter: { size: bytes.length * 8, content: encode(bytes) },
          _seed,
        });
      }
      const _length = scheme.endsWith("v1b") ? bitsSet : inserted;
      return JSON.stringify({
        type: "BloomFilter",
        _size: bits,
        _nbHashes,
        _filter: unpack(bytes, bits),
        _length,
        _seed,
      });
    }
    const { parameters } = filterOf(filter);
    const [, _loadFactor, _size, _capacity] = new Float64Array(parameters.buffer);
    const arrays = scheme.includes("v1") || parameters[4] === 1n;
    const _m = bits / _nbHashes;
    const length = bytes.length / _nbHashes;
    const _filter = Array.from({ length: _nbHashes }, (_, i) => {
      const slice = bytes.subarray(i * length, (i + 1) * length);
      return arrays ? unpack(slice, _m) : { size: length * 8, content: encode(slice) };
    });
    return JSON.stringify({
      type: PARTITIONED,
      _size,
      _nbHashes,
      _loadFactor,
      _m,
      _filter,
      _capacity,
      ...(arrays && { _length: inserted }),
      _seed,
    });
  },
  recognisesJson: (json) => "_nbHashes" in json && "_filter" in json,
};

/**
 * @param {string} generation
 * @param {boolean} partitioned
 */
const schemeOf = (generation, partitioned) =>
  `npm-bloom-filters-${partitioned ? `${generation.slice(0, 2)}-partitioned` : generation}`;

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {number}
 */
function real(value, field) {
  if (typeof value !== "number" || !Number.isFinite(value)) reject(field, "a number", value);
  // JSON.stringify writes −0 as 0.
  return value + 0;
}

/**
 * The bytes of a slice in base64.
 * @param {any} slice
 * @param {number} bits
 */
function content(slice, bits) {
  const { size, content } = objectField(slice, "_filter");
  if (size !== Math.ceil(bits / 8) * 8) reject("size", `${Math.ceil(bits / 8) * 8}, for ${bits} bits`, size);
  if (typeof content !== "string") reject("content", "base64", content);
  const bytes = decode(content);
  if (bytes.length !== size / 8) reject("content", `${size / 8} bytes`, bytes.length);
  return bytes;
}

/**
 * The bytes of a slice of 0 and 1.
 * @param {any[]} slice
 * @param {number} bits
 */
function pack(slice, bits) {
  if (slice.length !== bits) reject("_filter", `${bits} bits`, slice.length);
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  slice.forEach((bit, i) => (bytes[i >> 3] |= wholeField(bit, "_filter", 0, 1) << (i & 7)));
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} bits
 */
const unpack = (bytes, bits) => Array.from({ length: bits }, (_, i) => (bytes[i >> 3] >> (i & 7)) & 1);
