import { setImmediate as turn } from "node:timers/promises";
import { BloomFilter } from "../api/bloom-filter.js";
import { LAYOUTS, PLAIN, readOptions } from "../api/options.js";
import { errorRate, wholeNumber } from "./arguments.js";
import { collect, collected, pushKey, pushLines } from "./collect.js";
import { Failure, namingOptions } from "./failure.js";
import { eachKey, hintAtTerminal, measure, nameOf, sameFile } from "./input.js";
import { INPUT, readForm, takeKeys } from "./keys.js";
import { LIST, WRITE } from "./options.js";
import { openOutput } from "./output.js";
import { Progress } from "./progress.js";
import { Report, warn } from "./report.js";

export const brief = "make a filter of a list of keys";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  "error-rate": {
    type: "string",
    value: "P",
    says: 'share of other keys that get "maybe", 1e-18 to below 1; 0.01 if not given',
  },
  capacity: {
    type: "string",
    value: "N",
    says: "size the filter for N keys, 1 to what fits in 4294967296 bits; for the\ndistinct ones there are if not given",
  },
  seed: { type: "string", value: "N|random", words: ["random"], says: '0 to 4294967295, or "random"; 0 if not given' },
  layout: {
    type: "string",
    value: "LAYOUT",
    words: LAYOUTS,
    says: "standard, partitioned or blocked; standard if not given",
  },
  static: {
    type: "boolean",
    says: "make a static set: about 30 % smaller, but no key can be added later;\nerror rates from 1e-9 to 0.5",
  },
  ...INPUT,
  ...LIST,
  ...WRITE,
});

const NAMES = {
  capacity: "--capacity",
  errorRate: "--error-rate",
  seed: "--seed",
  layout: "--layout",
  name: "--name",
  version: "--list-version",
};

/** @typedef {import("../api/types.js").CommonOptions & import("../api/types.js").KeysSizing} Wanted */

/** @typedef {import("./keys.js").Sink & { count: () => number }} Sink `count` is how many keys there are so far */

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const wanted = readFilterOptions(values);
  const form = readForm(values);
  const paths = positionals.length ? positionals : ["-"];
  const report = new Report(values);
  const save = openOutput(values);
  const total = measure(paths);
  const { output = "-" } = values;
  const lost = paths.find((path) => sameFile(path, output));
  if (lost !== undefined) {
    const where = output === "-" ? "standard output" : "-o";
    throw new Failure(`${where}: ${nameOf(lost)} is the list itself, which would be lost; give another file`);
  }
  if (paths.includes("-")) hintAtTerminal(form.input === "json" ? "a JSON array" : "keys, one a line,");
  /** @type {(string | undefined)[]} */
  const doubts = [];

  let read = 0;
  /** @type {(sink: Sink) => Promise<void>} */
  const fill = async (sink) => {
    const progress = new Progress(total, sink.count, report);
    const counted = report.wantsFacts ? counting(sink, (keys) => (read += keys)) : sink;
    try {
      for (const path of paths) doubts.push(await takeKeys(path, form, counted, progress));
      // A signal that has come is heard now; later it would be lost.
      await turn();
    } finally {
      progress.end();
    }
    if (!sink.count()) refuseEmpty();
    for (const doubt of doubts) if (doubt) warn(doubt);
  };
  const { capacity } = wanted;
  const bySize = capacity === undefined;
  const { static: isStatic = false } = values;
  const filter = await namingOptions(NAMES, () =>
    bySize ? sizedByKeys(wanted, fill, isStatic) : sizedByCapacity({ ...wanted, capacity }, fill),
  );
  const bytes = await save(filter);
  const { inserted, errorRate } = filter.stats;
  const keys = `${inserted.toLocaleString("en-US")} ${bySize ? "distinct key" : "key"}${inserted === 1 ? "" : "s"}`;
  report.done(
    filter,
    bytes,
    { keys: read, distinctKeys: bySize ? inserted : null, duplicates: bySize ? read - inserted : null },
    `${keys}, ${bytes.toLocaleString("en-US")} bytes, error rate ${errorRate}${isStatic || !bySize ? "" : advice(filter)}`,
  );
  return 0;
}

/** What a static set takes, beside the information limit: the header, and 2 % from some thousands of keys on. */
const OVERHEAD = 64;
const EXCESS = 1.02;

/**
 * Recommends a static set where it is smaller.
 * @param {import("../api/load.js").AnyFilter} filter of all keys
 */
function advice({ stats: { inserted, errorRate, byteLength } }) {
  const rate = Number(errorRate);
  if (rate > 0.5 || rate < 1e-9) return "";
  const size = OVERHEAD + (EXCESS * inserted * -Math.log2(rate)) / 8;
  const saved = Math.round(100 * (1 - size / byteLength));
  return inserted < 300 || saved < 10 ? "" : `; --static would make it about ${saved} % smaller`;
}

/**
 * A sink that says of how many keys it heard.
 * @param {Sink} sink
 * @param {(keys: number) => void} heard
 * @returns {Sink}
 */
const counting = (sink, heard) => ({
  ...sink,
  lines(part) {
    let keys = 0;
    eachKey(part, () => keys++);
    heard(keys);
    sink.lines(part);
  },
  key(key) {
    heard(1);
    sink.key(key);
  },
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Wanted}
 */
function readFilterOptions(values) {
  const capacity = wholeNumber(values.capacity, "--capacity");
  const misplaced = values.static && (values.capacity ? "capacity" : values.layout && "layout");
  if (misplaced) throw new Failure(`--${misplaced}: static sets have none; leave out --${misplaced} or --static`);
  const wanted = {
    ...(capacity !== undefined && { capacity }),
    errorRate: errorRate(values["error-rate"], "--error-rate") ?? 0.01,
    seed: wholeNumber(values.seed, "--seed", "random") ?? 0,
    layout: /** @type {import("../api/types.js").Layout} */ (values.layout ?? "standard"),
    name: values.name ?? "",
    version: values["list-version"] ?? "",
  };
  // Refused now, not when a long list has been read.
  namingOptions(NAMES, () => readOptions(wanted, PLAIN, true));
  if (values.static && (wanted.errorRate < 1e-9 || wanted.errorRate > 0.5)) {
    throw new Failure(`--error-rate: expected 1e-9 to 0.5 with --static, found ${wanted.errorRate}`);
  }
  return wanted;
}

/**
 * @param {Wanted} wanted
 * @param {(sink: Sink) => Promise<void>} fill
 * @param {boolean} isStatic
 */
const sizedByKeys = (wanted, fill, isStatic) =>
  collect(readOptions(wanted, PLAIN, true), () => fill({ lines: pushLines, key: pushKey, count: collected }), isStatic);

/**
 * @param {Wanted & { capacity: number }} wanted
 * @param {(sink: Sink) => Promise<void>} fill
 */
async function sizedByCapacity(wanted, fill) {
  const filter = new BloomFilter(wanted);
  // A key that changes the filter is certainly new, so this is never too many.
  let changed = 0;
  await fill({
    lines: (lines) => (changed += filter.addLines(lines)),
    key: (key) => (changed += +filter.add(key)),
    count: () => changed,
  });
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
