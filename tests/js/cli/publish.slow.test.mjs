// edgebloom publish: which files it writes, when it writes layers, and what it rejects.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { sha256 } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { readManifest } from "../../../pkg/api/live/manifest.js";
import { useFolder, into } from "../helpers/command-line.mjs";
import { countShards } from "../../../pkg/cli/publish/shards.js";
import { keys } from "../helpers/published.mjs";

const { at, put, edgebloom } = useFolder();

const lines = (list) => `${list.join("\n")}\n`;
function publish(list, ...args) {
  put("list", lines(list));
  const { code, stdout, stderr } = edgebloom(["publish", "--json", ...args, ...into("set"), "list"]);
  assert.deepEqual([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}
const manifest = () => readManifest(readFileSync(at("set/manifest.json")));
const files = () => readdirSync(at("set/files")).sort();

function assertFails(args, message) {
  const { code, stdout, stderr } = edgebloom(args);
  assert.match(stderr, message);
  assert.match(stderr, /^edgebloom: [^\n]*\n$/, "one line");
  assert.deepEqual([code, stdout], [2, ""]);
}

test("writes a manifest and a file named by its content", () => {
  const facts = publish(keys(0, 5000), "--error-rate", "0.001", "--name", "blocked", "--version", "v1", "--seed", "9");
  const { set, ...rest } = manifest();
  assert.deepEqual(rest, {
    name: "blocked",
    version: "v1",
    never: undefined,
    map: false,
    sequence: 1,
    expires: null,
    keyForm: "raw",
    errorRate: 0.001,
    seed: 9,
    keys: 5000,
    shards: undefined,
    shardLists: undefined,
  });
  const file = readFileSync(at(`set/files/${set.base.sha256}.bloom`));
  assert.deepEqual(set, {
    keys: 5000,
    base: { sha256: createHash("sha256").update(file).digest("hex"), bytes: file.length },
    layers: [],
  });
  const reader = FilterReader.fromBytes(file);
  assert.deepEqual([reader.stats.layout, reader.stats.seed, reader.stats.inserted], ["standard", 9, 5000]);
  assert.deepEqual(
    [facts.sequence, facts.keys, facts.bases, facts.layers, facts.writtenBytes],
    [1, 5000, 1, 0, file.length],
  );
  assert.deepEqual(files(), [`${set.base.sha256}.bloom`]);
});

test("order and repeated keys change nothing", () => {
  publish(keys(0, 3000), "--static");
  const before = readFileSync(at("set/manifest.json"));
  const facts = publish([...keys(0, 3000).reverse(), ...keys(5, 9)], "--static");
  assert.deepEqual([facts.changed, facts.sequence], [false, 1]);
  assert.ok(readFileSync(at("set/manifest.json")).equals(before));
});

test("a new version or expiry writes a new manifest for the same files", () => {
  publish(keys(0, 3000), "--static");
  const before = files();
  const facts = publish(keys(0, 3000), "--static", "--version", "2", "--expires", "7");
  assert.deepEqual([facts.changed, facts.sequence, facts.writtenBytes], [true, 2, 0]);
  assert.ok(manifest().expires > Date.now());
  assert.deepEqual(files(), before);
});

test("writes layers until they are too many or too large, then a base", () => {
  publish(keys(0, 20_000), "--static");
  const kinds = [];
  for (let day = 1; day <= 13; day++) {
    const { bases, layers, added, removed, sequence } = publish(keys(50 * day, 20_000 + 50 * day), "--static");
    assert.deepEqual([added, removed, sequence], [50, 50, day + 1]);
    kinds.push(bases ? "base" : layers ? manifest().set.layers.length : "none");
  }
  // An eleventh layer would be one too many: the layers are merged into one.
  assert.deepEqual(kinds, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3]);
  const { bases } = publish(keys(8000, 28_000), "--static");
  assert.equal(bases, 1);
  assert.equal(manifest().set.layers.length, 0);
});

test("--compact 0 writes a base each time", () => {
  publish(keys(0, 20_000), "--static", "--compact", "0");
  assert.equal(publish(keys(1, 20_001), "--static", "--compact", "0").bases, 1);
});

test("removes only its own files that no recent manifest names", () => {
  publish(keys(0, 5000), "--static", "--keep", "1", "--compact", "0");
  writeFileSync(at("set/files/mine.txt"), "not of edgebloom");
  const bases = [manifest().set.base.sha256];
  for (let i = 1; i <= 3; i++) {
    publish(keys(0, 5000 + 1000 * i), "--static", "--keep", "1", "--compact", "0");
    bases.push(manifest().set.base.sha256);
  }
  assert.deepEqual(files(), [...bases.slice(2).map((name) => `${name}.bloom`), "mine.txt"].sort());
});

test("changed options write a new base and continue the sequence", () => {
  publish(keys(0, 5000), "--static");
  put("list", lines(keys(0, 5000)));
  const { code, stderr, stdout } = edgebloom([
    "publish",
    "--json",
    "--static",
    "--error-rate",
    "0.001",
    ...into("set"),
    "list",
  ]);
  assert.deepEqual(
    [code, stderr],
    [0, "edgebloom: the options have changed since the last run: all filters are written again\n"],
  );
  assert.deepEqual([JSON.parse(stdout).bases, JSON.parse(stdout).sequence], [1, 2]);
});

test("each shard has a file that lists its files", () => {
  const facts = publish(keys(0, 40_000), "--static", "--shards", "8");
  assert.deepEqual([facts.shards, facts.bases, files().length], [8, 8, 16]);
  const all = manifest().shards.map(({ sha256, bytes }) => {
    const text = readFileSync(at(`set/files/${sha256}.json`));
    assert.equal(text.length, bytes);
    return JSON.parse(text);
  });
  assert.equal(
    all.reduce((sum, shard) => sum + shard.keys, 0),
    40_000,
  );
  assert.ok(
    all.every((shard) => Math.abs(shard.keys - 5000) < 350),
    "five deviations",
  );
});

test("accepts more shards than buckets, few keys and --shard-bytes", () => {
  assert.equal(publish(keys(0, 1000), "--static", "--shards", "1024").keys, 1000);
  rmSync(at("set"), { recursive: true });
  rmSync(at("set.state"), { recursive: true });
  const { shards, setBytes } = publish(keys(0, 40_000), "--static", "--shard-bytes", "10000");
  assert.equal(shards, 4);
  assert.ok(setBytes / shards <= 10_000);
  // A list that grows a little keeps its number of shards.
  assert.equal(publish(keys(0, 60_000), "--static", "--shard-bytes", "10000").shards, 4);
});

test("a list larger than memory gives the same files", () => {
  publish(keys(0, 200_000), "--static", "--shards", "4");
  const inMemory = files();
  for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true });
  publish(keys(0, 200_000), "--static", "--shards", "4", "--memory", "1");
  assert.deepEqual(files(), inMemory);
  assert.ok(!existsSync(at("set.state/work/spill")));
});

