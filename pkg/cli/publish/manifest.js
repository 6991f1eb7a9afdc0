// The manifest of a published set, which makes the files of all shards public: the last step of edgebloom publish.

import { LISTED, pathOf, writeManifest, writeShardList } from "../../api/live/manifest.js";
import { hex } from "../../api/sign/container.js";
import { keyIdOfPrivate, readPrivateKey } from "../../api/sign/keys.js";
import { attach } from "../../api/sign/manifest.js";
import { sign } from "../../api/sign/sign.js";
import { Failure, namingOptions } from "../failure.js";
import { grouped, isoTime } from "../show.js";
import { readSigningKey } from "../signing-keys.js";
import { warn } from "../report.js";
import { writeNamed } from "./named-files.js";

/** @typedef {import("./shard.js").Outcome} Outcome */
/** @typedef {import("./state.js").State} State */

/**
 * The private key for the manifest, if the user gives one.
 * @param {{ "signing-key"?: string | undefined, name?: string | undefined }} values
 * @param {string} usage
 */
export function readManifestKey({ "signing-key": path, name }, usage) {
  if (path === undefined) return undefined;
  const key = readSigningKey(path, usage, "--signing-key");
  if (!name) {
    throw new Failure(
      "--signing-key: expected --name, too: the key can sign several lists, and clients check the name",
    );
  }
  namingOptions({ privateKey: "--signing-key" }, () => readPrivateKey(key));
  return key;
}

/**
 * Publishes the outcomes of all shards: writes the manifest after all files, then the state.
 * @param {object} what
 * @param {import("./settings.js").Settings} what.settings
 * @param {string | undefined} what.signingKey
 * @param {import("./state.js").StateFolder} what.state
 * @param {State | undefined} what.last
 * @param {State["options"]} what.options
 * @param {Outcome[]} what.outcomes one for each shard
 */
