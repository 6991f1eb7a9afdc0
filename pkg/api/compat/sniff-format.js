import { isBytes, plain } from "../bytes.js";
import { wrongType } from "../errors.js";
import { compatEngine } from "./engine.js";
import { FORMATS } from "./formats/index.js";

/** @typedef {import("./import-options.js").FormatName} FormatName */

/**
 * What the bytes of a file show.
 * @typedef {object} Sniffed
 * @property {FormatName | "native" | undefined} format the format, if only one is possible; "native" for a filter file of
 *   edgebloom, which `load` reads; undefined otherwise
 * @property {(FormatName | "native")[]} candidates the formats that are possible
 * @property {string[]} missing the options that `importFilter` needs in addition, if the format is certain
 */

/**
 * Finds out which system wrote a file. The format is certain if the layout of the bytes fits only one.
 * @param {Uint8Array} bytes the whole file
 * @returns {Sniffed}
 * @throws {TypeError} `bytes` is not a Uint8Array
 * @example
 * import { sniffFormat } from "edgebloom/compat";
 *
 * const { format, missing } = sniffFormat(Uint8Array.of(1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
 * format; // "guava"
 * missing.join(); // "funnel"
 */
export function sniffFormat(bytes) {
  const file = isBytes(bytes) ? plain(bytes) : wrongType("bytes", "a Uint8Array", bytes);
  const isOurs = compatEngine()
    .wasm.magic()
    .every((byte, i) => file[i] === byte);
  if (isOurs) return { format: "native", candidates: ["native"], missing: [] };
  const names = /** @type {FormatName[]} */ (Object.keys(FORMATS));
  const certain = names.filter((name) => FORMATS[name].recognises?.(file));
  const candidates = certain.length ? certain : names.filter((name) => FORMATS[name].mayBe?.(file));
  const format = certain.length === 1 ? certain[0] : undefined;
  return { format, candidates, missing: format ? Object.keys(FORMATS[format].options) : [] };
}
