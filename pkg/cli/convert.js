import { exportFilter, hasScheme } from "../api/compat/export-filter.js";
import { FORMATS } from "../api/compat/formats/index.js";
import { whole } from "../api/errors.js";
import { checkedText } from "../api/header.js";
import { StaticFilter } from "../api/static-filter.js";
import { StaticMap } from "../api/static-map.js";
import { oneOf, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { isFilterFile, openFilter, readFilterBytes } from "./filter-file.js";
import {
  CHOICES,
  FIELDS,
  FORMAT_NAMES,
  READABLE,
  checkOptions,
  importAs,
  recognise,
  rejectUncertain,
} from "./foreign.js";
import { measure, nameOf } from "./input.js";
import { LIST, WRITE } from "./options.js";
import { openFile, openOutput } from "./output.js";
import { Report } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./filter-file.js").ReadFilter} AnyFilter */

const ENCODINGS = ["json", "binary"];

/**
 * An option for a fact that files of a format do not contain.
 * @param {string} field
 * @param {string} says
 */
const factOption = (field, says) =>
  /** @type {const} */ ({
    type: "string",
    value: field[0].toUpperCase(),
    words: CHOICES[field],
    says,
  });

export const brief = "convert filters to and from other systems";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  from: {
    type: "string",
    value: "FORMAT",
    words: READABLE,
    says: "format of IN; default: auto-detected",
  },
  to: {
    type: "string",
    value: "FORMAT",
    words: FORMAT_NAMES,
    says: "format of OUT (also redis-bitmap); default: a filter file",
  },
  funnel: factOption("funnel", "guava: string_utf8, unencoded_chars, bytes, long or int"),
  type: factOption("type", "parquet-sbbf: BYTE_ARRAY, INT64 or INT32"),
  hash: factOption("hash", "npm-bloomfilter: fnv1a64 (1.1) or fnv1a32x2 (0.0.18)"),
  hashes: { type: "string", value: "K", says: "npm-bloomfilter, if IN is a bare array: 1 to 65535" },
  generation: factOption("generation", "npm-bloom-filters: v1a (1.3.0-4), v1b (1.3.8-9) or v2"),
  hash128: factOption("hash128", "pybloom-live: md5 (3) or xxh128 (4)"),
  strings: factOption("strings", "datasketches: utf8 (Java, C++, raw_bytes) or rust"),
  encoding: {
    type: "string",
    value: "E",
    words: ENCODINGS,
    says: "go-bits-and-blooms: json or binary; default: as in IN",
  },
  ...LIST,
  ...WRITE,
});

const NAMES = { hashes: "--hashes", name: "--name", version: "--version" };

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length !== 1) {
    throw new Failure("expected one filter: edgebloom convert [--from FORMAT] [--to FORMAT] IN -o OUT");
  }
  const from = oneOf(values.from, "--from", FORMAT_NAMES);
  const to = oneOf(values.to, "--to", FORMAT_NAMES);
  const formatOptions = readFormatOptions(values);
  if (from !== undefined) checkOptions(from, formatOptions);
  const report = new Report(values);
  const save = to === undefined ? openNative(values) : openForeign(values, to);
  measure(paths);
  const { filter, format } = await readInput(paths[0], from, formatOptions);
  const write = save(filter, nameOf(paths[0]));
  if (format !== undefined && from === undefined) report.remark(`${nameOf(paths[0])}: read as ${format}`);
  const bytes = await write();
  const { bits, hashes, scheme } = filter.stats;
  const keys = countOf(filter);
  const shape = `${grouped(bits)} bits, ${hashes} hashes, scheme ${scheme}`;
  const summary = `${keys} keys, ${shape}, ${grouped(bytes)} bytes`;
  report.done(filter, bytes, { from: format ?? null, to: to ?? null }, summary);
  return 0;
}

/**
 * The number of keys, as far as the filter shows it.
 * @param {AnyFilter} filter
 */
