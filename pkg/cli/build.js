import { setImmediate as turn } from "node:timers/promises";
import { BloomFilter } from "../api/bloom-filter.js";
import { LAYOUTS, PLAIN, readOptions } from "../api/options.js";
import { errorRate, wholeNumber } from "./arguments.js";
import { collect, keyCount, pushKey, pushKeys, pushLines } from "./collect.js";
import { Failure, namingOptions } from "./failure.js";
import { hintAtTerminal, measure, nameOf, sameFile } from "./input.js";
import { INPUT, readForm, takeKeys } from "./keys.js";
import { eachKey } from "./lines.js";
import { LIST, WRITE } from "./options.js";
import { openOutput } from "./output.js";
import { Progress } from "./progress.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";

export const brief = "make a filter from a list of keys";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  "error-rate": {
    type: "string",
    value: "P",
    says: "false-positive rate, from 1e-18 to below 1; default 0.01",
  },
  capacity: {
    type: "string",
    value: "N",
    says: "size the filter for N keys; default: the distinct keys\nin the input. A filter has at most 4294967296 bits",
  },
  seed: {
    type: "string",
    value: "N|random",
    words: ["random"],
    says: 'seed of the hash, 0 to 4294967295, or "random"; default 0',
  },
  layout: {
    type: "string",
    value: "LAYOUT",
    words: LAYOUTS,
    says: "standard, partitioned or blocked; default standard",
  },
  static: {
    type: "boolean",
    says: "make a static set: about 30 % smaller, but you cannot add\nkeys later; --error-rate from 1e-9 to 0.5",
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
  version: "--version",
};

/** @typedef {import("../api/types.js").CommonOptions & import("../api/types.js").KeysSizing} Settings */

/** @typedef {import("./keys.js").Sink & { count: () => number }} Sink `count` gives the number of keys so far */

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const settings = readFilterOptions(values);
  const form = readForm(values);
  const paths = positionals.length ? positionals : ["-"];
  const report = new Report(values);
  const save = openOutput(values);
  const total = measure(paths);
  const { output = "-" } = values;
  const input = paths.find((path) => sameFile(path, output));
  if (input !== undefined) {
    const where = output === "-" ? "standard output" : "-o";
    throw new Failure(`${where}: ${nameOf(input)} is an input, which would be overwritten; give another file`);
  }
  if (paths.includes("-")) hintAtTerminal(form.input === "json" ? "a JSON array" : "keys, one per line,");
  /** @type {(string | undefined)[]} */
  const doubts = [];

  let read = 0;
  /** @type {(sink: Sink) => Promise<void>} */
  const fill = async (sink) => {
    const progress = new Progress(total, sink.count, report);
    const counted = report.wantsFacts ? counting(sink, (keys) => (read += keys)) : sink;
    try {
      for (const path of paths) doubts.push(await takeKeys(path, form, counted, progress));
      // Signals are handled between two turns of the event loop. The next step blocks it.
      await turn();
    } finally {
      progress.end();
    }
    if (!sink.count()) rejectEmpty();
    for (const doubt of doubts) if (doubt) warn(doubt);
  };
  const { capacity } = settings;
  const bySize = capacity === undefined;
  const { static: isStatic = false } = values;
  const filter = await namingOptions(NAMES, () =>
    bySize ? sizedByKeys(settings, fill, isStatic) : sizedByCapacity({ ...settings, capacity }, fill),
  );
  const bytes = await save(filter);
  const { inserted, errorRate } = filter.stats;
  const keys = `${grouped(inserted)} ${bySize ? "distinct key" : "key"}${inserted === 1 ? "" : "s"}`;
  report.done(
    filter,
    bytes,
    { keys: read, distinctKeys: bySize ? inserted : null, duplicates: bySize ? read - inserted : null },
    `${keys}, ${grouped(bytes)} bytes, error rate ${errorRate}${isStatic || !bySize ? "" : advice(filter)}`,
  );
  return 0;
}

/** The size of a static set above the information limit: its header, and 2 % from a few thousand keys on. */
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
 * A sink that also reports how many keys it receives.
 * @param {Sink} sink
 * @param {(keys: number) => void} onKeys
 * @returns {Sink}
 */
const counting = (sink, onKeys) => ({
  ...sink,
  lines(part) {
    let keys = 0;
    eachKey(part, () => keys++);
    onKeys(keys);
    sink.lines(part);
  },
  key(key) {
    onKeys(1);
    sink.key(key);
  },
  keys(bytes, width) {
    onKeys(bytes.length / width);
    sink.keys(bytes, width);
  },
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @returns {Settings}
 */
function readFilterOptions(values) {
  const capacity = wholeNumber(values.capacity, "--capacity");
  const misplaced = values.static && (values.capacity ? "capacity" : values.layout && "layout");
  if (misplaced) throw new Failure(`--${misplaced}: not for static sets; leave out --${misplaced} or --static`);
  const settings = {
    ...(capacity !== undefined && { capacity }),
    errorRate: errorRate(values["error-rate"], "--error-rate") ?? 0.01,
    seed: wholeNumber(values.seed, "--seed", "random") ?? 0,
    layout: /** @type {import("../api/types.js").Layout} */ (values.layout ?? "standard"),
    name: values.name ?? "",
    version: values.version ?? "",
  };
  // Check the values now, not after reading a long list.
  namingOptions(NAMES, () => readOptions(settings, PLAIN, true));
  if (values.static && (settings.errorRate < 1e-9 || settings.errorRate > 0.5)) {
    throw new Failure(`--error-rate: expected a number from 1e-9 to 0.5 with --static, got ${settings.errorRate}`);
  }
  return settings;
}

/**
 * @param {Settings} settings
 * @param {(sink: Sink) => Promise<void>} fill
 * @param {boolean} isStatic
 */
const sizedByKeys = (settings, fill, isStatic) =>
  collect(
    readOptions(settings, PLAIN, true),
    () => fill({ lines: pushLines, key: pushKey, keys: pushKeys, count: keyCount }),
    isStatic,
  );

/**
 * @param {Settings & { capacity: number }} settings
 * @param {(sink: Sink) => Promise<void>} fill
 */
async function sizedByCapacity(settings, fill) {
  const filter = new BloomFilter(settings);
  // A key that changes the filter is new, so this count is never too high.
  let changed = 0;
  await fill({
    lines: (lines) => (changed += filter.addLines(lines)),
    key: (key) => (changed += +filter.add(key)),
    keys(bytes, width) {
      for (let at = 0; at < bytes.length; at += width) changed += +filter.add(bytes.subarray(at, at + width));
    },
    count: () => changed,
  });
  const { estimatedErrorRate } = filter.stats;
  if (changed > settings.capacity && estimatedErrorRate > settings.errorRate) {
    const found = estimatedErrorRate.toPrecision(2);
    warn(
      `--capacity ${settings.capacity} is too low for at least ${changed} keys: the error rate is about ${Number(found)}, ` +
        `not ${settings.errorRate}; raise --capacity or leave it out`,
    );
  }
  return filter;
}

/** @returns {never} */
function rejectEmpty() {
  throw new Failure('no keys in the input: nothing is written, because an empty filter answers "no" to every key');
}
