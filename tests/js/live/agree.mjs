// Changes published sets at random, and reads them with both clients, with the command line's reader and with the Python reader.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  BloomFilter,
  CountingBloomFilter,
  KeyedBloomFilter,
  ScalableBloomFilter,
  SparseBloomFilter,
  StaticFilter,
  StaticMap,
} from "edgebloom";
import { LiveFilter, ShardedFilter } from "edgebloom/live";
import { changedBytes, changedText, repaired } from "../../../fuzz/mutate.mjs";
import { shardOf } from "../../../pkg/api/live/published-set.js";
import { Failure } from "../../../pkg/cli/failure.js";
import { openPublished } from "../../../pkg/cli/published.js";
import { keys, openSet } from "../helpers/published.mjs";

const SCRIPT = fileURLToPath(new URL("../../independent/published.py", import.meta.url));
const MANIFEST = "manifest.json";
const VALUES = [null, 0, false, "", [], {}, "x", -1, 1e300, 1.5, 2 ** 53, 2 ** 32, 1, 2, true, "2027-02-30T00:00:00Z"];
/** What a member is also replaced by, as text: numbers that have several spellings, and escapes. */
const SPELLINGS = [
  "1e0",
  "1.0",
  "-0",
  "1E400",
  "0.5",
  "01",
  "NaN",
  '"\\ud800"',
  '"\\u0061"',
  "[[[[]]]]",
  '{"a":1,"a":1}',
];
const REPLACED = "replaced by a spelling";

function allowing(filter) {
  filter.allow("other");
  return filter;
}

/** Filters that no set may have, or that only a base may be. */
const ODD_FILTERS = [
  allowing(BloomFilter.from(keys(0, 60), { errorRate: 0.1 })),
  allowing(StaticFilter.from(keys(0, 60), { errorRate: 0.1 })),
  BloomFilter.from(keys(0, 60), { errorRate: 0.1, seed: 7 }),
  BloomFilter.from(keys(0, 60), { errorRate: 0.1, layout: "partitioned", name: "odd" }),
  BloomFilter.from(keys(0, 60), { errorRate: 0.1, layout: "blocked" }),
  SparseBloomFilter.from(keys(0, 3), { bits: 2 ** 24, hashes: 3 }),
  CountingBloomFilter.from(keys(0, 9), { errorRate: 0.1 }),
  ScalableBloomFilter.from(keys(0, 60), { capacity: 16, errorRate: 0.1 }),
  StaticMap.from(
    keys(0, 60).map((key) => [key, "odd"]),
    { errorRate: 0.1 },
  ),
  StaticMap.from([], { errorRate: 0.1 }),
  KeyedBloomFilter.from(keys(0, 9), { errorRate: 0.1, key: new Uint8Array(16) }),
].map((filter) => Buffer.from(filter.toBytes()));

/** Small sets: their files by path. */
export function smallSets() {
  const static_ = ["--static", "--compact", "1000"];
  const map = ["--map", "list", "--error-rate", "0.3", "--compact", "1000"];
  const entries = (from, to, day) => keys(from, to).map((key, i) => `${key}\t${(from + i) % 4 ? i % 3 : day}`);
  return [
    [[keys(0, 60)], "--static", "--name", "one"],
    [[keys(0, 60), keys(5, 70), keys(0, 80)], ...static_, "--error-rate", "0.01"],
    [[keys(0, 90), keys(20, 100)], "--compact", "1000", "--error-rate", "0.1", "--seed", "7"],
    [[keys(0, 90), keys(20, 100), keys(0, 90)], ...static_, "--shards", "2"],
    [[keys(0, 200), keys(4, 200)], "--compact", "1000", "--shards", "4"],
    [[entries(0, 100, 0), entries(9, 110, 1), entries(0, 100, 0)], ...map],
    [[entries(0, 150, 0), entries(9, 150, 1)], ...map, "--shards", "2"],
  ].map(([lists, ...options]) => {
    const set = openSet();
    for (const list of lists) set.publish(list, ...options);
    const files = set.files();
    set.remove();
    return files;
  });
}

/** Puts a file under the name of its content, and returns the reference to it. */
function put(files, bytes, type) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  files.set(`files/${sha256}.${type}`, Buffer.from(bytes));
  return { sha256, bytes: bytes.length };
}