test("reads hosts files, JSON and key forms", () => {
  put("hosts", "# hosts\n0.0.0.0 Ads.Example tracker.test\n");
  put("list.json", '["bücher.example", "ads.example"]');
  const run = (...args) => JSON.parse(edgebloom(["publish", "--json", ...args]).stdout);
  assert.equal(run("--keys", "domain", "--input", "hosts", "-o", "a", "hosts").keys, 2);
  assert.equal(run("--keys", "domain", "--input", "json", "-o", "b", "list.json").keys, 2);
  put("mail", "Bob@Example.org\nexample.org\n");
  assert.equal(run("--keys", "email", "-o", "c", "mail").keys, 1);
  // Characters that begin a comment in other formats can be part of an address.
  put("odd", "# a comment\na#b@one.example\n!x@two.example\n;y@three.example\n#z@four.example\n! another comment\n");
  assert.equal(run("--keys", "email", "-o", "e", "odd").keys, 4);
  const { code, stderr } = edgebloom(["publish", "--keys", "sha1-hex", "-o", "d", "mail"]);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /skipped 2 entries not of the form "sha1-hex"; the first is "Bob@Example.org"\n.*no keys in the input/,
  );
});

test("--keys sha256 hashes whole lines, and clients query the same form", async () => {
  put("texts", "a#b\r\n\n! no comment\nx");
  const run = (...args) => edgebloom(["publish", "--keys", "sha256", "--error-rate", "1e-6", ...args]);
  assert.equal(run("-o", "h", "texts").code, 0);
  const fetch = async (url) => new Response(readFileSync(at(`h${new URL(url).pathname}`)));
  const live = new LiveFilter("https://lists.example/manifest.json", { fetch, store: null, keys: sha256 });
  await live.ready();
  live.stop();
  assert.deepEqual(
    [...live.hasMany(["a#b", "! no comment", "x", new TextEncoder().encode("x"), "y", ""])],
    [1, 1, 1, 1, 0, 0],
  );
  put("texts.json", '["a#b", "x"]');
  assert.equal(JSON.parse(run("--json", "--input", "json", "-o", "j", "texts.json").stdout).keys, 2);
});

