import { exportFilter } from "../api/compat/export-filter.js";
import { FORMATS } from "../api/compat/formats/index.js";
import { whole } from "../api/errors.js";
import { readText } from "../api/options.js";
import { oneOf, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { FIELDS, FORMAT_NAMES, checkTaken, importAs, recognise, refuseUncertain } from "./foreign.js";
import { isDump, measure, nameOf, openDump, readFilterBytes } from "./input.js";
import { openFile, openOutput, remark, summarise } from "./output.js";

/** @typedef {import("../api/bloom-filter.js").BloomFilter} BloomFilter */

const ENCODINGS = ["json", "binary"];

export const options = /** @type {const} */ ({
  from: { type: "string" },
  to: { type: "string" },
  funnel: { type: "string" },
  type: { type: "string" },
  hash: { type: "string" },
  hashes: { type: "string" },
  generation: { type: "string" },
  hash128: { type: "string" },
  encoding: { type: "string" },
  name: { type: "string" },
  "list-version": { type: "string" },
  base64: { type: "boolean" },
  output: { type: "string", short: "o" },
});

const NAMES = { hashes: "--hashes", name: "--name", version: "--list-version" };

/**
 * @param {Record<string, any>} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length != 1) {
    throw new Failure("expected one filter: edgebloom convert [--from FORMAT] [--to FORMAT] IN -o OUT");
  }
  const from = oneOf(values.from, "--from", FORMAT_NAMES);
  const to = oneOf(values.to, "--to", FORMAT_NAMES);
  const given = readGiven(values);
  if (from !== undefined) checkTaken(from, given);
  const save = to === undefined ? openNative(values) : openForeign(values, to);
  measure(paths);
  const { filter, taken } = readIn(paths[0], from, given);
  const write = save(filter, nameOf(paths[0]));
  if (taken !== undefined) remark(`${nameOf(paths[0])}: taken for ${taken}`);
  const bytes = (await write()).toLocaleString("en-US");
  const { estimatedCount, bits, hashes, scheme } = filter.stats;
  const keys = Number.isFinite(estimatedCount) ? `about ${Math.round(estimatedCount).toLocaleString("en-US")}` : "too many";
  summarise(`${keys} keys, ${bits.toLocaleString("en-US")} bits, ${hashes} hashes, scheme ${scheme}, ${bytes} bytes`);
  return 0;
}

/**
 * What is said of the input.
 * @param {Record<string, any>} values
 * @returns {Record<string, unknown>}
 */
function readGiven(values) {
  const given = Object.fromEntries(FIELDS.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]));
  const hashes = wholeNumber(values.hashes, "--hashes");
  if (hashes !== undefined) given.hashes = namingOptions(NAMES, () => whole(hashes, "hashes", 1, 65535));
  return given;
}

/**
 * The filter in the input, and what it was taken for where nobody has said that.
 * @param {string} path
 * @param {string | undefined} from
 * @param {Record<string, unknown>} given
 * @returns {{ filter: BloomFilter, taken?: string }}
 */
function readIn(path, from, given) {
  const name = nameOf(path);
  const bytes = readFilterBytes(path);
  if (isDump(bytes)) {
    const [option] = from === undefined ? Object.keys(given) : ["from"];
    if (option !== undefined) throw new Failure(`${name}: this is a dump of edgebloom, which says all of itself: leave --${option} out`);
    return { filter: openDump(name, bytes) };
  }
  const format = from ?? recognise(name, bytes) ?? refuseUncertain(name);
  const filter = importAs(name, bytes, format, given);
  return from === undefined ? { filter, taken: format } : { filter };
}

/**
 * @typedef {(filter: BloomFilter, name: string) => () => Promise<number>} Save makes what is to be written; what comes
 *   back writes it, and answers how many bytes it has
 */

/**
 * @param {Record<string, any>} values
 * @returns {Save}
 */
function openNative(values) {
  if (values.encoding !== undefined) throw new Failure("--encoding: for --to go-bits-and-blooms only");
  const { name, "list-version": version } = values;
  namingOptions(NAMES, () => void (readText(name ?? "", "name"), readText(version ?? "", "version")));
  const save = openOutput(values);
  return (filter) => {
    filter.name = name ?? filter.name;
    filter.version = version ?? filter.version;
    return () => save(filter);
  };
}

/**
 * @param {Record<string, any>} values
 * @param {string} format
 * @returns {Save}
 */
function openForeign(values, format) {
  const native = ["base64", "name", "list-version"].find((option) => values[option] !== undefined);
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
 * @param {BloomFilter} filter
 * @param {string} format
 * @param {string | undefined} encoding
 * @returns {Uint8Array | string}
 */
function fileOf(name, filter, format, encoding) {
  try {
    const data = /** @type {any} */ (
      exportFilter(filter, /** @type {any} */ ({ format, ...(encoding !== undefined && { encoding }) }))
    );
    return Array.isArray(data) ? Buffer.concat(data.map(([, chunk]) => chunk)) : data;
  } catch (error) {
    const { message, code } = /** @type {any} */ (error);
    // Its bits belong to other keys there.
    if (/^filter: expected one in a scheme of /.test(message)) {
      throw new Failure(`${name}: a filter of scheme ${filter.stats.scheme}, which ${format} has no way to read`);
    }
    if (code == "INCOMPATIBLE") throw new Failure(`${name}: ${format} has no way to write this filter (${message})`);
    throw error;
  }
}
