import { BloomFilter } from "../api/bloom-filter.js";
import { build as collect, distinct, pushKey, pushLines } from "../api/builder.js";
import { PLAIN, readOptions } from "../api/options.js";
import { errorRate, oneOf, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { hintAtTerminal, measure, nameOf, readJson, readLines } from "./input.js";
import { openOutput, summarise, warn } from "./output.js";
import { Progress } from "./progress.js";

export const options = /** @type {const} */ ({
  "error-rate": { type: "string" },
  capacity: { type: "string" },
  seed: { type: "string" },
  layout: { type: "string" },
  input: { type: "string" },
  name: { type: "string" },
  "list-version": { type: "string" },
  base64: { type: "boolean" },
  output: { type: "string", short: "o" },
});

const NAMES = {
  capacity: "--capacity",
  errorRate: "--error-rate",
  seed: "--seed",
  layout: "--layout",
  name: "--name",
  version: "--list-version",
};

/**
 * Where keys go.
 * @typedef {object} Sink
 * @property {(lines: Uint8Array) => unknown} lines
 * @property {(key: string) => unknown} key
 * @property {() => number} count how many distinct keys there are so far, as far as that is known
 */

/**
 * @param {Record<string, any>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const wanted = readFilterOptions(values);
  const input = oneOf(values.input, "--input", ["lines", "json"]);
  const paths = positionals.length ? positionals : ["-"];
  const save = openOutput(values);
  const total = measure(paths);
  if (paths.includes("-")) hintAtTerminal(input == "json" ? "a JSON array" : "keys, one a line,");

  /** @type {(sink: Sink) => void} */
  const fill = (sink) => {
    const progress = new Progress(total, sink.count);
    try {
      for (const path of paths) take(path, input, sink, (bytes) => progress.advance(bytes));
    } finally {
      progress.end();
    }
  };
  const filter = namingOptions(NAMES, () =>
    wanted.capacity === undefined ? sizedByKeys(wanted, fill) : sizedByCapacity(wanted, fill),
  );
  const bytes = await save(filter);
  const { inserted, errorRate } = filter.stats;
  const kind = wanted.capacity === undefined ? "distinct key" : "key";
  const keys = `${inserted.toLocaleString("en-US")} ${kind}${inserted == 1 ? "" : "s"}`;
  summarise(`${keys}, ${bytes.toLocaleString("en-US")} bytes, error rate ${errorRate}`);
  return 0;
}

/**
 * @param {Record<string, any>} values
 * @returns {any} options of the API
 */
function readFilterOptions(values) {
  const capacity = wholeNumber(values.capacity, "--capacity");
  const wanted = {
    ...(capacity !== undefined && { capacity }),
    errorRate: errorRate(values["error-rate"], "--error-rate") ?? 0.01,
    seed: wholeNumber(values.seed, "--seed", "random") ?? 0,
    layout: values.layout ?? "standard",
    name: values.name ?? "",
    version: values["list-version"] ?? "",
  };
  // Refused now, not when a long list has been read.
  namingOptions(NAMES, () => readOptions(wanted, PLAIN, true));
  return wanted;
}

/**
 * @param {any} wanted
 * @param {(sink: Sink) => void} fill
 */
function sizedByKeys(wanted, fill) {
  return collect(readOptions(wanted, PLAIN, true), () => {
    fill({ lines: pushLines, key: pushKey, count: distinct });
    if (!distinct()) refuseEmpty();
  });
}

/**
 * @param {any} wanted
 * @param {(sink: Sink) => void} fill
 */
function sizedByCapacity(wanted, fill) {
  const filter = new BloomFilter(wanted);
  // A key that changes the filter is certainly new, so this is never too many.
  let changed = 0;
  fill({
    lines: (lines) => (changed += filter.addLines(lines)),
    key: (key) => (changed += +filter.add(key)),
    count: () => changed,
  });
  if (!changed) refuseEmpty();
  const { estimatedErrorRate } = filter.stats;
  if (changed > wanted.capacity && estimatedErrorRate > wanted.errorRate) {
    const found = estimatedErrorRate.toPrecision(2);
    warn(
      `--capacity ${wanted.capacity} is less than the ${changed} keys or more that there are: the error ` +
        `rate is about ${Number(found)}, not ${wanted.errorRate}; raise --capacity or leave it out`,
    );
  }
  return filter;
}

/** @returns {never} */
function refuseEmpty() {
  throw new Failure("no keys in the input: nothing is written; a filter of no keys would let everything pass");
}

/**
 * Takes the keys of one input.
 * @param {string} path
 * @param {string | undefined} input
 * @param {Sink} sink
 * @param {(bytes: number) => void} advance
 */
function take(path, input, sink, advance) {
  if (input == "json") {
    for (const key of readJson(path, advance)) sink.key(key);
    return;
  }
  readLines(
    path,
    (part, first) => {
      if (first && input === undefined) refuseMistaken(nameOf(path), part);
      sink.lines(part);
    },
    advance,
  );
}

/**
 * Refuses what is surely not meant as a key a line, unless the user says that it is: it would give
 * a filter that looks sound and has none of the keys.
 * @param {string} name
 * @param {Buffer} part the first lines
 */
function refuseMistaken(name, part) {
  const start = part.toString("latin1", 0, 64);
  if (/^\s*(\[\s*(["\]\d{[tfn-]|$)|\{\s*")/.test(start)) {
    throw new Failure(
      `${name}: this looks like JSON: give an array with --input json (or --input lines if these are keys)`,
    );
  }
  if (start.startsWith("\xff\xfe") || start.startsWith("\xfe\xff")) {
    throw new Failure(
      `${name}: this looks like UTF-16: convert it to UTF-8 (or give --input lines if these are keys)`,
    );
  }
}
