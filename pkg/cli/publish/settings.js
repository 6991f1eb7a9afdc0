// The options of edgebloom publish, which its single steps share.

import { ALLOW } from "../allowed.js";
import { errorRate, expiryTime, wholeNumber } from "../arguments.js";
import { Failure } from "../failure.js";
import { INPUT, readFormat } from "../keys.js";
import { MAP, openMap } from "../map.js";
import { LIST, WRITE } from "../options.js";
import { NEVER, openUniverse } from "../universe.js";
import { defaultState } from "./folders.js";
import { MIN_RATE } from "./shard.js";

export const options = /** @satisfies {import("../options.js").OptionTable} */ ({
  "error-rate": {
    type: "string",
    value: "P",
    says: "false-positive rate, 1e-8 to 0.5; default 0.01",
  },
  static: { type: "boolean", says: "build static sets, about 30% smaller than Bloom filters" },
  shards: {
    type: "string",
    value: "N",
    says: "auto, or a power of 2 up to 65536; default 1",
  },
  "shard-bytes": { type: "string", value: "N", says: "choose the number of shards for about N bytes each" },
  compact: {
    type: "string",
    value: "PERCENT",
    says: "max size of changes, as a % of the filter; default 25",
  },
  keep: {
    type: "string",
    value: "N",
    says: "keep the files of the N previous manifests; default 3",
  },
  "allow-shrink": { type: "boolean", says: "publish a list that has lost more than half of its keys" },
  expires: {
    type: "string",
    value: "DATE|DAYS",
    says: "when clients start rejecting the set; default never",
  },
  "signing-key": { type: "string", value: "FILE", file: true, says: "sign the manifest with this private key" },
  state: {
    type: "string",
    value: "DIR",
    file: true,
    says: "state folder for the next run; default in ~/.local/state",
  },
  memory: {
    type: "string",
    value: "MB",
    says: "MB of memory for digests, 1 to 1024; default 64",
  },
  seed: { type: "string", value: "N", says: "hash seed, 0 to 4294967295; default 0" },
  ...NEVER,
  ...ALLOW,
  ...MAP,
  ...INPUT,
  name: { ...LIST.name, says: "name of the list, up to 1,024 bytes" },
  version: { ...LIST.version, says: "version of the list, up to 1,024 bytes" },
  json: { type: "boolean", says: "describe the result as one JSON object" },
  quiet: WRITE.quiet,
  output: { type: "string", short: "o", value: "DIR", file: true, says: "the folder for the published set" },
});

/** @typedef {import("../options.js").Values<typeof options>} Values */
/** @typedef {ReturnType<typeof readSettings>} Settings */

/**
 * @param {Values} values
 * @param {string[]} [positionals]
 */
export function readSettings(values, positionals = []) {
  const rate = errorRate(values["error-rate"], "--error-rate") ?? 0.01;
  if (rate < MIN_RATE || rate > 0.5) throw new Failure(`--error-rate: expected a number from 1e-8 to 0.5, got ${rate}`);
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
  const shards = values.shards === "auto" ? "auto" : wholeNumber(values.shards, "--shards");
  if (typeof shards === "number" && (shards < 1 || shards > 65536 || shards & (shards - 1))) {
    throw new Failure(`--shards: expected auto, or a power of 2 from 1 to 65536, got ${shards}`);
  }
  if (shards !== undefined && values["shard-bytes"] !== undefined) {
    throw new Failure("--shard-bytes: pass --shards or --shard-bytes, not both");
  }
  for (const [option, text] of [
    ["--name", values.name],
    ["--version", values.version],
  ]) {
    if (text && Buffer.byteLength(text) > 1024)
      throw new Failure(`${option}: expected at most 1,024 bytes, got ${Buffer.byteLength(text)}`);
  }
  if (values.static && (values.map || values.label)) throw new Failure("--static: not for maps; leave out --static");
  if (values.allow && (values.map || values.label)) throw new Failure("--allow: not for maps; leave out --allow");
  const format = readFormat(values);
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
    allowShrink: values["allow-shrink"] ?? false,
    format,
    universe: openUniverse(values, format),
    map: openMap(values, positionals, format),
  };
}

/**
 * The folder of the published set and the folder of its state.
 * @param {Values} values
 * @param {string} usage
 */
export function readFolders({ output, state }, usage) {
  if (!output) throw new Failure(`-o: the folder is missing: ${usage}`);
  return { published: output, state: state ?? defaultState(output) };
}

/**
 * What must be the same in the next run, or all filters are written again.
 * @param {Settings} settings
 * @param {number} shards
 */
export const shardOptions = ({ seed, errorRate, compact, isStatic, format, map }, shards) => ({
  seed,
  errorRate,
  hasLayers: compact > 0,
  isStatic,
  shards,
  keyForm: format.keyForm.name,
  ...(map && { values: map.labels ?? true }),
});