/** Some value in a tree: the object or array that has it, and its name there. */
function placeIn(random, root) {
  const places = [];
  const visit = (parent) => {
    for (const name of Object.keys(parent)) {
      places.push([parent, name]);
      if (typeof parent[name] === "object" && parent[name]) visit(parent[name]);
    }
  };
  visit(root);
  return random.of(places);
}

/** The text of an object after a random change. */
function changedJson(random, object) {
  const text = JSON.stringify(object);
  if (random.once(3)) return changedText(random, text);
  const root = JSON.parse(text);
  const [parent, name] = placeIn(random, root);
  const [from, other] = placeIn(random, JSON.parse(text));
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else delete parent[name];
      break;
    case 1:
      parent[name] = from[other];
      break;
    case 2:
      if (Array.isArray(parent)) parent.splice(Number(name), 0, from[other]);
      else
        parent[random.of(["other", "understand", "never", "map", "shards", "set", "expires", "signature"])] =
          random.of(VALUES);
      break;
    case 3:
      parent[name] = REPLACED;
      return JSON.stringify(root).replace(`"${REPLACED}"`, random.of(SPELLINGS));
    case 4:
      return text.replace("{", `{"${name}":${JSON.stringify(random.of(VALUES))},`);
    default:
      parent[name] = random.of(VALUES);
  }
  return JSON.stringify(root);
}

/** The bytes of a layer after a random change of one of its filters, or of their order. */
function changedLayer(random, layer, other) {
  const filters = [];
  for (let rest = layer; rest.length; rest = rest.subarray(filters.at(-1).length)) {
    const metadata = rest[5] & 1 ? 8 + rest.readUInt32LE(56) : 0;
    filters.push(rest.subarray(0, 56 + metadata + 8 * rest.readUInt32LE(12) + 8));
  }
  const at = random.below(filters.length);
  switch (random.below(7)) {
    case 6:
      filters[at] = random.of(ODD_FILTERS);
      break;
    case 0:
      filters.splice(at, 1);
      break;
    case 1:
      filters.splice(at, 0, ...Array.from({ length: random.of([1, 2, 15, 16]) }, () => random.of(filters)));
      break;
    case 2:
      return changedBytes(random, layer, other);
    case 3:
      filters[at] = Buffer.from(filters[at]);
      // Everything that the checksum is not over is right.
      filters[at][56 + random.below(filters[at].length - 64)] ^= 1 << random.below(8);
      filters[at] = repaired(filters[at]);
      break;
    default:
      filters[at] = repaired(changedBytes(random, filters[at], other));
  }
  return Buffer.concat(filters);
}

/** Changes a set: `{ keys, base, layers }`. */
function changeSet(random, files, set, others) {
  const refs = [set.base, ...set.layers];
  const at = random.below(refs.length);
  const bytesOf = ({ sha256 }) => files.get(`files/${sha256}.bloom`);
  if (random.once(6)) {
    const many = Array.from({ length: random.of([64, 65]) }, () => random.of(refs));
    const moved = random.of([refs.toReversed(), [...refs, random.of(refs)], refs.slice(1), others, [refs[0], ...many]]);
    [set.base, ...set.layers] = moved.length ? moved : refs;
    return;
  }
  refs[at] = put(files, changedLayer(random, bytesOf(refs[at]), bytesOf(random.of(refs))), "bloom");
  [set.base, ...set.layers] = refs;
}

/** A changed set: its files by path. */
export function changedPublished(random, original) {
  const files = new Map(original);
  const manifest = JSON.parse(files.get(MANIFEST));
  const { set, shards } = manifest;
  const write = (text) => files.set(MANIFEST, Buffer.from(text));
  const kind = random.below(5);
  if (kind === 0) write(changedJson(random, manifest));
  else if (kind === 1) files.set(MANIFEST, changedBytes(random, files.get(MANIFEST), files.get(MANIFEST)));
  else {
    const shard = shards && random.below(shards.length);
    const own = set ?? JSON.parse(files.get(`files/${shards[shard].sha256}.json`));
    if (kind < 4) changeSet(random, files, own, [own.base]);
    if (shards)
      shards[shard] = put(files, Buffer.from(kind < 4 ? JSON.stringify(own) : changedJson(random, own)), "json");
    else if (kind === 4) manifest.set = JSON.parse(JSON.stringify(own));
    write(kind === 4 && set ? changedJson(random, manifest) : JSON.stringify(manifest));
  }
  return files;
}

