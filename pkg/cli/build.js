import { BloomFilter } from "../api/bloom-filter.js";
import { handleOf } from "../api/membership-filter.js";
import { LAYOUTS, PLAIN, readOptions } from "../api/options.js";
import { MIN_RATE } from "../api/static-filter.js";
import { ALLOW, readAllowed, without } from "./allowed.js";
import { errorRate, wholeNumber } from "./arguments.js";
import { filterOf, mapOf, newBuilder, newMapBuilder, sinkInto } from "./engines.js";
import { Failure, namingOptions } from "./failure.js";
import { INPUT, openLists, readFormat, readLists } from "./keys.js";
import { eachKey } from "./lines.js";
import { MAP, openMap } from "./map.js";
import { LIST, WRITE } from "./options.js";
import { openOutput, rejectOverwriting } from "./output.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";
import { NEVER, openUniverse, pathsOf, readUniverse, warnOfListed } from "./universe.js";

export const brief = "build a filter from a list of keys";
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
    says: "size the filter for N keys; default: distinct keys in the\ninput. A filter has at most 4294967296 bits",
  },
  seed: {
    type: "string",
    value: "N|random",
    words: ["random"],
    says: 'hash seed, 0 to 4294967295, or "random"; default 0',
  },
  layout: {
    type: "string",
    value: "LAYOUT",
    words: LAYOUTS,
    says: "standard, partitioned or blocked; default standard",
  },
  static: {
    type: "boolean",
    says: "build a static set: about 30% smaller, but you can't add\nkeys later; --error-rate from 2.4e-10 to 0.5",
  },
  ...NEVER,
  ...ALLOW,
  ...MAP,
  ...INPUT,
  ...LIST,
  module: { type: "boolean", says: "write the base64 as a JavaScript module with its .d.ts" },
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

/** @typedef {import("./engines.js").Builder} Builder */
/** @typedef {import("./keys.js").Sink} Sink */

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const format = readFormat(values);
  const settings = readSettings(values, format);
  const report = new Report(values);
  const save = openOutput(values);
  const map = openMap(values, positionals, format);
  if (map) {
    rejectOverwriting(map.paths, values);
    return buildMap(map, { settings, report, save });
  }
  const lists = openLists(positionals, format);
  const never = openUniverse(values, format);
  rejectOverwriting([...lists.paths, ...(never ? pathsOf(never) : [])], values);
  const { static: isStatic = false } = values;
  const { capacity } = settings;
  const isSizedByKeys = capacity === undefined;
  let [read, listed] = [0, 0];
  const filter = await namingOptions(NAMES, async () => {
    const { sink, seed, finish, free } = isSizedByKeys
      ? sizedByKeys(settings, isStatic)
      : sizedByCapacity({ ...settings, capacity });
    /** @type {Builder | undefined} */
    let universe;
    try {
      read = await readKeys(lists, sink, await readAllowed(never), report);
      universe = never && (await readUniverse(never, newBuilder(seed), report));
      const filter = finish(universe);
      if (universe)
        listed =
          universe.distinct - /** @type {import("../api/static-filter.js").StaticFilter} */ (filter).stats.universe;
      return filter;
    } finally {
      free();
      universe?.free();
    }
  });
  if (never) await warnOfListed(never, listed, (key) => handleOf(filter).has(key));
  const bytes = await save(filter);
  const { inserted, errorRate } = filter.stats;
  const keys = `${grouped(inserted)} ${isSizedByKeys ? "distinct key" : "key"}${inserted === 1 ? "" : "s"}`;
  report.done(
    filter,
    bytes,
    { keys: read, distinctKeys: isSizedByKeys ? inserted : null, duplicates: isSizedByKeys ? read - inserted : null },
    `${keys}, ${grouped(bytes)} bytes, error rate ${errorRate}${isStatic || !isSizedByKeys ? "" : advice(filter)}`,
  );
  return 0;
}

/**
 * @param {import("./map.js").MapLists} map
 * @param {{ settings: Settings, report: Report, save: ReturnType<typeof openOutput> }} how
 */
async function buildMap(map, { settings, report, save }) {
  const { errorRate, seed, name = "", version = "", form } = readOptions(settings, PLAIN, true);
  const filter = await namingOptions(NAMES, async () => {
    const builder = newMapBuilder(seed);
    try {
      await map.read({ ...sinkInto(builder), setValue: (value) => builder.setValue(value) }, report);
      const conflicts = builder.prepare(map.labels !== undefined);
      /** @type {Map<number, number>} */
      const firsts = new Map();
      for (let i = 0; i < conflicts.length; i += 2) {
        for (const index of conflicts.subarray(i, i + 2)) firsts.set(index, conflicts[i]);
      }
      if (firsts.size) await map.checkConflicts((_, index) => firsts.get(index));
      return mapOf(builder, { errorRate, name, version, form }, map.textOf);
    } finally {
      builder.free();
    }
  });
  const bytes = await save(filter);
  const { inserted, values, errorRate: rate } = filter.stats;
  const keys = `${grouped(inserted)} distinct key${inserted === 1 ? "" : "s"}`;
  const summary = `${keys}, ${grouped(values)} value${values === 1 ? "" : "s"}, ${grouped(bytes)} bytes, error rate ${rate}`;
  report.done(filter, bytes, { distinctKeys: inserted }, summary);
  return 0;
}

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {import("./keys.js").Format} format
 * @returns {Settings}
 */
