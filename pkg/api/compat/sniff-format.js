import { isBytes, plain } from "../bytes.js";
import { compatEngine } from "../engines.js";
import { wrongType } from "../errors.js";
import { isDump } from "../loading.js";
import { FORMATS } from "./formats/index.js";

/** @typedef {import("./import-options.js").FormatName} FormatName */

/**
 * What is known of a file by its bytes.
 * @typedef {object} Sniffed
 * @property {FormatName | "native" | undefined} format the format, where only one is possible; "native" for a dump of ours,
 *   which `load` reads
 * @property {(FormatName | "native")[]} candidates the formats that are possible
 * @property {string[]} missing what `importFilter` has to be told beside it, where the format is certain
 */

/**
 * Which system's file bytes are. It is certain where their layout fits no other format; what the bytes do not
 * say stays the caller's to say.
 * @param {Uint8Array} bytes
 * @returns {Sniffed}
 * @throws {TypeError} not a Uint8Array
 * @example
 * const { format, missing } = sniffFormat(Uint8Array.of(1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
 * format // "guava"
 * missing.join() // "funnel"
 */
export function sniffFormat(bytes) {
  const file = isBytes(bytes) ? plain(bytes) : wrongType("bytes", "a Uint8Array", bytes);
  if (isDump(compatEngine(), file)) return { format: "native", candidates: ["native"], missing: [] };
  const names = /** @type {FormatName[]} */ (Object.keys(FORMATS));
  const certain = names.filter((name) => FORMATS[name].recognises?.(file));
  const candidates = certain.length ? certain : names.filter((name) => FORMATS[name].mayBe?.(file));
  const format = certain.length === 1 ? certain[0] : undefined;
  return { format, candidates, missing: format ? Object.keys(FORMATS[format].options) : [] };
}