test("build --keys writes keys in the same form", () => {
  put("list", "WWW.Example.ORG.\n");
  assert.equal(edgebloom(["build", "--keys", "domain", "-o", "filter", "list"]).code, 0);
  assert.equal(edgebloom(["check", "filter", "www.example.org"]).stdout, "maybe\twww.example.org\n");
});

test("a signed manifest is JSON, and edgebloom verify reads it", () => {
  edgebloom(["keygen", "-o", "key"]);
  put("list", "a\n");
  const nameless = edgebloom(["publish", "--signing-key", "key", "-o", "nameless", "list"]);
  assert.equal(nameless.code, 2);
  assert.match(nameless.stderr, /^edgebloom: --signing-key: expected --name, too/);
  publish(keys(0, 100), "--signing-key", "key", "--name", "blocked", "--expires", "7");
  const { sequence, signature } = JSON.parse(readFileSync(at("set/manifest.json")));
  assert.deepEqual([sequence, signature.length], [1, 160]);
  const { code, stdout } = edgebloom(["verify", "--key", "key.pub", "--json", "set/manifest.json"]);
  assert.deepEqual([code, JSON.parse(stdout).sequence], [0, 1]);
  const altered = readFileSync(at("set/manifest.json"), "utf8").replace('"keys": 100', '"keys": 101');
  put("altered", altered);
  assert.equal(edgebloom(["verify", "--key", "key.pub", "altered"]).code, 1);
});

test("check and info read a published set with layers and shards", () => {
  for (const shards of ["1", "4"]) {
    for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
    const options = ["--static", "--shards", shards, "--keys", "domain", "--name", "blocked"];
    publish(keys(0, 8000), ...options);
    publish(keys(10, 8010), ...options);
    const { code, stdout } = edgebloom(["check", "set/manifest.json", "https://KEY-8009.example/x", "key-5.example"]);
    assert.deepEqual([code, stdout], [0, "maybe\thttps://KEY-8009.example/x\nno\tkey-5.example\n"]);
    assert.equal(
      edgebloom(["check", "set"], "a.key-11.example\nno host\n").stdout,
      "maybe\ta.key-11.example\nmaybe\tno host\n",
    );
    const facts = JSON.parse(edgebloom(["info", "--json", "set"]).stdout);
    assert.deepEqual(
      [facts.name, facts.keys, facts.sequence, facts.shards, facts.layers, facts.keyForm],
      ["blocked", 8000, 2, Number(shards), 1, "domain"],
    );
  }
  const [file] = files().filter((name) => name.endsWith(".bloom"));
  const bytes = readFileSync(at(`set/files/${file}`));
  bytes[80] ^= 1;
  writeFileSync(at(`set/files/${file}`), bytes);
  const { code, stderr } = edgebloom(["check", "set/manifest.json"], lines(keys(10, 8010)));
  assert.equal(code, 2);
  assert.match(stderr, /its content does not match its name/);
});