export async function publishManifest({ settings, signingKey, state, last, options, outcomes }) {
  const { name, version, keep, expires } = settings;
  const { seed, errorRate, keyForm } = options;
  const records = outcomes.map(({ record }) => record);
  const values = settings.map?.save();
  const sum = (/** @type {(outcome: Outcome) => number} */ of) => outcomes.reduce((all, each) => all + of(each), 0);
  const keys = sum(({ record }) => record.keys);
  if (!keys) {
    throw new Failure('no keys in the input: nothing is published, because an empty set answers "no" to every key');
  }
  if (expires !== undefined && expires <= Date.now()) {
    throw new Failure(
      `--expires: ${isoTime(expires)} is over: nothing is published, because clients would reject the set`,
    );
  }
  const { current } = state;
  if (current && keys * 2 < current.keys && !settings.allowShrink) {
    throw new Failure(
      `the list has shrunk from ${grouped(current.keys)} keys to ${grouped(keys)}: nothing is published; if this is right, pass --allow-shrink`,
    );
  }
  if (last && Date.now() < last.time) {
    warn(`the clock is behind the last run, which was at ${isoTime(last.time)}: an expiry in days ends too early`);
  }
  const sets = records.map(({ keys, base, layers }) => ({ keys, base, layers }));
  const universe = records.flatMap(({ never }) => never ?? []);
  const never = universe.length
    ? universe.reduce((all, { keys, exact }) => ({ keys: all.keys + keys, exact: all.exact + exact }), {
        keys: 0,
        exact: 0,
      })
    : undefined;
  const named = (/** @type {Uint8Array} */ bytes, /** @type {"json" | "shards"} */ type) =>
    writeNamed(state.published, bytes, type);
  const shardFiles = sets.length > 1 ? sets.map((set) => named(Buffer.from(JSON.stringify(set)), "json")) : [];
  const listFiles = [];
  // The manifest of so many shards would be larger than a shard.
  if (sets.length > LISTED) {
    for (let i = 0; i < sets.length; i += LISTED) {
      listFiles.push(named(writeShardList(shardFiles.slice(i, i + LISTED)), "shards"));
    }
  }
  const [set, shards, shardLists] =
    sets.length === 1
      ? [sets[0]]
      : listFiles.length
        ? [undefined, undefined, listFiles.map(({ sha256 }) => sha256)]
        : [undefined, shardFiles];
  const expiry = isoTime(expires);
  const map = options.values !== undefined;
  const fields = {
    name,
    version,
    expires: expiry,
    keyForm,
    errorRate,
    seed,
    keys,
    never,
    map,
    set,
    shards,
    shardLists,
  };
  const signer = signingKey === undefined ? null : hex(await keyIdOfPrivate(readPrivateKey(signingKey)));
  const content = JSON.stringify({ ...fields, signer });
  const isSame = last?.content === content;
  const sequence = isSame ? last.sequence : (current?.sequence ?? 0) + 1;
  let manifestBytes = 0;
  const filters = sets.flatMap(({ base, layers }) => [base, ...layers]);
  // In this order, a file is there before another one names it.
  const paths = [
    ...filters.map((file) => pathOf(file, "bloom")),
    ...shardFiles.map((file) => pathOf(file, "json")),
    ...listFiles.map((file) => pathOf(file, "shards")),
  ];
  const files = [...new Set(paths)].map((path) => path.slice("files/".length));
  const { reported } = state;
  if (!isSame) {
    const text = await withSignature(writeManifest({ ...fields, sequence }), signingKey, sequence, expires);
    manifestBytes = Buffer.byteLength(text);
    const history = [{ sequence, files }, ...(last?.history ?? state.publishedHistory())].slice(0, keep + 1);
    state.commit(text, { sequence, content, options, ...(values && { values }), records, history });
  } else {
    // Other digests may give the same filter.
    const isOther = JSON.stringify([records, values]) !== JSON.stringify([last.records, last.values]);
    if (isOther) state.save({ ...last, records, ...(values && { values }) });
    state.tidy(last.history);
  }
  state.clearWork();
  state.pruneDigests(records);
  const all = [...files.map((name) => `files/${name}`), "manifest.json"];
  const earlier = new Set(last?.history.find((each) => each.sequence === reported)?.files);
  const isReported = isSame && reported === sequence;
  return {
    changed: !isReported,
    sequence,
    files: all,
    upload: isReported ? [] : all.filter((path) => !earlier.has(path.slice("files/".length))),
    keys,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    listed: sum(({ listed }) => listed),
    universe: never?.keys ?? 0,
    exact: never?.exact ?? 0,
    shards: sets.length,
    bases: sum(({ kind }) => +(kind === "base")),
    layers: sum(({ kind }) => +(kind === "layer")),
    manifestBytes,
    shardBytes: [...shardFiles, ...listFiles].reduce((all, { bytes }) => all + bytes, 0),
    writtenBytes: sum(({ bytes }) => bytes),
    setBytes: sum(({ record: { base, layers } }) => [base, ...layers].reduce((all, { bytes }) => all + bytes, 0)),
  };
}

/**
 * A manifest whose last member is the signature of everything before it, if there is a key.
 * @param {string} text
 * @param {string | undefined} privateKey
 * @param {number} sequence
 * @param {number | undefined} expires
 */
async function withSignature(text, privateKey, sequence, expires) {
  if (privateKey === undefined) return text;
  const signature = await namingOptions({ privateKey: "--signing-key" }, () =>
    sign(Buffer.from(text), { privateKey, sequence, expires }),
  );
  return attach(text, signature);
}

/** @param {Awaited<ReturnType<typeof publishManifest>>} facts */
export function summaryOf({ changed, sequence, keys, added, removed, shards, bases, writtenBytes, setBytes }) {
  if (!changed) return `nothing has changed since sequence ${sequence}`;
  const what = shards > 1 ? `, ${grouped(shards)} shards` : "";
  const how = bases === shards ? "" : `, ${grouped(added)} added, ${grouped(removed)} removed`;
  return `sequence ${sequence}: ${grouped(keys)} ${keys === 1 ? "key" : "keys"}${how}${what}, ${grouped(writtenBytes)} bytes to fetch of ${grouped(setBytes)}`;
}