function readSettings(values, { keyForm }) {
  const capacity = wholeNumber(values.capacity, "--capacity");
  const isMap = values.map || values.label;
  const wrong = isMap && ["static", "capacity", "layout", "never", "allow"].find((name) => name in values);
  if (wrong) throw new Failure(`--${wrong}: not for maps; leave out --${wrong}`);
  const exact = values.never ? "never" : values.allow && "allow";
  if (exact && !values.static) throw new Failure(`--${exact}: only for static sets; add --static`);
  const misplaced = values.static && (values.capacity ? "capacity" : values.layout && "layout");
  if (misplaced) throw new Failure(`--${misplaced}: not for static sets; leave out --${misplaced} or --static`);
  const settings = {
    ...(capacity !== undefined && { capacity }),
    errorRate: errorRate(values["error-rate"], "--error-rate") ?? 0.01,
    seed: wholeNumber(values.seed, "--seed", "random") ?? 0,
    layout: /** @type {import("../api/types.js").Layout} */ (values.layout ?? "standard"),
    name: values.name ?? "",
    version: values.version ?? "",
    keys: keyForm,
  };
  // Check the values now, not after reading a long list.
  namingOptions(NAMES, () => readOptions(settings, PLAIN, true));
  if ((values.static || isMap) && (settings.errorRate < MIN_RATE || settings.errorRate > 0.5)) {
    throw new Failure(
      `--error-rate: expected a number from 2^-32 (2.4e-10) to 0.5 with --${isMap ? (values.map ? "map" : "label") : "static"}, got ${settings.errorRate}`,
    );
  }
  return settings;
}

/**
 * A filter, or a static set, that is sized by its keys.
 * @param {Settings} settings
 * @param {boolean} isStatic
 */
function sizedByKeys(settings, isStatic) {
  const options = { ...readOptions(settings, PLAIN, true), isStatic };
  const builder = newBuilder(options.seed);
  return {
    sink: sinkInto(builder),
    seed: options.seed,
    finish: (/** @type {Builder | undefined} */ universe) => filterOf(builder, universe, options),
    // Writing the filter needs the memory.
    free: () => builder.free(),
  };
}

/** @param {Settings & { capacity: number }} settings */
function sizedByCapacity(settings) {
  const filter = new BloomFilter(settings);
  // The list has been read in its form: these are keys.
  const keys = handleOf(filter);
  // A key that changes the filter is new, so this count is never too high.
  let changed = 0;
  /** @type {Sink} */
  const sink = {
    lines: (lines) => (changed += keys.addLines(lines)),
    key: (key) => (changed += +keys.add(key)),
    keys(bytes, width) {
      for (let at = 0; at < bytes.length; at += width) changed += +keys.add(bytes.subarray(at, at + width));
    },
    count: () => changed,
  };
  const finish = () => {
    const { estimatedErrorRate } = filter.stats;
    if (changed > settings.capacity && estimatedErrorRate > settings.errorRate) {
      const found = estimatedErrorRate.toPrecision(2);
      warn(
        `--capacity ${settings.capacity} is too low for at least ${changed} keys: the error rate is about ${Number(found)}, ` +
          `not ${settings.errorRate}; raise --capacity or leave it out`,
      );
    }
    return filter;
  };
  return { sink, seed: filter.stats.seed, finish, free() {} };
}

/**
 * Reads all keys, and rejects lists without any.
 * @param {import("./keys.js").Lists} lists
 * @param {Sink} sink
 * @param {import("./allowed.js").Allowed} allowed keys to leave out
 * @param {Report} report
 * @returns {Promise<number>} how many keys there were; 0 if the report needs no facts
 */
async function readKeys(lists, sink, allowed, report) {
  let read = 0;
  /** @type {string[]} */
  const doubts = [];
  const counted = report.wantsFacts ? counting(sink, (keys) => (read += keys)) : sink;
  await readLists(lists, without(counted, allowed), report, { onDoubt: (doubt) => doubts.push(doubt) });
  if (!sink.count()) {
    const why = doubts.length ? ` (${doubts.join("; ")})` : "";
    throw new Failure(
      `no keys in the input${why}: nothing is written, because an empty filter answers "no" to every key`,
    );
  }
  doubts.forEach(warn);
  return read;
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

/** The size of a static set above the information limit: its header, and 2 % from a few thousand keys on. */
const OVERHEAD = 90;
const EXCESS = 1.02;

/**
 * Recommends a static set where it is smaller.
 * @param {import("../api/load.js").AnyFilter} filter of all keys
 */
function advice({ stats: { inserted, errorRate, byteLength } }) {
  const rate = Number(errorRate);
  if (rate > 0.5 || rate < MIN_RATE) return "";
  const size = OVERHEAD + (EXCESS * inserted * -Math.log2(rate)) / 8;
  const saved = Math.round(100 * (1 - size / byteLength));
  return inserted < 300 || saved < 10 ? "" : `; --static would make it about ${saved}% smaller`;
}
