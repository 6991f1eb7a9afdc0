import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { errorRate, expiryTime, wholeNumber } from "./arguments.js";
import { Failure } from "./failure.js";
import { hintAtTerminal, measure } from "./input.js";
import { INPUT, readForm, takeKeys } from "./keys.js";
import { LIST, WRITE } from "./options.js";
import { Progress } from "./progress.js";
import { commit } from "./publish/commit.js";
import { eachShard, shardsFor } from "./publish/shards.js";
import { MIN_RATE, publishShard } from "./publish/shard.js";
import { readSigningKey } from "./publish/signature.js";
import { Spill } from "./publish/spill.js";
import { StateFolder, stateOf } from "./publish/state.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";
import { onSignals } from "./signals.js";

/** @typedef {import("./publish/shard.js").Outcome} Outcome */

export const brief = "write a list for a static host, or update it";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  "error-rate": {
    type: "string",
    value: "P",
    says: "false-positive rate, 1e-7 to 0.5; default 0.01",
  },
  static: { type: "boolean", says: "make static sets, about 30 % smaller than Bloom filters" },
  shards: {
    type: "string",
    value: "N",
    says: "number of shards, a power of 2 up to 65536; default 1",
  },
  "shard-bytes": { type: "string", value: "N", says: "choose the number of shards for about N bytes each" },
  compact: {
    type: "string",
    value: "PERCENT",
    says: "most % of a filter that changes may take; default 25",
  },
  keep: {
    type: "string",
    value: "N",
    says: "keep the files of N previous manifests; default 3",
  },
  expires: {
    type: "string",
    value: "DATE|DAYS",
    says: "when clients start to reject the set; default never",
  },
  "signing-key": { type: "string", value: "FILE", file: true, says: "sign the manifest with this private key" },
  state: {
    type: "string",
    value: "DIR",
    file: true,
    says: "folder for the next run, never public; default DIR.state",
  },
  memory: {
    type: "string",
    value: "MB",
    says: "memory for digests in MB, 1 to 1024; default 64",
  },
  seed: { type: "string", value: "N", says: "seed of the hash, 0 to 4294967295; default 0" },
  ...INPUT,
  name: { ...LIST.name, says: "name of the list, up to 1,024 bytes" },
  version: { ...LIST.version, says: "version of the list, up to 1,024 bytes" },
  json: { type: "boolean", says: "print one JSON object about the result" },
  quiet: WRITE.quiet,
  output: { type: "string", short: "o", value: "DIR", file: true, says: "the folder of the published set" },
});

const USAGE = "edgebloom publish [options] -o DIR LIST...";

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const { output: folder } = values;
  if (!folder) throw new Failure(`-o: the folder is missing: ${USAGE}`);
  const paths = positionals.length ? positionals : ["-"];
  const settings = readSettings(values);
  const form = readForm(values);
  const key = readSigningKey(values["signing-key"], USAGE);
  const total = measure(paths);
  if (paths.includes("-")) hintAtTerminal("keys, one per line,");
  const report = new Report({ ...values, json: false });
  const state = new StateFolder(stateOf(values), folder);
  const release = onSignals(() => state.release());
  state.take();
  try {
    const publication = new Publication({ folder, state, settings: { ...settings, keyForm: form.keys.name }, report });
    const facts = await publication.publish({ paths, form, total, key });
    if (values.json) new Report({ json: true, output: folder }).say(facts, "");
    else report.say({}, summaryOf(facts));
    return 0;
  } finally {
    release();
    state.release();
  }
}

