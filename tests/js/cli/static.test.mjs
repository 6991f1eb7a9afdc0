// Static sets on the command line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter, load } from "../../../pkg/index.js";
import { StaticFilter } from "../../../pkg/index.js";
import { useFolder } from "../helpers/command-line.mjs";

const { put, get, edgebloom } = useFolder();
const KEYS = Array.from({ length: 5000 }, (_, i) => `host-${i}.example.com`);

/** Asserts that a command succeeds. */
function works(args, input) {
  const done = edgebloom(args, input);
  assert.deepEqual([done.code, done.stderr], [0, ""]);
  return done.stdout;
}

function assertFails(args, message) {
  const { code, stdout, stderr } = edgebloom(args);
  assert.match(stderr, message);
  assert.match(stderr, /^edgebloom: [^\n]*\n$/, "one line");
  assert.deepEqual([code, stdout], [2, ""]);
}

test("build --static writes a StaticFilter file that info and check read", () => {
  put("list", [...KEYS, KEYS[7], ""].join("\r\n"));
  const options = ["--error-rate", "0.001", "--seed", "7", "--name", "blocked", "--version", "v2"];
  works(["build", "--static", ...options, "-o", "out", "list"]);
  const set = StaticFilter.from(KEYS, { errorRate: 0.001, seed: 7, name: "blocked", version: "v2" });
  assert.ok(Buffer.from(set.toBytes()).equals(get("out")));
  assert.ok(load(new Uint8Array(get("out"))) instanceof StaticFilter);
  const facts = JSON.parse(works(["info", "--json", "out"]));
  assert.deepEqual(facts, { name: "blocked", version: "v2", ...set.stats });
  assert.match(works(["info", "out"]), /^layout +static$/m);
  const other = Array.from({ length: 50 }, (_, i) => `other-${i}`).find((key) => !set.has(key));
  assert.equal(works(["check", "out", KEYS[0], other]), `maybe\t${KEYS[0]}\nno\t${other}\n`);
  assert.equal(works(["check", "out"], `${other}\n${KEYS[1]}\n`), `no\t${other}\nmaybe\t${KEYS[1]}\n`);
});

test("build --static --json describes the output", () => {
  put("list.json", JSON.stringify(["a", "b", "a"]));
  const line = works(["build", "--static", "--input", "json", "--base64", "--json", "-o", "out", "list.json"]);
  const { layout, inserted, keys, distinctKeys, duplicates, outputBytes } = JSON.parse(line);
  assert.deepEqual(
    { layout, inserted, keys, distinctKeys, duplicates, outputBytes },
    { layout: "static", inserted: 2, keys: 3, distinctKeys: 2, duplicates: 1, outputBytes: get("out").length },
  );
  assert.equal(get("out").toString(), StaticFilter.from(["a", "b"], { errorRate: 0.01 }).toBase64());
});

test("a static set can be converted to base64 and back, and signed", () => {
  put("list", KEYS.join("\n"));
  works(["build", "--static", "-o", "set", "list"]);
  works(["convert", "--base64", "-o", "text", "set"]);
  works(["convert", "--name", "renamed", "-o", "renamed", "text"]);
  assert.equal(StaticFilter.fromBytes(get("renamed")).name, "renamed");
  works(["keygen", "-o", "key"]);
  works(["sign", "--key", "key", "--sequence", "3", "-o", "signed", "set"]);
  works(["verify", "--key", "key.pub", "-o", "verified", "signed"]);
  assert.ok(get("verified").equals(get("set")));
});

test("rejects unsupported commands for a static set in one line", () => {
  put("list", "a\nb\n");
  works(["build", "--static", "-o", "set", "list"]);
  put("bloom", BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes());
  assertFails(["merge", "-o", "out", "set", "bloom"], /^edgebloom: set: a static set cannot be merged or folded/);
  assertFails(["fold", "--divisor", "2", "-o", "out", "set"], /a static set cannot be merged or folded/);
  assertFails(["convert", "--to", "guava", "-o", "out", "set"], /^edgebloom: set: guava has no static sets/);
  assertFails(
    ["build", "--static", "--capacity", "9", "-o", "out", "list"],
    /^edgebloom: --capacity: not for static sets/,
  );
  assertFails(
    ["build", "--static", "--layout", "blocked", "-o", "out", "list"],
    /^edgebloom: --layout: not for static sets/,
  );
  for (const rate of ["0.6", "1e-10"]) {
    assertFails(
      ["build", "--static", "--error-rate", rate, "-o", "out", "list"],
      /^edgebloom: --error-rate: expected a number from 2\^-32 \(2\.4e-10\) to 0\.5/,
    );
  }
  put("empty", "\n\n");
  assertFails(["build", "--static", "-o", "out", "empty"], /no keys in the input/);
});
