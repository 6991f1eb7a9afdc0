// The options that each format needs because its bytes do not contain them. A test compares them with the package.

/**
 * @typedef {object} Asked
 * @property {string} name of the option
 * @property {"choice" | "number" | "numbers" | "names"} kind
 * @property {string[]} [choices]
 * @property {boolean} [optional]
 */

/** @type {(name: string, ...choices: string[]) => Asked} */
const choice = (name, ...choices) => ({ name, kind: "choice", choices });
/** @type {(name: string, kind?: Asked["kind"]) => Asked} */
const field = (name, kind = "number") => ({ name, kind });
/** @type {(name: string, kind?: Asked["kind"]) => Asked} */
const optional = (name, kind) => ({ ...field(name, kind), optional: true });

const shape = [field("bits"), field("hashes"), optional("seed")];

/** The schemes that a bitmap can have. @type {Record<string, Asked[]>} */
export const SCHEMES = {
  "php-redis": [field("bits"), field("functions", "names"), choice("arithmetic", "php", "clean32")],
  "crc32-mt": [field("bits"), field("capacity"), choice("generator", "php8", "php5")],
  "additive-partitioned": [optional("size"), optional("seeds", "numbers")],
  standard: shape,
  partitioned: shape,
  blocked: shape,
};

/** @type {Record<string, Asked[]>} */
export const FORMATS = {
  guava: [choice("funnel", "string_utf8", "unencoded_chars", "bytes", "long", "int")],
  spark: [],
  redisbloom: [],
  "go-bits-and-blooms": [],
  "parquet-sbbf": [choice("type", "BYTE_ARRAY", "INT64", "INT32")],
  "npm-bloomfilter": [choice("hash", "fnv1a64", "fnv1a32x2"), optional("hashes")],
  "npm-bloom-filters": [choice("generation", "v1a", "v1b", "v2")],
  "pybloom-live": [choice("hash128", "md5", "xxh128")],
  rbloom: [],
  datasketches: [choice("strings", "utf8", "rust")],
  "redis-bitmap": [choice("scheme", ...Object.keys(SCHEMES))],
};

/**
 * The options to ask for, given the answers so far.
 * @param {string} format
 * @param {Record<string, string>} values
 * @returns {Asked[]}
 */
export const askedFor = (format, values) => [
  ...(FORMATS[format] ?? []),
  ...((format === "redis-bitmap" && SCHEMES[values.scheme]) || []),
];

/** The first required option that is missing. */
export const missing = (/** @type {string} */ format, /** @type {Record<string, string>} */ values) =>
  askedFor(format, values).find(({ name, optional: may }) => !may && !values[name]?.trim());

/**
 * A number as people write it: 1,000,000 or 2^32.
 * @param {string} text
 */
function number(text) {
  const plain = text.replace(/[\s,_]/g, "");
  const power = /^2\^(\d+)$/.exec(plain);
  return power ? 2 ** Number(power[1]) : Number(plain);
}

const items = (/** @type {string} */ text) => text.split(/[\s,;]+/).filter((item) => item);

/** @type {Record<Asked["kind"], (text: string) => unknown>} */
const READ = { choice: (text) => text, number, names: items, numbers: (text) => items(text).map(Number) };

/**
 * The options for `importFilter`. The package checks the values.
 * @param {string} format
 * @param {Record<string, string>} values
 * @returns {any}
 */
export function importOptions(format, values) {
  const said = askedFor(format, values).filter(({ name }) => values[name]?.trim());
  const options = Object.fromEntries(said.map(({ name, kind }) => [name, READ[kind](values[name].trim())]));
  // Users who type the hash as a number need no function.
  return { format, ...(format === "rbloom" && { hash: (/** @type {any} */ key) => key }), ...options };
}

/** The most bytes for which all choices are tried: each choice reads the file again. */
const MOST_TRIED = 4_000_000;

/**
 * The only choice with which the bytes can be read, if there is exactly one.
 * @param {Uint8Array} bytes
 * @param {string} format
 * @param {(bytes: Uint8Array, options: any) => { free(): void }} importFilter
 * @returns {Record<string, string>}
 */
export function onlyAnswer(bytes, format, importFilter) {
  const [first] = FORMATS[format] ?? [];
  if (!first?.choices || format === "redis-bitmap" || bytes.length > MOST_TRIED) return {};
  const readable = first.choices.filter((value) => {
    try {
      importFilter(bytes, importOptions(format, { [first.name]: value })).free();
      return true;
    } catch {
      return false;
    }
  });
  return readable.length === 1 ? { [first.name]: readable[0] } : {};
}
