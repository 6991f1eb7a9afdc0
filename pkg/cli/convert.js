import { exportFilter, hasScheme } from "../api/compat/export-filter.js";
import { FORMATS } from "../api/compat/formats/index.js";
import { whole } from "../api/errors.js";
import { checkedText } from "../api/saving.js";
import { StaticFilter } from "../api/static-filter.js";
import { oneOf, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import {
  CHOICES,
  FIELDS,
  FORMAT_NAMES,
  READABLE,
  checkTaken,
  importAs,
  recognise,
  refuseUncertain,
} from "./foreign.js";
import { isDump, measure, nameOf, openDump, readFilterBytes } from "./input.js";
import { LIST, WRITE } from "./options.js";
import { openFile, openOutput } from "./output.js";
import { Report } from "./report.js";

/** @typedef {import("../api/load.js").AnyFilter} AnyFilter */

const ENCODINGS = ["json", "binary"];

/**
 * The option that says what a format does not.
 * @param {string} field
 * @param {string} says
 */
const asked = (field, says) =>
  /** @type {const} */ ({
    type: "string",
    value: field[0].toUpperCase(),
    words: CHOICES[field],
    says,
  });

export const brief = "make a dump of another system's filter, or the reverse";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  from: {
    type: "string",
    value: "FORMAT",
    words: READABLE,
    says: "what IN is; if not given, a dump, or the format that IN can only be",
  },
  to: { type: "string", value: "FORMAT", words: FORMAT_NAMES, says: "what OUT is; a dump if not given" },
  funnel: asked("funnel", "of guava: string_utf8, unencoded_chars, bytes, long or int"),
  type: asked("type", "of parquet-sbbf: BYTE_ARRAY, INT64 or INT32"),
  hash: asked("hash", "of npm-bloomfilter: fnv1a64 (1.1) or fnv1a32x2 (0.0.18)"),
  hashes: { type: "string", value: "K", says: "of npm-bloomfilter: how many, 1 to 65535, where IN is a bare array" },
  generation: asked("generation", "of npm-bloom-filters: v1a (1.3.0 to 1.3.4), v1b (1.3.8, 1.3.9) or v2"),
  hash128: asked("hash128", "of pybloom-live: md5 (3) or xxh128 (4)"),
  encoding: {
    type: "string",
    value: "E",
    words: ENCODINGS,
    says: "of OUT for go-bits-and-blooms: json or binary; as it was read if not given",
  },
  ...LIST,
  ...WRITE,
});

const NAMES = { hashes: "--hashes", name: "--name", version: "--list-version" };

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
  const given = readGiven(values);
  if (from !== undefined) checkTaken(from, given);
  const report = new Report(values);
  const save = to === undefined ? openNative(values) : openForeign(values, to);
  measure(paths);
  const { filter, format } = await readIn(paths[0], from, given);
  const write = save(filter, nameOf(paths[0]));
  if (format !== undefined && from === undefined) report.remark(`${nameOf(paths[0])}: taken for ${format}`);
  const bytes = await write();
  const { bits, hashes, scheme } = filter.stats;
  const keys = countOf(filter);
  const shape = `${bits.toLocaleString("en-US")} bits, ${hashes} hashes, scheme ${scheme}`;
  const summary = `${keys} keys, ${shape}, ${bytes.toLocaleString("en-US")} bytes`;
  report.done(filter, bytes, { from: format ?? null, to: to ?? null }, summary);
  return 0;
}

/**
 * How many keys there are, as far as that is known.
 * @param {AnyFilter} filter
 */
function countOf(filter) {
  if (filter instanceof StaticFilter) return filter.stats.inserted.toLocaleString("en-US");
  const { estimatedCount } = filter.stats;
  return Number.isFinite(estimatedCount) ? `about ${Math.round(estimatedCount).toLocaleString("en-US")}` : "too many";
}

/**
 * What is said of the input.
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Record<string, unknown>}
 */
function readGiven(values) {
  /** @type {Record<string, unknown>} */
  const given = Object.fromEntries(
    FIELDS.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  );
  const hashes = wholeNumber(values.hashes, "--hashes");
  if (hashes !== undefined) given.hashes = namingOptions(NAMES, () => whole(hashes, "hashes", 1, 65535));
  return given;
}

/**
 * The filter in the input, and the format that this is in, unless it is a dump.
 * @param {string} path
 * @param {string | undefined} from
 * @param {Record<string, unknown>} given
 * @returns {Promise<{ filter: AnyFilter, format?: string }>}
 */
async function readIn(path, from, given) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path);
  if (isDump(bytes)) {
    const [option] = from === undefined ? Object.keys(given) : ["from"];
    if (option !== undefined)
      throw new Failure(`${name}: this is a dump of edgebloom, which says all of itself: leave --${option} out`);
    return { filter: openDump(name, bytes) };
  }
  const format = from ?? recognise(name, bytes) ?? refuseUncertain(name);
  return { filter: importAs(name, bytes, format, given), format };
}

/**
 * @typedef {(filter: AnyFilter, name: string) => () => Promise<number>} Save makes what is to be written; what comes
 *   back writes it, and answers how many bytes it has
 */

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Save}
 */
function openNative(values) {
  if (values.encoding !== undefined) throw new Failure("--encoding: for --to go-bits-and-blooms only");
  const { name, "list-version": version } = values;
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
  const native = /** @type {const} */ (["base64", "name", "list-version"]).find(
    (option) => values[option] !== undefined,
  );
  if (native !== undefined) throw new Failure(`--${native}: only a dump of edgebloom has that; leave it out, or --to`);
  const encoding = oneOf(values.encoding, "--encoding", ENCODINGS);
  if (encoding !== undefined && !FORMATS[format].writeOptions?.includes("encoding")) {
    throw new Failure("--encoding: for --to go-bits-and-blooms only");
  }
  const save = openFile(values);
  return (filter, name) => {
    const data = fileOf(name, filter, format, encoding);
    return () => save(data);
  };
}

/**
 * What another system would have written.
 * @param {string} name
 * @param {AnyFilter} filter
 * @param {string} format
 * @param {string | undefined} encoding
 * @returns {Uint8Array | string}
 */
function fileOf(name, filter, format, encoding) {
  if (filter instanceof StaticFilter) {
    throw new Failure(`${name}: a static set, which ${format} has no way to read`);
  }
  const { scheme } = filter.stats;
  // Its bits belong to other keys there.
  if (!hasScheme(format, scheme)) {
    throw new Failure(`${name}: a filter of scheme ${scheme}, which ${format} has no way to read`);
  }
  try {
    const data = /** @type {any} */ (
      exportFilter(filter, /** @type {any} */ ({ format, ...(encoding !== undefined && { encoding }) }))
    );
    return Array.isArray(data) ? Buffer.concat(data.map(([, chunk]) => chunk)) : data;
  } catch (error) {
    const { message, code } = /** @type {any} */ (error);
    if (code === "INCOMPATIBLE") throw new Failure(`${name}: ${format} has no way to write this filter (${message})`);
    throw error;
  }
}
