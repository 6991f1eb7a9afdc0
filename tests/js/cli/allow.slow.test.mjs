// --allow: these keys are left off the list and get "no", however they are spelled.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { into, useFolder } from "../helpers/command-line.mjs";
import { filesOf } from "../helpers/golden-published.mjs";
import { StaticFilter } from "edgebloom";
import { isBuilding, isReading, kill } from "../helpers/killed-runs.mjs";
import { keys } from "../helpers/published.mjs";

const { at, put, get, edgebloom } = useFolder();
const lines = (list) => `${list.join("\n")}\n`;
const content = (folder) => filesOf(pathToFileURL(`${at(folder)}/`));

function works(...args) {
  const done = edgebloom(args);
  assert.equal(done.code, 0, done.stderr);
  return done;
}

/** The answers for some queries. */
function ask(file, queries, form) {
  const { stdout } = edgebloom(["check", file, "--keys", form, "--", ...queries]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[0]);
}

const SHA1 = keys(0, 9).map((key) => createHash("sha1").update(key).digest("hex"));

/** For each form: the list, an allowlist, the entries that are left, and queries for those that are not. */
const FORMS = {
  raw: [
    ["a", "b b", "ü", "c"],
    ["ü", "b b", "x"],
    ["a", "c"],
    ["b b", "ü"],
  ],
  domain: [
    ["Gmail.com", "*.mailinator.com", "a.test", "b.test"],
    ["# ours", "GMAIL.com. # must", "||b.test^"],
    ["mailinator.com", "a.test"],
    ["gmail.com", "x.gmail.com", "b.test"],
  ],
  email: [
    ["gmail.com", "spam@web.test", "a.test"],
    ["bob@Gmail.com", "web.test"],
    ["x@a.test"],
    ["a@gmail.com", "spam@web.test"],
  ],
  url: [
    ["https://a.test/login?x=1", "b.test", "c.test/d"],
    ["http://a.test:80/login?x=1#top", "b.test/"],
    ["c.test/d"],
    ["https://a.test/login?x=1", "https://b.test/"],
  ],
  "sha1-hex": [
    SHA1,
    [SHA1[0].toUpperCase(), `${SHA1[4]}:7`, SHA1[5], SHA1[8]],
    [1, 2, 3, 6, 7].map((i) => SHA1[i]),
    [0, 4, 5, 8].map((i) => SHA1[i]),
  ],
  sha256: [["a", "b", "c"], ["b"], ["a", "c"], ["b"]],
};

for (const [form, [list, allow, left, gone]] of Object.entries(FORMS)) {
  test(`${form}: in a file, a set, and shards`, () => {
    put("list", lines(list));
    // A list from another system.
    put("allow", allow.join("\r\n"));
    const options = ["--keys", form, "--error-rate", "0.4"];
    for (const [out, ...command] of [
      ["file", "build", "--static", "-o", "file"],
      ["set/manifest.json", "publish", ...into("set")],
      ["static/manifest.json", "publish", "--static", ...into("static")],
      ["shards/manifest.json", "publish", "--static", "--shards", "4", ...into("shards")],
    ]) {
      const { stderr } = works(...command, ...options, "--allow", "allow", "list");
      assert.doesNotMatch(stderr, /warning: (?!.*the whole domain of an address)/, out);
      assert.deepEqual(
        ask(out, gone, form),
        gone.map(() => "no"),
        out,
      );
      assert.deepEqual(
        ask(out, left, form),
        left.map(() => "maybe"),
        out,
      );
      const verify = ["verify", out, "--keys", form, "--json", "--list", "list"];
      const { listed, missing } = JSON.parse(works(...verify, "--allow", "allow").stdout);
      assert.deepEqual([listed, missing], [left.length, 0], out);
      // Without the option, the list has more keys than the set.
      assert.equal(edgebloom(verify).code, 1, out);
    }
  });
}

test("keys in JSON, with line breaks in them", () => {
  put("list", JSON.stringify(["a", "b\nb", "c\nc", "d"]));
  put("allow", JSON.stringify(["c\nc", "a"]));
  const { stdout } = works("build", "--static", "--json", "--input", "json", "--allow", "allow", "-o", "file", "list");
  const { keys, distinctKeys, duplicates } = JSON.parse(stdout);
  assert.deepEqual([keys, distinctKeys, duplicates], [2, 2, 0]);
  const set = StaticFilter.fromBytes(get("file"));
  assert.deepEqual(
    ["a", "d", "b\nb", "c\nc"].map((key) => set.has(key)),
    [false, true, true, false],
  );
});

test("a key that comes back, and one that is unblocked, are changes of the list", () => {
  put("list", lines(keys(0, 5000)));
  const publish = (...allowed) => {
    put("allow", allowed.map((key) => `${key}\n`).join(""));
    const options = ["--static", "--compact", "1000", "--json", "--allow", "allow"];
    const { sequence, added, removed } = JSON.parse(works("publish", ...options, ...into("set"), "list").stdout);
    return [sequence, added, removed];
  };
  const [a, b] = keys(7, 9);
  // An empty allowlist is none.
  assert.deepEqual(publish(), [1, 5000, 0]);
  assert.deepEqual(publish(a, "not listed"), [2, 0, 1]);
  assert.deepEqual(ask("set/manifest.json", [a, b], "raw"), ["no", "maybe"]);
  assert.deepEqual(publish(b), [3, 1, 1]);
  assert.deepEqual(ask("set/manifest.json", [a, b], "raw"), ["maybe", "no"]);
});

