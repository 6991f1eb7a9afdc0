// publish --never: no key of the universe is a false positive, on any day.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { LiveFilter, ShardedFilter } from "edgebloom/live";
import { useFolder, into } from "../helpers/command-line.mjs";
import { filesOf } from "../helpers/golden-published.mjs";
import { keys } from "../helpers/published.mjs";
import { pathToFileURL } from "node:url";

const { at, put, edgebloom } = useFolder();
const names = (from, to) => Array.from({ length: to - from }, (_, i) => `name-${from + i}.test`);

/** Publishes a list, and returns what --json prints. */
function publish(list, never, ...options) {
  put("list", `${list.join("\n")}\n`);
  if (never) put("never", `${never.join("\n")}\n`);
  const args = ["publish", ...options, ...(never ? ["--never", "never"] : []), "--json", ...into("set"), "list"];
  const { code, stdout, stderr } = edgebloom(args);
  assert.equal(code, 0, stderr);
  return { ...JSON.parse(stdout), stderr };
}

/** Queries the set as a client that has just started. */
async function ask(list, form) {
  const files = filesOf(pathToFileURL(`${at("set")}/`));
  const fetch = async (url) => {
    const body = files.get(new URL(url).pathname.slice(1));
    return new Response(body, { status: body ? 200 : 404 });
  };
  const options = { fetch, refreshEvery: Infinity, store: null, keys: form };
  const client = new ShardedFilter("https://lists.example/manifest.json", options);
  const answers = await client.hasMany(list);
  client.stop();
  return answers.reduce((sum, one) => sum + one, 0);
}