const isTyped = ({ name, code, field, message }) =>
  (["FilterFormatError", "FilterFetchError"].includes(name) || code === "INCOMPATIBLE") &&
  !!field &&
  message.length < 600;

/** Answers as a text of 0 and 1, and those of a map with their values. */
const textOf = (answers, values) =>
  [...answers].join("") + (values ? ` ${JSON.stringify(values.map((value) => value ?? null))}` : "");

/** A client's answers for keys as a text, or its error, which must be typed. */
async function answersOf(Client, files, list) {
  const fetch = async (url) => {
    const body = files.get(new URL(url).pathname.slice(1));
    return new Response(body, { status: body ? 200 : 404 });
  };
  const client = new Client("https://lists.example/manifest.json", { fetch, refreshEvery: Infinity, store: null });
  try {
    await client.ready();
    const answers = await client.hasMany(list);
    if (!JSON.parse(files.get(MANIFEST)).map) return textOf(answers);
    const values = [];
    for (const key of list) values.push(await client.get(key));
    return textOf(answers, values);
  } catch (error) {
    if (!isTyped(error)) throw error;
    return error;
  } finally {
    client.stop();
  }
}

/** The answers of the command line's reader, from the disk. */
function answersOfCommand(folder, files, list) {
  for (const [path, bytes] of files) writeFileSync(join(folder, path), bytes);
  try {
    const set = openPublished(join(folder, MANIFEST), files.get(MANIFEST));
    return textOf(
      list.map((key) => Number(set.has(key))),
      set.get && list.map((key) => set.get(key)),
    );
  } catch (error) {
    if (!(error instanceof Failure) && !isTyped(error)) throw error;
    return error;
  }
}

/** Starts the Python reader. */
function startPython() {
  const python = spawn("python3", [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    async answers(files, list) {
      const encoded = Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString("base64")]));
      python.stdin.write(`${JSON.stringify({ files: encoded, keys: list })}\n`);
      const { value } = await lines.next();
      return value;
    },
    stop: () => python.stdin.end(),
  };
}

/** Keys in each of four shards: clients read only the shards that they need. */
const everyShard = keys(0, 40).filter((key, i, all) => {
  const shard = (each) => shardOf(each, 0, 4);
  return all.findIndex((each) => shard(each) === shard(key)) === i;
});

/** Changes sets, and compares all readers. */
export async function comparePublished(random, sets, count) {
  const counts = { mutants: 0, accepted: 0, files: 0, answers: 0 };
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-mutants-"));
  mkdirSync(join(folder, "files"));
  const python = startPython();
  const isAnswers = (result) => /^[01]+( \[.*\])?$/.test(result);
  const spaced = (text) =>
    text.includes("[") ? text.replace(/ \[.*/, (values) => ` ${JSON.stringify(JSON.parse(values))}`) : text;
  try {
    for (; counts.mutants < count; counts.mutants++) {
      const files = changedPublished(random, random.of(sets));
      const list = [...everyShard, ...Array.from({ length: 4 }, () => `key-${random.below(260)}.example`)];
      const theirs = python.answers(files, list);
      const live = await answersOf(LiveFilter, files, list);
      const sharded = await answersOf(ShardedFilter, files, list);
      const results = [live, sharded, spaced(await theirs)];
      if (random.once(20)) {
        results.push(answersOfCommand(folder, files, list));
        counts.files++;
      }
      const what = () =>
        `${results.map(String).join("\n")}\n${files.get(MANIFEST).toString("base64")}\n${JSON.stringify([...files].map(([path, bytes]) => [path, bytes.toString("base64")]))}`;
      const [, second, ...others] = results;
      // LiveFilter is for sets without shards; ShardedFilter reads both.
      const isOther = live.code === "WRONG_CLASS" && live.field === "shards";
      if (isAnswers(live) || !isOther) others.push(live);
      if (isAnswers(second)) {
        counts.accepted++;
        counts.answers += list.length * others.length;
        for (const each of others) assert.equal(each, second, what());
      } else for (const each of others) assert.ok(!isAnswers(each), what());
    }
  } finally {
    python.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return counts;
}