function countOf(filter) {
  if (filter instanceof StaticFilter || filter instanceof StaticMap) return grouped(filter.stats.inserted);
  const { estimatedCount } = filter.stats;
  return Number.isFinite(estimatedCount) ? `about ${grouped(Math.round(estimatedCount))}` : "too many";
}

/**
 * The options about the input.
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Record<string, unknown>}
 */
function readFormatOptions(values) {
  /** @type {Record<string, unknown>} */
  const formatOptions = Object.fromEntries(
    FIELDS.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  );
  const hashes = wholeNumber(values.hashes, "--hashes");
  if (hashes !== undefined) formatOptions.hashes = namingOptions(NAMES, () => whole(hashes, "hashes", 1, 65535));
  return formatOptions;
}

/**
 * The filter in the input, and its format unless it is an edgebloom filter file.
 * @param {string} path
 * @param {string | undefined} from
 * @param {Record<string, unknown>} formatOptions
 * @returns {Promise<{ filter: AnyFilter, format?: string }>}
 */
async function readInput(path, from, formatOptions) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path);
  if (isFilterFile(bytes)) {
    const [option] = from === undefined ? Object.keys(formatOptions) : ["from"];
    if (option !== undefined) throw new Failure(`${name}: this is an edgebloom filter file: leave out --${option}`);
    return { filter: openFilter(name, bytes) };
  }
  const format = from ?? recognise(name, bytes) ?? rejectUncertain(name);
  return { filter: importAs(name, bytes, format, formatOptions), format };
}

/**
 * @typedef {(filter: AnyFilter, name: string) => () => Promise<number>} Save prepares the output. The function that it returns writes
 *   the output and returns its length in bytes
 */

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Save}
 */
function openNative(values) {
  if (values.encoding !== undefined) throw new Failure("--encoding: only for --to go-bits-and-blooms");
  const { name, version } = values;
  namingOptions(NAMES, () => void (checkedText(name ?? "", "name"), checkedText(version ?? "", "version")));
  const save = openOutput(values);
  return (filter) => {
    filter.name = name ?? filter.name;
    filter.version = version ?? filter.version;
    return () => save(filter);
  };
}

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string} format
 * @returns {Save}
 */
function openForeign(values, format) {
  const native = /** @type {const} */ (["base64", "name", "version"]).find((option) => values[option] !== undefined);
  if (native !== undefined)
    throw new Failure(`--${native}: only for edgebloom filter files; leave out --${native} or --to`);
  const encoding = oneOf(values.encoding, "--encoding", ENCODINGS);
  if (encoding !== undefined && !FORMATS[format].writeOptions?.includes("encoding")) {
    throw new Failure("--encoding: only for --to go-bits-and-blooms");
  }
  const save = openFile(values);
  return (filter, name) => {
    const data = fileOf(name, filter, format, encoding);
    return () => save(data);
  };
}

/**
 * The file as the other system writes it.
 * @param {string} name
 * @param {AnyFilter} filter
 * @param {string} format
 * @param {string | undefined} encoding
 * @returns {Uint8Array | string}
 */
function fileOf(name, filter, format, encoding) {
  if (filter instanceof StaticFilter) {
    throw new Failure(`${name}: ${format} has no static sets; build a Bloom filter without --static`);
  }
  const { scheme } = filter.stats;
  // In the other system the same bits would stand for other keys.
  if (!hasScheme(format, scheme)) {
    throw new Failure(`${name}: ${format} cannot read a filter of scheme ${scheme}`);
  }
  try {
    const data = /** @type {any} */ (
      exportFilter(
        /** @type {any} */ (filter),
        /** @type {any} */ ({ format, ...(encoding !== undefined && { encoding }) }),
      )
    );
    return Array.isArray(data) ? Buffer.concat(data.map(([, chunk]) => chunk)) : data;
  } catch (error) {
    const { message, code } = /** @type {any} */ (error);
    if (code === "INCOMPATIBLE") throw new Failure(`${name}: ${format} cannot store this filter (${message})`);
    throw error;
  }
}
