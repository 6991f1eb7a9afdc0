import { Failure, oneLine } from "./failure.js";
import { readFilter } from "./input.js";
import { print } from "./output.js";

export const options = /** @type {const} */ ({ json: { type: "boolean" } });

/**
 * @param {Record<string, any>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  if (positionals.length != 1) throw new Failure("expected one filter: edgebloom info FILTER [--json]");
  const filter = readFilter(positionals[0]);
  const { name, version } = filter;
  const facts = { name, version, ...filter.stats };
  print(values.json ? `${JSON.stringify(facts)}\n` : table(facts));
  return 0;
}

/** @param {Record<string, unknown>} facts */
function table(facts) {
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
  if (value === null || value === "") return "-";
  if (typeof value == "boolean") return value ? "yes" : "no";
  // A name comes from whoever has built the filter: it must not steer the terminal.
  if (typeof value != "number") return oneLine(value);
  // A seed is a name more than an amount.
  if (name == "seed") return String(value);
  if (name == "estimatedCount") return Number.isFinite(value) ? Math.round(value).toLocaleString("en-US") : "unlimited";
  if (name == "errorRate") return rate(value, value);
  if (name == "fillRatio" || name == "estimatedErrorRate") return rate(value, Number(value.toPrecision(4)));
  return value.toLocaleString("en-US");
}

/**
 * @param {number} value
 * @param {number} shown
 */
const rate = (value, shown) => `${shown} (${Number((value * 100).toPrecision(3))} %)`;