describe("rejects wrong options and inputs", () => {
  const cases = {
    "no folder": [["publish", "list"], /-o: the folder is missing/],
    "no such list": [["publish", ...into("set"), "none"], /none: no such file/],
    "an empty list": [["publish", ...into("set"), "empty"], /no keys in the input: nothing is published/],
    "an error rate": [
      ["publish", "--error-rate", "9e-9", ...into("set"), "list"],
      /--error-rate: expected a number from 1e-8 to 0.5/,
    ],
    "a number of shards": [
      ["publish", "--shards", "3", ...into("set"), "list"],
      /--shards: expected auto, or a power of 2/,
    ],
    "two numbers of shards": [
      ["publish", "--shards", "2", "--shard-bytes", "9000", ...into("set"), "list"],
      /--shard-bytes: pass --shards or --shard-bytes/,
    ],
    "a form": [
      ["publish", "--keys", "uri", ...into("set"), "list"],
      /--keys: expected one of raw, domain, email, url, sha1-hex, sha256-hex, sha256/,
    ],
    "a place where no folder can be": [["publish", "-o", "/dev/null/set", "list"], /set: |null: /],
    "a file as the folder": [["publish", "-o", "list", "list"], /list/],
    "a key that signs nothing": [["publish", "--signing-key", "list", ...into("set"), "list"], /--signing-key/],
  };
  for (const [name, [args, message]] of Object.entries(cases)) {
    test(name, () => {
      put("list", "a\n");
      put("empty", "\n\n");
      assertFails(args, message);
      assert.ok(!existsSync(at("set/manifest.json")));
    });
  }
});

test("warns when the last run had --never", () => {
  put("list", "a.example\nb.example\n");
  put("never", "c.example\n");
  const run = (...args) => edgebloom(["publish", "--static", "-q", ...args, "-o", "dropped", "list"]).stderr;
  assert.equal(run("--never", "never"), "");
  assert.match(run(), /^edgebloom: warning: the last run had --never or --allow, but this one does not: .*\n$/);
  assert.equal(run(), "");
});

test("warns when a signature or the key form of the last run is gone", () => {
  edgebloom(["keygen", "-o", "warn.key"]);
  put("list", "a.example\nb.example\n");
  const run = (...args) => edgebloom(["publish", ...args, "-o", "warned", "list"]).stderr;
  assert.equal(run("--json", "--name", "blocked", "--signing-key", "warn.key"), "");
  assert.match(
    run("--json", "--name", "blocked"),
    /^edgebloom: warning: .*was signed, this one is not: .*; pass --signing-key\n$/m,
  );
  assert.match(
    run("--json", "--keys", "domain"),
    /^edgebloom: warning: --keys raw to domain: clients .* another address$/m,
  );
});

test("--shards auto keeps the first query of a client below 64 kB, and stays while the list grows a little", () => {
  const options = { shards: "auto", errorRate: 1 / 128, compact: 0, isStatic: true };
  const cold = (keys, shards) => {
    const names = shards > 256 ? 67 * (shards / 256) + 9216 : 92 * shards;
    return (keys * 7 * 1.02) / 8 / shards + names + 900;
  };
  for (const [count, shards] of [
    [1, 2],
    [1e4, 2],
    [1e6, 32],
    [1e7, 512],
    [1e8, 4096],
    [2.05e9, 65_536],
  ]) {
    assert.equal(countShards(count, options, undefined), shards, `${count}`);
    assert.ok(cold(count, shards) < 64_000, `${count}`);
    assert.equal(countShards(count * 1.1, options, shards), shards);
  }
  assert.equal(countShards(1e6, options, 64), 64);
  assert.equal(countShards(1e6, options, 256), 32);
  assert.equal(publish(keys(0, 100), "--static", "--shards", "auto").shards, 2);
});

test("without layers the base has all of the error rate", () => {
  put("list", lines(keys(0, 50_000)));
  const rate = (compact) => {
    for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
    publish(keys(0, 50_000), "--static", "--error-rate", "0.03", "--compact", compact);
    const { code, stdout } = edgebloom(["verify", "set", "--list", "list", "--json"]);
    assert.equal(code, 0);
    return JSON.parse(stdout).falsePositives / JSON.parse(stdout).sample;
  };
  assert.ok(Math.abs(rate("0") - 0.03) < 0.002);
  assert.ok(Math.abs(rate("25") - 0.02) < 0.002);
});
