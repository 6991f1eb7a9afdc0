// The end of a run: writes the manifest and its state.

import { pathOf, writeManifest } from "../../api/live/manifest.js";
import { Failure } from "../failure.js";
import { hex } from "../../api/sign/container.js";
import { keyIdOfPrivate, readPrivateKey } from "../../api/sign/keys.js";
import { isoTime } from "../show.js";
import { writeNamed } from "./files.js";
import { signedText } from "./signature.js";
import { pruneFiles } from "./state.js";

/** @typedef {import("../publish.js").Settings} Settings */
/** @typedef {import("./shard.js").Outcome} Outcome */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").StateFolder} StateFolder */

/**
 * Publishes the outcomes of all shards: writes the manifest after all files, then the state.
 * @param {object} what
 * @param {string} what.folder of the published set
 * @param {StateFolder} what.state
 * @param {Settings} what.settings
 * @param {Outcome[]} what.outcomes one for each shard
 * @param {State["options"]} what.options
 * @param {State | undefined} what.last
 * @param {string | undefined} what.key to sign with
 */
export async function commit({ folder, state, settings, outcomes, options, last, key }) {
  const { name, version, keep } = settings;
  const { seed, errorRate: rate, keyForm } = options;
  const expires = isoTime(settings.expires);
  const records = outcomes.map(({ record }) => record);
  const sum = (/** @type {(outcome: Outcome) => number} */ of) => outcomes.reduce((all, each) => all + of(each), 0);
  const sets = records.map(({ keys, base, layers }) => ({ keys, base, layers }));
  if (!sum(({ record }) => record.keys)) {
    throw new Failure('no keys in the input: nothing is published, because an empty set answers "no" to every key');
  }
  const shardFiles =
    sets.length > 1 ? sets.map((set) => writeNamed(folder, Buffer.from(JSON.stringify(set)), "json")) : undefined;
  const fields = {
    name,
    version,
    expires,
    keyForm,
    errorRate: rate,
    seed,
    keys: sum(({ record }) => record.keys),
    set: shardFiles ? undefined : sets[0],
    shards: shardFiles,
  };
  const signer = key === undefined ? null : hex(await keyIdOfPrivate(readPrivateKey(key)));
  const content = JSON.stringify({ ...fields, signer });
  const isSame = last?.content === content;
  const sequence = isSame ? last.sequence : state.sequence + 1;
  let manifestBytes = 0;
  if (!isSame) {
    const text = await signedText(writeManifest({ ...fields, sequence }), key, sequence, settings.expires);
    manifestBytes = Buffer.byteLength(text);
    const files = [
      ...(shardFiles ?? []).map((file) => pathOf(file, "json")),
      ...sets.flatMap(({ base, layers }) => [base, ...layers].map((file) => pathOf(file, "bloom"))),
    ].map((path) => path.slice("files/".length));
    const release = state.lockPublished();
    try {
      const before = last?.history ?? [{ sequence: sequence - 1, files: state.publishedFiles() }];
      const history = [{ sequence, files }, ...before].slice(0, keep + 1);
      state.commit(text, { sequence, content, options, records, history });
      pruneFiles(folder, new Set(history.flatMap((each) => each.files)));
    } finally {
      release();
    }
  } else if (outcomes.some(({ kind }) => kind !== "same")) {
    // Other digests may give the same filter.
    state.save({ ...last, records });
  }
  state.clearWork();
  state.prune(records);
  const kinds = { same: 0, layer: 0, base: 0 };
  for (const { kind } of outcomes) kinds[kind]++;
  return {
    changed: !isSame,
    sequence,
    keys: fields.keys,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    shards: sets.length,
    bases: kinds.base,
    layers: kinds.layer,
    manifestBytes,
    shardBytes: shardFiles ? shardFiles.reduce((all, { bytes }) => all + bytes, 0) : 0,
    writtenBytes: sum(({ bytes }) => bytes),
    setBytes: sets.reduce(
      (all, { base, layers }) => all + [base, ...layers].reduce((size, { bytes }) => size + bytes, 0),
      0,
    ),
  };
}