describe("a universe", () => {
  for (const [what, options] of Object.entries({
    "static sets": ["--static"],
    "Bloom filters": [],
    "static shards": ["--static", "--shards", "4"],
  })) {
    test(`${what}: stays exact through days, a full stack of layers, and new universes`, async () => {
      const rate = 0.3;
      const usual = [...options, "--error-rate", String(rate), "--compact", "1000"];
      const N = 600;
      const layers = [];
      for (let day = 0; day < 16; day++) {
        const list = [...keys(day * 6, N + day * 6), ...(day > 2 ? names(0, 3) : [])];
        // Another universe on days 5 and 13, and the same list on day 5.
        const universe = names(day < 5 ? 0 : 500, day < 13 ? 2000 : 2500);
        const shown = day === 5 ? [...keys(4 * 6, N + 4 * 6), ...names(0, 3)] : list;
        const facts = publish(shown, universe, ...usual);
        layers.push(facts.kind ?? facts.layers);
        assert.equal(await ask(shown), shown.length, `day ${day}`);
        const listed = new Set(shown);
        assert.equal(await ask(universe.filter((key) => !listed.has(key))), 0, `day ${day}`);
        const listedNames = universe.filter((key) => listed.has(key)).length;
        assert.equal(facts.listed, listedNames);
        assert.equal(facts.universe, universe.length - listedNames);
        assert.ok(facts.exact > 0);
        if (listedNames) assert.match(facts.stderr, /3 keys of --never are on the list, too.*"name-0\.test"/);
        const others = Array.from({ length: 2000 }, (_, i) => `other-${day}-${i}`);
        const found = await ask(others);
        assert.ok(found > 0 && found < 2000 * rate + 3 * Math.sqrt(2000 * rate * (1 - rate)), `day ${day}: ${found}`);
      }
    });
  }

  test("a new universe alone is one layer; without false positives, nothing is fetched", async () => {
    const options = ["--static", "--error-rate", "0.01", "--compact", "1000"];
    const list = keys(0, 500);
    publish(list, names(0, 10), ...options);
    const more = publish(list, names(0, 4000), ...options);
    assert.deepEqual([more.layers, more.bases, more.universe], [1, 0, 4000]);
    assert.equal(await ask(names(0, 4000)), 0);
    const same = publish(list, names(0, 4000), ...options);
    assert.equal(same.changed, false);
    const fewer = publish(list, names(5, 4000), ...options);
    assert.deepEqual([fewer.layers, fewer.bases, fewer.writtenBytes, fewer.universe], [0, 0, 0, 3995]);
    const { stdout } = edgebloom(["info", "set/manifest.json", "--json"]);
    const { universe, exact } = JSON.parse(stdout);
    assert.deepEqual([universe, exact], [3995, fewer.exact]);
    const none = publish(list, undefined, ...options);
    assert.deepEqual([none.layers, none.bases, none.universe], [0, 0, 0]);
  });

  test("with the domain form, parents are in the universe, too", async () => {
    const hosts = Array.from({ length: 3000 }, (_, i) => `a${i}.b${i}.test`);
    const facts = publish(keys(0, 500), hosts, "--static", "--error-rate", "0.1", "--keys", "domain");
    // a.b.test and b.test.
    assert.equal(facts.universe, 6000);
    const files = filesOf(pathToFileURL(`${at("set")}/`));
    const fetch = async (url) => new Response(files.get(new URL(url).pathname.slice(1)));
    const { domain } = await import("edgebloom/keys");
    const live = new LiveFilter("https://lists.example/manifest.json", { fetch, store: null, keys: domain });
    await live.ready();
    assert.deepEqual(
      hosts.filter((host) => live.has(host)),
      [],
    );
    assert.equal(live.current.stats.universe, 6000);
    assert.ok(live.current.stats.exact > 0);
    live.stop();
  });

  test("with the form of URLs, the prefixes of a URL are in the universe, too", async () => {
    const pages = Array.from({ length: 1000 }, (_, i) => `a${i}.example/b/c?d`);
    const facts = publish(["phish.test/a", "evil.test"], pages, "--static", "--error-rate", "0.1", "--keys", "url");
    const files = filesOf(pathToFileURL(`${at("set")}/`));
    const fetch = async (address) => new Response(files.get(new URL(address).pathname.slice(1)));
    const { url } = await import("edgebloom/keys");
    assert.equal(facts.universe, new Set(pages.flatMap(url.lookups)).size);
    const live = new LiveFilter("https://lists.example/manifest.json", { fetch, store: null, keys: url });
    await live.ready();
    assert.deepEqual(
      pages.filter((page) => live.has(`https://${page}`)),
      [],
    );
    assert.ok(live.has("http://evil.test/x") && live.current.stats.exact > 0);
    live.stop();
  });

  test("names a listed key of the universe in every form", () => {
    const sha1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
    for (const [form, key, shown] of [
      ["raw", "a b", "a b"],
      ["domain", "Mail.Example.test", "mail.example.test"],
      ["email", "Bob@Example.test", "example.test"],
      // A query for this key looks up other ones.
      ["url", "https://b.test/%2e%3f", "b.test/.?"],
      ["sha1-hex", sha1, sha1],
      ["sha256", "a b", createHash("sha256").update("a b").digest("hex")],
    ]) {
      for (const [command, out] of [
        [["publish"], "one"],
        [["publish", "--shards", "2"], "two"],
        [["build", "--static"], "file"],
      ]) {
        put("list", `${key}\n`);
        put("never", `other.test@x.test\n${key}\n`.slice(form === "sha1-hex" || form === "domain" ? 18 : 0));
        const { code, stderr } = edgebloom([...command, "--keys", form, "--never", "never", "-o", out, "list"]);
        assert.equal(code, 0, stderr);
        assert.match(stderr, /1 key of --never is on the list, too, and the answer stays "maybe"; the first is /);
        assert.ok(stderr.includes(JSON.stringify(shown)), stderr);
      }
    }
  });

  test("names the entry whose parent is listed", () => {
    put("list", "example.test\n");
    for (const [form, entry, shown, parent] of [
      ["domain", "Mail.Example.test", "mail.example.test", "example.test"],
      ["email", "bob@mail.example.test", "mail.example.test", "example.test"],
      ["url", "https://mail.example.test/a", "mail.example.test/a", "example.test/"],
    ])
      for (const command of [["publish"], ["build", "--static"]]) {
        put("never", `other.test\n${entry}\n`);
        const args = ["--keys", form, "--never", "never", "-o", `${command[0]}-${form}`, "list"];
        const { code, stderr } = edgebloom([...command, ...args]);
        assert.equal(code, 0, stderr);
        assert.ok(stderr.includes(`the first is "${shown}", because "${parent}" is on the list`), stderr);
      }
  });

  test("step writes the same files", () => {
    const options = ["--static", "--shards", "2", "--error-rate", "0.1", "--never", "never"];
    publish(keys(0, 300), names(0, 1000), "--static", "--shards", "2", "--error-rate", "0.1");
    const published = filesOf(pathToFileURL(`${at("set")}/`));
    const run = (args, input) => {
      const { code, bytes, stderr } = edgebloom(["step", ...args], input);
      assert.equal(code, 0, stderr);
      return bytes;
    };
    const frames = run(["digests", ...options.slice(0, -2), "list"]);
    const parts = [[], []];
    for (let place = 0; frames.readUInt32LE(place) < 2; ) {
      const [shard, count] = [frames.readUInt32LE(place), frames.readUInt32LE(place + 4)];
      parts[shard].push(frames.subarray(place + 8, (place += 8 + 16 * count)));
    }
    const lines = parts.map((part, i) =>
      run(["shard", "--shard", `${i}`, ...into("steps"), ...options], Buffer.concat(part)),
    );
    run(["manifest", ...into("steps"), ...options], Buffer.concat(lines));
    const files = filesOf(pathToFileURL(`${at("steps")}/`));
    assert.deepEqual([...files.keys()], [...published.keys()]);
    for (const [name, content] of files) assert.ok(content.equals(published.get(name)), name);
  });

  test("says what is wrong with it", () => {
    put("list", "a\n");
    put("empty", "\n");
    for (const [args, message] of [
      [["--never", "-"], /^edgebloom: --never: expected a file, got standard input\n$/],
      [["--never", "empty"], /^edgebloom: --never: no keys in empty\n$/],
      [["--never", "none"], /^edgebloom: none: no such file\n$/],
    ]) {
      for (const command of [
        ["build", "--static", "-o", "out"],
        ["publish", ...into("set")],
      ]) {
        const { code, stderr } = edgebloom([...command, ...args, "list"]);
        assert.equal(code, 2);
        assert.match(stderr, message);
      }
    }
    const { code, stderr } = edgebloom(["build", "--never", "empty", "-o", "out", "list"]);
    assert.deepEqual([code, stderr], [2, "edgebloom: --never: only for static sets; add --static\n"]);
  });
});
