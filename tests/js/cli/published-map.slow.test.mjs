// publish --map and --label: every listed key has its own value on every day.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { describe, test } from "node:test";
import { StaticFilter, StaticMap } from "edgebloom";
import { domain } from "edgebloom/keys";
import { LiveFilter, ShardedFilter } from "edgebloom/live";
import { useFolder, into } from "../helpers/command-line.mjs";
import { filesOf } from "../helpers/golden-published.mjs";

const { at, put, edgebloom } = useFolder();

/** Runs a command that must succeed. */
function run(...args) {
  const { code, stdout, stderr } = edgebloom(args);
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

/** Publishes entries, and returns what --json prints. */
function publish(entries, ...options) {
  put("map", `${entries.map((entry) => entry.join("\t")).join("\n")}\n`);
  return JSON.parse(run("publish", "--map", "map", ...options, "--json", ...into("set")).stdout);
}

/** A client that has just started. */
function client(Kind, options) {
  const files = filesOf(pathToFileURL(`${at("set")}/`));
  const fetch = async (url) => {
    const body = files.get(new URL(url).pathname.slice(1));
    return new Response(body, { status: body ? 200 : 404 });
  };
  return new Kind("https://lists.example/manifest.json", { fetch, refreshEvery: Infinity, store: null, ...options });
}

/** The values of keys, from a client that has just started. */
async function valuesOf(keys, Kind, options) {
  const live = await client(Kind, options).ready();
  const values = [];
  for (const key of keys) values.push(await live.get(key));
  live.stop();
  return values;
}

const VALUES = ["malware", "phishing", "ads", "ads", "ads", "", "völlig egal", "x".repeat(300)];

/** The list of a day: keys come and go, and some values change. */
function listOf(day, count) {
  const entries = new Map();
  for (let i = day * 7; i < day * 7 + count; i++) {
    const age = Math.floor((day + (i % 5)) / 5);
    entries.set(`key-${i}`, VALUES[(i * 31 + (i % 3 ? 0 : age)) % VALUES.length]);
  }
  // A key that goes and comes again, and one whose value goes and comes again.
  if (day % 3) entries.set("sometimes", VALUES[day % 2]);
  entries.set("changing", `${day % 4}`);
  return entries;
}

describe("a published map", () => {
  for (const [what, Kind, options] of [
    ["one shard", LiveFilter, []],
    ["four shards", ShardedFilter, ["--shards", "4"]],
  ]) {
    test(`${what}: every listed key has its own value on every day`, async () => {
      const rate = 0.3;
      const never = Array.from({ length: 500 }, (_, i) => `never-${i}`);
      put("never", `${never.join("\n")}\n`);
      let [layers, bases, before] = [0, 0, new Map()];
      for (let day = 0; day < 24; day++) {
        const entries = listOf(day, 700);
        // Layers are not limited, then very much, then not.
        const compact = day > 14 && day < 18 ? "1" : "1000";
        const usual = ["--error-rate", `${rate}`, "--compact", compact, "--never", "never", ...options];
        const facts = publish([...entries], ...usual);
        if (facts.bases) bases++;
        layers = Math.max(layers, facts.layers);
        const keys = [...entries.keys()];
        assert.deepEqual(await valuesOf(keys, Kind), [...entries.values()], `day ${day}`);
        const changed = keys.filter((key) => entries.get(key) !== before.get(key)).length;
        assert.equal(facts.added, changed, `day ${day}`);
        const live = await client(Kind).ready();
        assert.ok((await live.hasMany(keys)).every((one) => one === 1));
        assert.ok((await live.hasMany(never)).every((one) => one === 0));
        for (const key of never) assert.equal(await live.get(key), undefined);
        const others = Array.from({ length: 2000 }, (_, i) => `other-${day}-${i}`);
        const found = (await valuesOf(others, Kind)).filter((value) => value !== undefined);
        assert.ok(found.every((value) => VALUES.includes(value) || /^[0-3]$/.test(value)));
        assert.equal(
          found.length,
          (await live.hasMany(others)).reduce((sum, one) => sum + one, 0),
        );
        const most = 2000 * rate + 3 * Math.sqrt(2000 * rate * (1 - rate));
        assert.ok(found.length > 0 && found.length < most, `day ${day}: ${found.length}`);
        live.stop();
        before = entries;
      }
      assert.ok(layers && bases > 1);
      const { stdout } = run("info", "set/manifest.json", "--json");
      assert.equal(JSON.parse(stdout).map, true);
      const shown = run("check", "set/manifest.json", "changing", "key-200").stdout;
      assert.equal(shown, `maybe\tchanging\t3\nmaybe\tkey-200\t${before.get("key-200")}\n`);
    });
  }

  test("the same entries in another order are no change", () => {
    const entries = [...listOf(1, 300)];
    publish(entries, "--error-rate", "0.01");
    const { changed } = publish(entries.reverse(), "--error-rate", "0.01");
    assert.equal(changed, false);
    const one = publish([...entries.slice(1), [entries[0][0], "another"]], "--error-rate", "0.01", "--compact", "1000");
    assert.deepEqual([one.added, one.removed, one.layers], [1, 0, 1]);
  });

  test("is read in pieces if memory is low", async () => {
    const entries = Array.from({ length: 120_000 }, (_, i) => [`key-${i}`, `${i % 7}`]);
    publish(entries, "--memory", "1");
    assert.deepEqual(
      await valuesOf(
        entries.map(([key]) => key),
        LiveFilter,
      ),
      entries.map(([, value]) => value),
    );
  });

  test("labels: a key has those of all its lists, and other labels are a new base", async () => {
    put("a", "one\ntwo\n");
    put("b", "two\nthree\n");
    run("publish", "--label", "first=a", "--label", "second=b", ...into("set"));
    assert.deepEqual(await valuesOf(["one", "two", "three"], LiveFilter), ["first", "first,second", "second"]);
    put("b", "two\nthree\none\n");
    const options = ["--compact", "1000", "--json", ...into("set")];
    const more = JSON.parse(run("publish", "--label", "first=a", "--label", "second=b", ...options).stdout);
    assert.deepEqual([more.added, more.layers], [1, 1]);
    assert.deepEqual(await valuesOf(["one", "two", "three"], LiveFilter), ["first,second", "first,second", "second"]);
    const other = JSON.parse(run("publish", "--label", "second=b", "--label", "first=a", ...options).stdout);
    assert.equal(other.bases, 1);
    assert.deepEqual(await valuesOf(["one"], LiveFilter), ["second,first"]);
  });

  test("with the domain form, the most specific key decides", async () => {
    put("map", "example.test\tall\nwww.example.test\tweb\n");
    for (const shards of ["1", "2"]) {
      run("publish", "--map", "map", "--keys", "domain", "--error-rate", "1e-8", "--shards", shards, ...into("set"));
      const queries = ["https://www.example.test/", "a.www.example.test", "mail.example.test", "other.test"];
      const Kind = shards === "1" ? LiveFilter : ShardedFilter;
      const expected = ["web", "web", "all", undefined];
      assert.deepEqual(await valuesOf(queries, Kind, { keys: domain }), expected);
      const { stdout } = run("check", "set/manifest.json", queries[0], queries[2]);
      assert.equal(stdout, `maybe\t${queries[0]}\tweb\nmaybe\t${queries[2]}\tall\n`);
    }
  });

  test("LiveFilter answers from the file of a map, too", async () => {
    const map = StaticMap.from([["a", "first"]], { errorRate: 1e-9 });
    const fetch = async () => new Response(map.toBytes());
    const live = await new LiveFilter("https://lists.example/map.bloom", { fetch, store: null }).ready();
    assert.deepEqual([live.get("a"), live.get("b"), live.has("a"), live.has("b")], ["first", undefined, true, false]);
    assert.deepEqual([...live.hasMany(["a", "b"])], [1, 0]);
    live.stop();
  });

  test("a set that loses its values says so", async () => {
    put("map", "a\t1\n");
    put("list", "a\n");
    run("publish", "--map", "map", ...into("loses"));
    const { stderr } = run("publish", "--static", ...into("loses"), "list");
    assert.match(
      stderr,
      /warning: the set had values, and has none now: clients that call get fail; pass --map or --label\n/,
    );
    assert.doesNotMatch(run("publish", "--map", "map", ...into("loses")).stderr, /warning/);
  });

  test("without values, get throws", async () => {
    const wrong = {
      name: "TypeError",
      field: "get",
      message: /^get: expected a map, got a set without values: use has$/,
    };
    put("a", "one\n");
    for (const shards of ["1", "2"]) {
      run("publish", "--static", "--shards", shards, ...into("set"), "a");
      const live = await client(ShardedFilter).ready();
      await assert.rejects(live.get("one"), wrong);
      live.stop();
    }
    run("publish", "--static", ...into("set"), "a");
    const live = await client(LiveFilter).ready();
    assert.throws(() => live.get("one"), wrong);
    assert.throws(() => live.current.get("one"), wrong);
    live.stop();
    const set = StaticFilter.from(["one"], { errorRate: 0.01 });
    const file = await client(LiveFilter, { fetch: async () => new Response(set.toBytes()) }).ready();
    assert.throws(() => file.get("one"), wrong);
    file.stop();
  });

  test("says what is wrong", () => {
    put("map", "a\t1\nb\t2\na\t3\n");
    put("list", "a\n");
    for (const [args, message] of [
      [["--map", "map"], '"a" has the values "1" and "3"; give each key one value'],
      [["--map", "map", "list"], "expected no inputs with --map, got list: pass it with the option"],
      [["--map", "map", "--label", "a=list"], "--label: pass --map or --label, not both"],
      [["--map", "map", "--static"], "--static: not for maps; leave out --static"],
      [["--map", "none"], "none: no such file"],
      [["--label", "list"], '--label: expected NAME=FILE, with no comma in the name, got "list"'],
    ]) {
      for (const shards of ["1", "4"]) {
        const { code, stderr } = edgebloom(["publish", ...args, "--shards", shards, ...into("other")]);
        assert.deepEqual([code, stderr], [2, `edgebloom: ${message}\n`]);
      }
    }
    put("many", `${Array.from({ length: 65_537 }, (_, i) => `key-${i}\t${i}`).join("\n")}\n`);
    const { code, stderr } = edgebloom(["publish", "--map", "many", ...into("other")]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^edgebloom: --map: expected at most 65,536 different values, got more: for values that are all/,
    );
  });
});
