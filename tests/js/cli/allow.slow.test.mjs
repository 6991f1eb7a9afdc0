// --allow: these keys are left off the list and get "no", however they are spelled.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
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
      assert.doesNotMatch(stderr, /warning: (?!.*an address stands for its whole domain)/, out);
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
  for (const [folder, first, warning] of [
    ["steps", options, /^(?!.*warning)/],
    // The option is forgotten in the first step.
    [
      "forgotten",
      options.slice(0, -2),
      /warning: 6 keys of --allow are on the list, too, and the answer stays "maybe"/,
    ],
  ]) {
    const frames = run(["digests", ...first, "list"]);
    const parts = [[], []];
    for (let place = 0; frames.readUInt32LE(place) < 2; ) {
      const [shard, count] = [frames.readUInt32LE(place), frames.readUInt32LE(place + 4)];
      parts[shard].push(frames.subarray(place + 8, (place += 8 + 16 * count)));
    }
    const done = parts.map((part, i) =>
      run(["shard", "--shard", `${i}`, ...into(folder), ...options], Buffer.concat(part)),
    );
    const { stderr } = edgebloom(["step", "manifest", ...into(folder), ...options], Buffer.concat(done));
    assert.match(stderr, warning);
  }
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

test("a key whose parent is listed can't get a no", async () => {
  const message = (entry, listed) =>
    `edgebloom: --allow: "${entry}" can't get "no", because "${listed}" is on the list; allow "${listed}", too, or don't allow "${entry}"\n`;
  for (const [form, list, entry, shown, parent] of [
    ["domain", "||Example.test^", "mail.example.test", "mail.example.test", "example.test"],
    ["email", "x@example.test", "Bob@mail.example.test", "mail.example.test", "example.test"],
    ["url", "example.test", "https://mail.example.test/a", "mail.example.test/a", "example.test/"],
  ]) {
    put("list", `other.test\n${list}\n`);
    put("allow", `${entry}\n`);
    works("build", "--static", "--keys", form, "-o", "without", "list");
    for (const command of [
      ["build", "--static", "-o", `file-${form}`, "list"],
      ["publish", ...into(`set-${form}`), "list"],
      ["step", "digests", "--shards", "2", "list"],
      ["verify", "without", "--list", "list"],
    ]) {
      const { code, stdout, stderr } = edgebloom([...command, "--keys", form, "--allow", "allow"]);
      assert.deepEqual([code, stdout, stderr], [2, "", message(shown, parent)], `${command}`);
      for (const out of [`file-${form}`, `set-${form}/manifest.json`]) assert.ok(!existsSync(at(out)), out);
    }
    // As the message says.
    put("allow", `${entry}\n${parent}\n`);
    works("publish", "--keys", form, "--allow", "allow", ...into(`set-${form}`), "list");
    assert.deepEqual(ask(`set-${form}/manifest.json`, [entry, parent], form), ["no", "no"]);
    rmSync(at(`set-${form}.state`), { recursive: true });
  }
  // A run that has written digests stops there each time.
  const many = Array.from({ length: 300_000 }, (_, i) => `a${i}.test`);
  put("list", lines([...many, "example.test"]));
  put("allow", "mail.example.test\n");
  const args = ["publish", "--keys", "domain", "--memory", "1", "--allow", "allow", ...into("set"), "list"];
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = edgebloom(args);
    assert.equal(code, 2);
    assert.ok(stderr.endsWith(message("mail.example.test", "example.test")), stderr);
  }
});

test("with --strict, a listed key of --never is an error", () => {
  for (const [form, list, never, message] of [
    [
      "raw",
      "a b",
      "a b",
      /^edgebloom: --never: "a b" can't get "no", because it is on the list; without --strict, that's a/,
    ],
    [
      "domain",
      "example.test",
      "x.example.test",
      /"x\.example\.test" can't get "no", because "example\.test" is on the list/,
    ],
    [
      "sha1-hex",
      SHA1[2],
      SHA1[2].toUpperCase(),
      RegExp(`--never: "${SHA1[2]}" can't get "no", because it is on the list`),
    ],
  ]) {
    put("list", `${list}\n`);
    put("never", `${never}\n`);
    put("other", form === "sha1-hex" ? `${SHA1[5]}\n` : "other.test\n");
    works("publish", "--keys", form, ...into(form), "other");
    for (const command of [
      ["build", "--static", "-o", "file", "list", "other"],
      ["publish", ...into(form), "list", "other"],
      ["step", "digests", "--shards", "2", "list"],
      ["verify", form, "--list", "list"],
    ]) {
      const args = [...command, "--keys", form, "--never", "never"];
      const { code, stderr } = edgebloom([...args, "--strict"]);
      assert.equal(code, 2, `${command}: ${stderr}`);
      assert.match(stderr, message, `${command}`);
    }
    // Nothing is published, and the next list isn't compared with the rejected one.
    assert.deepEqual(ask(`${form}/manifest.json`, [list], form), ["no"]);
    const { added, removed } = JSON.parse(
      works("publish", "--json", "--strict", "--keys", form, "--never", "never", ...into(form), "other").stdout,
    );
    assert.deepEqual([added, removed], [0, 0]);
    // A key that is allowed, too, isn't on the list.
    put("allow", `${list}\n`);
    works(
      "build",
      "--static",
      "--strict",
      "--keys",
      form,
      "--never",
      "never",
      "--allow",
      "allow",
      "-o",
      "file",
      "list",
      "other",
    );
    assert.deepEqual(ask("file", [never, list], form), ["no", "no"]);
  }
});

test("says what is wrong with it", () => {
  put("list", "a\nb\n");
  put("empty", "\n");
  put("map", "a\tb\n");
  put("list2", "a.test\n");
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
