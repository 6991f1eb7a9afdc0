import { Failure, oneLine } from "./failure.js";
import { foreignFormat, isSigned, openFilter, readFilterBytes } from "./filter-file.js";
import { importAs, rejectForeign, requiredOptions } from "./foreign.js";
import { nameOf } from "./input.js";
import { print } from "./output.js";
import { isManifest, manifestIn, openPublished } from "./published.js";
import { factsOf, jsonLine, remark } from "./report.js";
import { grouped } from "./show.js";
import { openSigned, signatureFacts } from "./signed.js";

export const brief = "show what a filter is and how full it is";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  json: { type: "boolean", says: "print one JSON object; unknown values are null" },
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  if (positionals.length !== 1) throw new Failure("expected one filter: edgebloom info FILTER [--json]");
  const facts = await read(manifestIn(positionals[0]));
  print(values.json ? jsonLine(facts) : table(facts));
  return 0;
}

/**
 * The facts about the filter in a file.
 * @param {string} path
 */
async function read(path) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path, true);
  if (isManifest(bytes)) return openPublished(path, bytes).facts();
  if (!isSigned(bytes)) return factsIn(name, bytes);
  const { bytes: file, ...signature } = openSigned(name, bytes);
  remark(
    `${name}: the file names the key ${signature.keyId}, but the signature is not verified; run edgebloom verify --key FILE.pub ${path}`,
  );
  return { ...signatureFacts(signature), verified: false, ...factsIn(name, /** @type {Buffer} */ (file)) };
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 */
function factsIn(name, bytes) {
  const format = foreignFormat(name, bytes);
  return format === undefined ? factsOf(openFilter(name, bytes)) : foreignFacts(name, bytes, format);
}

/**
 * The same for a file of another system. A fact is null if it depends on something that the file does not contain.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} format
 */
function foreignFacts(name, bytes, format) {
  const [[field, choices] = [], more] = requiredOptions(format, bytes);
  if (!field) {
    const facts = factsOf(importAs(name, bytes, format, {}));
    remark(`${name}: read as ${format}`);
    return facts;
  }
  // A number cannot be tried out.
  if (more || !Array.isArray(choices)) return rejectForeign(name, format, bytes);
  /** @type {Record<string, unknown> | undefined} */
  let facts;
  /** @type {string[]} */
  const possible = [];
  let rejection;
  for (const choice of choices) {
    try {
      const its = factsOf(importAs(name, bytes, format, { [field]: choice }));
      facts ??= its;
      for (const fact in facts) if (facts[fact] !== its[fact]) facts[fact] = null;
      possible.push(choice);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      rejection = error;
    }
  }
  if (!facts) throw rejection;
  const reading =
    possible.length === 1
      ? `with --${field} ${possible[0]}`
      : `the file does not say which --${field}: ${possible.join(", ")}`;
  remark(`${name}: read as ${format}${possible.length === 1 ? " " : "; "}${reading}`);
  return facts;
}

/** @param {Record<string, unknown>} facts */
export function table(facts) {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${show(name, value)}\n`)
    .join("");
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function show(name, value) {
  if (name === "expires") return value ?? "never";
  if (value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  // A name comes from the file: its control characters must not reach the terminal.
  if (typeof value !== "number") return oneLine(value);
  // These are identifiers, so no thousands separators.
  if (name === "seed" || name === "sequence") return String(value);
  if (name === "estimatedCount") return Number.isFinite(value) ? grouped(Math.round(value)) : "unlimited";
  if (name === "errorRate") return rate(value, value);
  if (name === "fillRatio" || name === "estimatedErrorRate") return rate(value, Number(value.toPrecision(4)));
  return grouped(value);
}

/**
 * @param {number} value
 * @param {number} shown
 */
const rate = (value, shown) => `${shown} (${Number((value * 100).toPrecision(3))}%)`;