test("steps leave them out, too", () => {
  put("list", lines(keys(0, 300)));
  put("allow", lines(keys(3, 9)));
  const options = ["--static", "--shards", "2", "--allow", "allow"];
  works("publish", ...options, ...into("set"), "list");
  const run = (args, input) => {
    const { code, bytes, stderr } = edgebloom(["step", ...args], input);
    assert.equal(code, 0, stderr);
    return bytes;
  };
  const frames = run(["digests", ...options, "list"]);
  const parts = [[], []];
  for (let place = 0; frames.readUInt32LE(place) < 2; ) {
    const [shard, count] = [frames.readUInt32LE(place), frames.readUInt32LE(place + 4)];
    parts[shard].push(frames.subarray(place + 8, (place += 8 + 16 * count)));
  }
  const done = parts.map((part, i) =>
    run(["shard", "--shard", `${i}`, ...into("steps"), ...options], Buffer.concat(part)),
  );
  run(["manifest", ...into("steps"), ...options], Buffer.concat(done));
  assert.deepEqual(content("steps"), content("set"));
});

test("a killed run continues with the same allowlist, and starts over with another", async () => {
  const many = keys(0, 400_000);
  put("list", lines(many));
  const args = (folder) => {
    const options = ["--static", "--shards", "16", "--memory", "1", "--allow", "allow"];
    return ["publish", ...options, ...into(folder), "list"];
  };
  put("allow", lines([many[0], many[200_000], many.at(-1)]));
  works(...args("whole"));
  for (const [folder, isThere] of [
    ["reading", () => isReading(at("reading.state"))],
    ["building", () => isBuilding(at("building.state"))],
  ]) {
    assert.equal(await kill(args(folder), at(), isThere), "SIGKILL", `${folder}: it was too fast`);
    assert.match(works(...args(folder)).stderr, /continuing after/);
    assert.deepEqual(content(folder), content("whole"));
  }
  assert.equal(await kill(args("other"), at(), () => isReading(at("other.state"))), "SIGKILL");
  put("allow", lines([many[1]]));
  assert.doesNotMatch(works(...args("other")).stderr, /continuing after/);
  assert.deepEqual(ask("other/manifest.json", many.slice(0, 3), "raw"), ["maybe", "no", "maybe"]);
});

test("what can't get a no is named", () => {
  put("list", "example.test\n");
  put("allow", "mail.example.test\n");
  for (const command of [
    ["build", "--static", "-o", "file"],
    ["publish", ...into("set")],
  ]) {
    const { stderr } = works(...command, "--keys", "domain", "--allow", "allow", "list");
    assert.match(
      stderr,
      /1 key of --allow is on the list, too, and the answer stays "maybe"; the first is "mail\.example\.test", because "example\.test" is on the list\n$/,
    );
  }
});

test("says what is wrong with it", () => {
  put("list", "a\nb\n");
  put("empty", "\n");
  put("map", "a\tb\n");
  works("build", "-o", "plain", "list");
  works("publish", "--map", "map", ...into("map-set"));
  for (const [args, code, message] of [
    [
      ["build", "--static", "-o", "out", "--allow", "-", "list"],
      2,
      /^edgebloom: --allow: expected a file, got standard/,
    ],
    [["build", "--static", "-o", "out", "--allow", "none", "list"], 2, /^edgebloom: none: no such file\n$/],
    [["build", "--static", "-o", "out", "--allow", "list", "list"], 2, /^edgebloom: no keys in the input: nothing is/],
    [["publish", ...into("set"), "--allow", "list", "list"], 2, /no keys in the input/],
    [["build", "--static", "-o", "allow", "--allow", "allow", "list"], 2, /^edgebloom: -o: allow is an input/],
    [
      ["build", "-o", "out", "--allow", "list", "list"],
      2,
      /^edgebloom: --allow: only for static sets; add --static\n$/,
    ],
    [
      ["build", "-o", "out", "--map", "map", "--allow", "list"],
      2,
      /^edgebloom: --allow: not for maps; leave out --allow/,
    ],
    [["publish", ...into("set"), "--map", "map", "--allow", "list"], 2, /^edgebloom: --allow: not for maps/],
    [["verify", "map-set", "--map", "map", "--allow", "list"], 2, /^edgebloom: --allow: not for maps/],
    [["verify", "plain", "--allow", "list"], 2, /^edgebloom: --allow: only with --list/],
    [
      ["build", "--static", "-o", "out", "--never", "empty", "--allow", "empty", "list"],
      2,
      /^edgebloom: --never: no keys/,
    ],
    // The file has the key.
    [["verify", "plain", "--list", "list", "--allow", "one"], 1, /plain: of --allow, 1 have the answer "maybe"\n$/],
  ]) {
    put("allow", "a\n");
    put("one", "b\n");
    const done = edgebloom(args);
    assert.equal(done.code, code, `${args}: ${done.stderr}`);
    assert.match(done.stderr, message, `${args}`);
  }
});
