import { Failure, oneLine } from "./failure.js";
import { askedBy, importAs, recognise } from "./foreign.js";
import { isDump, isSigned, nameOf, openDump, readFilterBytes } from "./input.js";
import { print } from "./output.js";
import { isManifest, openPublished } from "./published.js";
import { factsOf, jsonLine, remark } from "./report.js";

export const brief = "show what a filter is and how full it is";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  json: { type: "boolean", says: "one JSON object; estimatedCount is null if all bits are set" },
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  if (positionals.length !== 1) throw new Failure("expected one filter: edgebloom info FILTER [--json]");
  const facts = await read(positionals[0]);
  print(values.json ? jsonLine(facts) : table(facts));
  return 0;
}

/**
 * What there is to know of a filter in a file.
 * @param {string} path
 */
async function read(path) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path, true);
  if (isManifest(bytes)) return openPublished(path, bytes).facts();
  if (!isSigned(bytes)) return factsIn(name, bytes);
  const { openSigned, signatureFacts } = await import("./signed.js");
  const { dump, ...said } = openSigned(name, bytes);
  remark(
    `${name}: signed with the key ${said.keyId}, it says; nothing of it is verified: edgebloom verify --key FILE.pub ${path}`,
  );
  return { ...signatureFacts(said), verified: false, ...factsIn(name, /** @type {Buffer} */ (dump)) };
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 */
function factsIn(name, bytes) {
  const format = isDump(bytes) ? undefined : recognise(name, bytes);
  return format === undefined ? factsOf(openDump(name, bytes)) : foreignFacts(name, bytes, format);
}

/**
 * The same of a file of another system. What depends on something that the file does not say is null.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} format
 */
function foreignFacts(name, bytes, format) {
  const [[field, choices] = []] = askedBy(format);
  if (!field || !choices) {
    const facts = factsOf(importAs(name, bytes, format, {}));
    remark(`${name}: taken for ${format}`);
    return facts;
  }
  /** @type {Record<string, unknown> | undefined} */
  let facts;
  /** @type {string[]} */
  const possible = [];
  let refusal;
  for (const choice of choices) {
    try {
      const its = factsOf(importAs(name, bytes, format, { [field]: choice }));
      facts ??= its;
      for (const fact in facts) if (facts[fact] !== its[fact]) facts[fact] = null;
      possible.push(choice);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusal = error;
    }
  }
  if (!facts) throw refusal;
  const said =
    possible.length === 1
      ? `with --${field} ${possible[0]}`
      : `which --${field} it has is not in the file: ${possible.join(", ")}`;
  remark(`${name}: taken for ${format}${possible.length === 1 ? " " : "; "}${said}`);
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
  // A name comes from whoever has built the filter: it must not steer the terminal.
  if (typeof value !== "number") return oneLine(value);
  // They are names more than amounts.
  if (name === "seed" || name === "sequence") return String(value);
  if (name === "estimatedCount")
    return Number.isFinite(value) ? Math.round(value).toLocaleString("en-US") : "unlimited";
  if (name === "errorRate") return rate(value, value);
  if (name === "fillRatio" || name === "estimatedErrorRate") return rate(value, Number(value.toPrecision(4)));
  return value.toLocaleString("en-US");
}

/**
 * @param {number} value
 * @param {number} shown
 */
const rate = (value, shown) => `${shown} (${Number((value * 100).toPrecision(3))} %)`;
