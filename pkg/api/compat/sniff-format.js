import { isBytes, plain } from "../bytes.js";
import { wrongType } from "../errors.js";
import { compatEngine } from "./engine.js";
import { FORMATS } from "./formats/index.js";
import { tryParse } from "./formats/json.js";
import { isParsed } from "./formats/parsed.js";

/** @typedef {import("./import-options.js").FormatName} FormatName */
/** @typedef {import("./import-options.js").ParsedJson} ParsedJson */

/**
 * What a file reveals.
 * @typedef {object} Sniffed
 * @property {FormatName | "native" | undefined} format the format, if only one is possible; "native" for an edgebloom
 *   filter file, which `load` reads; undefined otherwise
 * @property {"bloom" | "counting" | undefined} kind "counting" for the `CountingBloomFilter` of the npm package bloom-filters, which
 *   `importFilter` doesn't read; "bloom" for other filters if the format is certain
 * @property {(FormatName | "native")[]} candidates the possible formats
 * @property {string[]} missing the options without which `importFilter` rejects this file, if the format is certain
 */

/**
 * Detects which system wrote a file, and which options `importFilter` needs for it. The format is certain if the file's layout fits only one.
 * @param {Uint8Array | string | ParsedJson} input the whole file; for JSON formats, also a string, or what `JSON.parse` returns
 * @returns {Sniffed}
 * @throws {TypeError} `input` is none of these
 * @example
 * import { sniffFormat } from "edgebloom/compat";
 *
 * const { format, missing } = sniffFormat(Uint8Array.of(1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
 * format; // "guava"
 * missing.join(); // "funnel"
 *
 * sniffFormat([1, 2, 3]).format; // "npm-bloomfilter"
 * sniffFormat([1, 2, 3]).missing.join(); // "hash,hashes"
 */
export function sniffFormat(input) {
  const file = isBytes(input) ? plain(input) : undefined;
  if (!file && typeof input !== "string" && !isParsed(input)) {
    wrongType("input", "a Uint8Array, a JSON string, or what JSON.parse returns", input);
  }
  if (file && isOurs(file)) return { format: "native", kind: undefined, candidates: ["native"], missing: [] };
  const json = tryParse(file ?? input);
  const names = /** @type {FormatName[]} */ (Object.keys(FORMATS));
  const certain = names.filter((name) => {
    const { recognises, recognisesJson } = FORMATS[name];
    return (file && recognises?.(file)) || (json && recognisesJson?.(json));
  });
  const candidates = certain.length ? certain : names.filter((name) => file && FORMATS[name].mayBe?.(file));
  const format = certain.length === 1 ? certain[0] : undefined;
  const kind = format && (json && FORMATS[format].isCounting?.(json) ? "counting" : "bloom");
  return { format, kind, candidates, missing: format ? Object.keys(openOptions(format, json)) : [] };
}

/** @param {Uint8Array} file */
const isOurs = (file) =>
  compatEngine()
    .wasm.magic()
    .every((byte, i) => file[i] === byte);

/**
 * The options of a format that a file leaves open.
 * @param {string} format
 * @param {any} json the object or array in the file; undefined if there is none
 */
export const openOptions = (format, json) => (json && FORMATS[format].open?.(json)) ?? FORMATS[format].options;
