// Looks at the first lines of a list. In a list that is read in the wrong format, no key is found later, and nothing says so.

import { Failure } from "../failure.js";

/** @typedef {{ says: string, todo: string }} Doubt what a list looks like, and what to do */

/** How many lines, and bytes, are looked at. */
export const SAMPLE_LINES = 1000;
export const SAMPLE_BYTES = 1 << 18;
/** The part of a line that a message shows. */
const SHOWN = 60;

const ADDRESS = "[ \\t]*(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[\\da-f]*:[\\da-f:.]*:[\\da-f.]*(?:%[\\w.-]+)?)";
const HOSTS = new RegExp(`^${ADDRESS}[ \\t]+[^\\s#]`, "i");
const ADBLOCK = /^(\[adblock[^\]]*\]\s*$|\|\|[^\s/]+\^|@@\|\|)/i;
const QUOTED = /^"([^"]|"")*"$/;
const BLANKS = /^[ \t]|[ \t]$/;

/** What a file of other data begins with. @type {[begins: RegExp, says: string, todo: string][]} */
const FILES = [
  [/^\s*\[\s*(["\]\d{[tfn-]|$)/, "JSON", "for an array pass --input json"],
  [/^\s*\{\s*"[^\n]*\}\s*(\n|$)/, "JSON in each line", "pass --input jsonl --column NAME"],
  [/^\s*\{\s*"/, "JSON", "for an array pass --input json"],
  [/^(\xeb(FLT|edgebloom sign)|60ZMV|62VkZ2VibG9vbSBzaWdu)/, "a filter, not a list", "use edgebloom merge"],
  [/^\s*<(!doctype\s+html|html)\b/i, "an HTML page, perhaps a server error", "download the list again"],
  [/^(\xff\xfe|\xfe\xff)/, "UTF-16", "convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8"],
  [
    /^(PK\x03\x04|\x28\xb5\x2f\xfd|\xfd7zXZ\0|BZh\d)/,
    "an archive",
    "unpack it, for example with unzip -p, zstdcat, xzcat or bzcat",
  ],
];

/**
 * What a file of other data is, which is no list in any format of text.
 * @param {string} sample
 * @returns {Doubt | undefined}
 */
function otherData(sample) {
  const [, says, todo] = FILES.find(([begins]) => begins.test(sample)) ?? [];
  if (says !== undefined && todo !== undefined) return { says, todo };
  const lines = sample.includes("\0") ? sample.split("\n", SAMPLE_LINES) : [];
  const binary = lines.filter((line) => line.includes("\0")).length;
  // A few of many lines may be keys.
  if (binary && (lines[0].includes("\0") || binary * 100 >= lines.length)) {
    return { says: "UTF-16 or other binary data", todo: "convert it, for example with iconv -f UTF-16LE -t UTF-8" };
  }
  if ((sample.match(/\r(?!\n|$)/g)?.length ?? 0) * 2 > (sample.match(/\n/g)?.length ?? 0)) {
    return { says: "lines that end with CR alone", todo: "convert it, for example with tr '\\r' '\\n'" };
  }
  return undefined;
}

/**
 * Throws if a table is other data: a spreadsheet may write UTF-16, and a server an error page.
 * @param {string} name
 * @param {Buffer} bytes the first lines
 */
export function rejectOtherData(name, bytes) {
  const doubt = otherData(bytes.toString("latin1", 0, SAMPLE_BYTES));
  if (doubt) throw new Failure(`${name}: this looks like ${doubt.says}: ${doubt.todo}`);
}

/**
 * What a list looks like, if it does not look like one key per line.
 * @param {string} sample the first lines, one character for each byte
 * @param {(line: string) => boolean} isKey true if a line, without the blanks around it, is a key in the form that the user has chosen
 * @param {boolean} isAnyText true if that form is any text: then every line is a key
 * @returns {Doubt | undefined}
 */
export function lookAt(sample, isKey, isAnyText) {
  const other = otherData(sample);
  if (other) return other;
  const all = sample.split(/\r?\n/, SAMPLE_LINES).filter((line) => line && !/^[ \t]*#/.test(line));
  const lines = isAnyText ? all : all.filter((line) => !isKey(line.trim()));
  const count = (/** @type {(line: string) => boolean} */ test) => lines.filter(test).length;
  /** Some lines are enough, because these are not keys that somebody wants. */
  const some = (/** @type {RegExp} */ test) => {
    const found = count((line) => test.test(line));
    return found > 0 && (test.test(all[0]) || found * 100 >= all.length);
  };
  const nearlyAll = (/** @type {(line: string) => boolean} */ test) =>
    lines.length > 0 && count(test) * 10 >= all.length * 9;
  if (some(HOSTS)) return { says: "a hosts file", todo: "pass --input hosts" };
  if (some(ADBLOCK)) return { says: "a list for ad blockers", todo: "pass --input adblock" };
  if (nearlyAll((line) => line.includes("\t"))) return { says: "TSV", todo: "pass --input tsv --column NAME|N" };
  for (const separator of [",", ";"]) {
    const parts = all[0]?.split(separator).length;
    if (all.length === 1 && parts > 2 && lines.length) {
      return {
        says: "all keys in one line",
        todo: `put each on a line of its own, for example with tr '${separator}' '\\n'`,
      };
    }
    if (nearlyAll((line) => line.includes(separator))) return { says: "CSV", todo: "pass --input csv --column NAME|N" };
  }
  if (some(QUOTED)) return { says: "CSV with quotes", todo: "pass --input csv" };
  if (isAnyText && some(BLANKS))
    return { says: "lines with blanks around the keys", todo: "pass --input csv, which removes them" };
  return undefined;
}

/**
 * Throws if a list looks like another format.
 * @param {string} name
 * @param {Buffer} bytes the first lines
 * @param {Parameters<typeof lookAt>[1]} isKey
 * @param {boolean} isAnyText
 */
export function rejectMistaken(name, bytes, isKey, isAnyText) {
  const sample = bytes.toString("latin1");
  const doubt = lookAt(sample, isKey, isAnyText);
  if (!doubt) return;
  const first = Buffer.from(/[^\s][^\r\n]*/.exec(sample)?.[0].slice(0, SHOWN) ?? "", "latin1").toString();
  const shown = /[\p{Cc}\ufffd]/u.test(first.replaceAll("\t", ""))
    ? ""
    : `; the first line is ${JSON.stringify(first)}`;
  throw new Failure(
    `${name}: this looks like ${doubt.says}: ${doubt.todo} (or --input lines if each line is a key)${shown}`,
  );
}
