// The golden published sets: LiveFilter, ShardedFilter and the Python reader give the recorded answers, and publish
// still writes the same bytes.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { LiveFilter, ShardedFilter } from "edgebloom/live";
import { listedShards } from "../../../pkg/api/live/manifest.js";
import {
  answersOfPython,
  filesOf,
  GOLDEN,
  keyOf,
  keysOf,
  publishDays,
  runPython,
  valueOf,
} from "../helpers/golden-published.mjs";
import { hasPython } from "../reader/python.mjs";

const skip = hasPython() ? false : "THERE IS NO python3: the independent reader of published sets is not compared";
if (skip && process.env.CI) throw new Error(skip);

const ROWS = JSON.parse(readFileSync(new URL("index.json", GOLDEN), "utf8"));

/** A `fetch` that reads from these files. */
const fetchFrom = (files) => async (url) => {
  const body = files.get(new URL(url).pathname.slice(1));
  return new Response(body, { status: body ? 200 : 404 });
};

/** Compares the numbers of the keys that are "maybe", in a map each with its value, for each kind of key. */
async function compare(row, maybeOf) {
  for (const [kind, numbers] of Object.entries(keysOf(row))) {
    const { asked, maybe, falsePositives } = row[kind];
    const found = await maybeOf(numbers);
    assert.deepEqual([numbers.length, found.length], [asked, maybe], kind);
    const day = row.days.length - 1;
    const own = row.values ? numbers.map((number) => [number, valueOf(number, day)]) : numbers;
    assert.deepEqual(found, falsePositives ?? own, kind);
  }
}

/** The numbers of the keys that have a value, each with it. */
async function valuesFrom(client, numbers) {
  const found = [];
  for (const number of numbers) {
    const value = await client.get(keyOf(number));
    if (value !== undefined) found.push([number, value]);
  }
  return found;
}

test("every set is in the index", () => {
  const folders = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).sort(), ROWS.map(({ set }) => set).sort());
});

for (const row of ROWS)
  describe(`golden published set: ${row.set}`, () => {
    const folder = new URL(`${row.set}/`, GOLDEN);
    const files = filesOf(folder);
    const manifest = JSON.parse(files.get("manifest.json"));
    const options = { fetch: fetchFrom(files), refreshEvery: Infinity, store: null };

    test("matches the index", () => {
      const { shards = [], shardLists = [] } = manifest;
      const lists = shardLists.map((sha256) => files.get(`files/${sha256}.shards`));
      const refs = [...shards, ...lists.flatMap((list) => listedShards(list))];
      const sets = refs.length
        ? refs.map(({ sha256 }) => JSON.parse(files.get(`files/${sha256}.json`)))
        : [manifest.set];
      const list = row.values ? "" : " LIST";
      assert.equal(row.command, `edgebloom publish ${row.options.join(" ")} -o ${row.set}${list}`);
      assert.equal(manifest.sequence, row.days.length);
      assert.equal(manifest.keys, row.members.asked);
      assert.equal(sets.length, row.shards);
      const layers = sets.map(({ layers }) => layers.length);
      // The shards of the last set are so small that a change is in some of them only.
      if (shardLists.length) assert.equal(Math.max(...layers), row.layers);
      else assert.ok(layers.every((count) => count === row.layers));
      assert.deepEqual([row.members.maybe, row.removed.maybe], [row.members.asked, 0]);
      const { asked, maybe } = row.others;
      const expected = asked * manifest.errorRate;
      assert.ok(maybe > 0 && maybe < expected + 5 * Math.sqrt(expected), `${maybe} of ${asked}`);
    });

    test("LiveFilter", async () => {
      const live = new LiveFilter("https://lists.example/manifest.json", options);
      if (row.shards > 1) await assert.rejects(live.ready(), { code: "WRONG_CLASS" });
      else {
        await live.ready();
        const maybe = (numbers) => numbers.filter((number) => live.has(keyOf(number)));
        await compare(row, (numbers) => (row.values ? valuesFrom(live, numbers) : maybe(numbers)));
      }
      live.stop();
    });

    test("ShardedFilter", async () => {
      const sharded = new ShardedFilter("https://lists.example/manifest.json", options);
      await compare(row, async (numbers) => {
        if (row.values) return valuesFrom(sharded, numbers);
        const answers = await sharded.hasMany(numbers.map(keyOf));
        return numbers.filter((_, i) => answers[i]);
      });
      sharded.stop();
    });

    test("the Python reader", { skip }, () => compare(row, (numbers) => answersOfPython(folder, numbers)));

    test("publish writes the same bytes", () => {
      const written = publishDays(row);
      assert.deepEqual([...written.keys()].sort(), [...files.keys()]);
      for (const [name, bytes] of files) assert.ok(bytes.equals(written.get(name)), name);
    });
  });

describe("the Python reader rejects", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-golden-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const manifest = (change) => (files) => ["manifest.json", change(files.get("manifest.json").toString())];
  const base = (change) => (files) => {
    const { sha256 } = JSON.parse(files.get("manifest.json")).set.base;
    return [`files/${sha256}.bloom`, change(files.get(`files/${sha256}.bloom`))];
  };
  const CASES = {
    "a manifest that is cut off": [manifest((text) => text.slice(0, -3)), /JSON/],
    "another JSON object": [manifest(() => "{}"), /not the manifest/],
    "a later format": [manifest((text) => text.replace('"format": 1', '"format": 2')), /format/],
    "another seed": [manifest((text) => text.replace('"seed": 0', '"seed": 1')), /seed/],
    "keys of another form": [manifest((text) => text.replace('"raw"', '"domain"')), /raw/],
    "what has expired": [manifest((text) => text.replace("null", '"2020-01-31T00:00:00.000Z"')), /expired/],
    "a file that is altered": [
      base((bytes) => Uint8Array.from(bytes, (byte, i) => byte ^ Number(i === 100))),
      /SHA-256/,
    ],
    "a file that is longer": [base((bytes) => Buffer.concat([bytes, Buffer.alloc(8)])), /length/],
  };
  for (const [name, [change, message]] of Object.entries(CASES))
    test(name, () => {
      const golden = new URL("days/", GOLDEN);
      const [path, content] = change(filesOf(golden));
      cpSync(golden, folder, { recursive: true, force: true });
      writeFileSync(join(folder, path), content);
      const { status, stdout, stderr } = runPython(folder, "key-1.example\n");
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split("\n").length, 1);
    });
});
