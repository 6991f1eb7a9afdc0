// The manifest of a published set, which makes the files of all shards public: the last step of edgebloom publish.

import { pathOf, writeManifest } from "../../api/live/manifest.js";
import { hex } from "../../api/sign/container.js";
import { keyIdOfPrivate, readPrivateKey } from "../../api/sign/keys.js";
import { attach } from "../../api/sign/manifest.js";
import { sign } from "../../api/sign/sign.js";
import { Failure, namingOptions } from "../failure.js";
import { grouped, isoTime } from "../show.js";
import { readSigningKey } from "../signing-keys.js";
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
  const key = readSigningKey(path, usage);
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
  const sets = records.map(({ keys, base, layers }) => ({ keys, base, layers }));
  const universe = records.flatMap(({ never }) => never ?? []);
  const never = universe.length
    ? universe.reduce((all, { keys, exact }) => ({ keys: all.keys + keys, exact: all.exact + exact }), {
        keys: 0,
        exact: 0,
      })
    : undefined;
  const shardFiles =
    sets.length > 1
      ? sets.map((set) => writeNamed(state.published, Buffer.from(JSON.stringify(set)), "json"))
      : undefined;
  const set = shardFiles ? undefined : sets[0];
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
    shards: shardFiles,
  };
  const signer = signingKey === undefined ? null : hex(await keyIdOfPrivate(readPrivateKey(signingKey)));
  const content = JSON.stringify({ ...fields, signer });
  const isSame = last?.content === content;
  const sequence = isSame ? last.sequence : state.sequence + 1;
  let manifestBytes = 0;
  if (!isSame) {
    const text = await withSignature(writeManifest({ ...fields, sequence }), signingKey, sequence, expires);
    manifestBytes = Buffer.byteLength(text);
    const filters = sets.flatMap(({ base, layers }) => [base, ...layers]);
    const paths = [
      ...(shardFiles ?? []).map((file) => pathOf(file, "json")),
      ...filters.map((file) => pathOf(file, "bloom")),
    ];
    const files = paths.map((path) => path.slice("files/".length));
    const history = [{ sequence, files }, ...(last?.history ?? state.publishedHistory())].slice(0, keep + 1);
    state.commit(text, { sequence, content, options, ...(values && { values }), records, history });
  } else if (JSON.stringify([records, values]) !== JSON.stringify([last.records, last.values])) {
    // Other digests may give the same filter.
    state.save({ ...last, records, ...(values && { values }) });
  }
  state.clearWork();
  state.pruneDigests(records);
  return {
    changed: !isSame,
    sequence,
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
    shardBytes: (shardFiles ?? []).reduce((all, { bytes }) => all + bytes, 0),
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