/** @param {import("./options.js").Values<typeof options>} values */
export function readSettings(values) {
  const rate = errorRate(values["error-rate"], "--error-rate") ?? 0.01;
  if (rate < MIN_RATE || rate > 0.5) throw new Failure(`--error-rate: expected a number from 1e-7 to 0.5, got ${rate}`);
  const inRange = (
    /** @type {"compact" | "keep" | "memory" | "shard-bytes" | "seed"} */ name,
    /** @type {number} */ usual,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) => {
    const number = wholeNumber(values[name], `--${name}`) ?? usual;
    if (number < least || number > most)
      throw new Failure(`--${name}: expected a whole number from ${least} to ${most}, got ${number}`);
    return number;
  };
  const shards = wholeNumber(values.shards, "--shards");
  if (shards !== undefined && (shards < 1 || shards > 65536 || shards & (shards - 1))) {
    throw new Failure(`--shards: expected a power of 2 from 1 to 65536, got ${shards}`);
  }
  if (shards !== undefined && values["shard-bytes"] !== undefined) {
    throw new Failure("--shard-bytes: give --shards or --shard-bytes, not both");
  }
  for (const [option, text] of [
    ["--name", values.name],
    ["--version", values.version],
  ]) {
    if (text && Buffer.byteLength(text) > 1024)
      throw new Failure(`${option}: expected at most 1,024 bytes, got ${Buffer.byteLength(text)}`);
  }
  return {
    errorRate: rate,
    isStatic: values.static ?? false,
    seed: inRange("seed", 0, 0, 2 ** 32 - 1),
    shards,
    shardBytes: values["shard-bytes"] === undefined ? undefined : inRange("shard-bytes", 0, 1000, 2 ** 30),
    compact: inRange("compact", 25, 0, 1000) / 100,
    keep: inRange("keep", 3, 0, 1000),
    memory: inRange("memory", 64, 1, 1024) * 2 ** 20,
    name: values.name ?? "",
    version: values.version ?? "",
    expires: expiryTime(values.expires),
  };
}

/** @typedef {ReturnType<typeof readSettings> & { keyForm: string }} Settings */

/** One run. */
class Publication {
  #folder;
  #state;
  #settings;
  #report;

  /** @param {{ folder: string, state: StateFolder, settings: Settings, report: Report }} what */
  constructor({ folder, state, settings, report }) {
    this.#folder = folder;
    this.#state = state;
    this.#settings = settings;
    this.#report = report;
  }

  /** @param {{ paths: string[], form: import("./keys.js").Form, total: number | undefined, key: string | undefined }} what */
  async publish({ paths, form, total, key }) {
    const { seed, memory, errorRate: rate, isStatic, keyForm } = this.#settings;
    const last = this.#state.read();
    const run = runOf(paths, { ...this.#settings, form: { ...form, keys: keyForm }, expires: 0 }, last?.sequence ?? 0);
    this.#state.prune([...(last?.records ?? []), ...this.#state.allFinished(run)]);
    const spill = new Spill(this.#state.work, run, seed, memory);
    try {
      await this.#read(spill, paths, form, total);
      const shards = shardsFor(spill, this.#settings, last?.options.shards);
      const options = { seed, errorRate: rate, isStatic, shards, keyForm };
      const isSame = last !== undefined && JSON.stringify(last.options) === JSON.stringify(options);
      if (last && (last.options.shards === 1) !== (shards === 1)) {
        warn(
          `${last.options.shards} to ${shards} shards: clients now need ${shards === 1 ? "LiveFilter" : "ShardedFilter"}`,
        );
      }
      if (last && last.options.keyForm !== keyForm) {
        warn(
          `--keys ${last.options.keyForm} to ${keyForm}: clients that have the old form reject the set; publish it at another address`,
        );
      }
      if (last && key === undefined && /"signer":"/.test(last.content)) {
        warn("the last manifest was signed, this one is not: clients that verify it reject it; give --signing-key");
      }
      if (last && !isSame)
        this.#report.remark("the options have changed since the last run: all filters are written again");
      const outcomes = await this.#build(spill, run, shards, isSame ? last.records : []);
      return await commit({
        folder: this.#folder,
        state: this.#state,
        settings: this.#settings,
        outcomes,
        options,
        last,
        key,
      });
    } finally {
      spill.close();
    }
  }

  /**
   * @param {Spill} spill
   * @param {string[]} paths
   * @param {import("./keys.js").Form} form
   * @param {number | undefined} total
   */
  async #read(spill, paths, form, total) {
    const { input, offset, isWhole } = spill.position;
    if (isWhole) return this.#report.remark(`the list has already been read: ${grouped(spill.count)} keys`);
    if (spill.count) this.#report.remark(`continuing after ${grouped(spill.count)} keys`);
    const progress = new Progress(total, () => spill.count, this.#report);
    try {
      for (let i = input; i < paths.length; i++) {
        const sink = {
          lines: (/** @type {Buffer} */ lines, /** @type {number | undefined} */ end) => {
            spill.lines(lines);
            // Standard input cannot be read again, so such a run never continues. Its digests go to disk, too.
            spill.reached(i, end ?? 0);
          },
          key: (/** @type {import("../api/types.js").Key} */ each) => {
            spill.key(each);
            // After a kill, JSON is read again from its start: a repeated key counts once.
            if (form.input === "json") spill.reached(i, 0);
          },
          keys: (/** @type {Uint8Array} */ bytes, /** @type {number} */ width) => spill.keys(bytes, width),
        };
        const from = i === input ? offset : 0;
        progress.advance(from);
        const doubt = await takeKeys(paths[i], form, sink, progress, from);
        if (doubt) {
          progress.end();
          warn(doubt);
        }
      }
      // Handle signals now. The next step blocks the event loop.
      await turn();
    } finally {
      progress.end();
    }
    spill.end(paths.length);
  }

  /**
   * @param {Spill} spill
   * @param {string} run
   * @param {number} shards
   * @param {import("./publish/shard.js").ShardRecord[]} records of the last run
   */
  async #build(spill, run, shards, records) {
    /** @type {Outcome[]} */
    const outcomes = [];
    let keys = 0;
    const progress = new Progress(shards, () => keys, this.#report, "shards");
    const { seed } = this.#settings;
    const places = { folder: this.#folder, digests: this.#state.digests };
    try {
      for (const { shard, digests } of eachShard(
        spill,
        shards,
        seed,
        (shard) => this.#state.finished(run, shard) !== undefined,
      )) {
        let outcome = this.#state.finished(run, shard);
        if (!outcome) {
          const stem = `${shard}-${randomUUID()}`;
          outcome = publishShard(digests(), this.#settings, records[shard], { ...places, stem });
          if (spill.isOnDisk) this.#state.finish(run, shard, outcome);
        }
        outcomes.push(outcome);
        keys += outcome.record.keys;
        progress.advance(1);
        await turn();
      }
    } finally {
      progress.end();
    }
    return outcomes;
  }
}

/**
 * Identifies the work of a run. A killed run continues if the next one has the same identifier.
 * @param {string[]} paths
 * @param {object} settings
 * @param {number} sequence
 */
function runOf(paths, settings, sequence) {
  const inputs = paths.map((path) => {
    if (path === "-") return randomUUID();
    const { dev, ino, size, mtimeMs } = statSync(path);
    return { path: resolve(path), dev, ino, size, mtimeMs };
  });
  return createHash("sha256").update(JSON.stringify({ inputs, settings, sequence })).digest("hex");
}

/** @param {Awaited<ReturnType<typeof commit>>} facts */
export function summaryOf({ changed, sequence, keys, added, removed, shards, bases, writtenBytes, setBytes }) {
  if (!changed) return `nothing has changed since sequence ${sequence}`;
  const what = shards > 1 ? `, ${grouped(shards)} shards` : "";
  const how = bases === shards ? "" : `, ${grouped(added)} added, ${grouped(removed)} removed`;
  return `sequence ${sequence}: ${grouped(keys)} ${keys === 1 ? "key" : "keys"}${how}${what}, ${grouped(writtenBytes)} bytes to fetch of ${grouped(setBytes)}`;
}
