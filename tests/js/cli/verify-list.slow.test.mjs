// edgebloom verify --list: a set is proved before it is uploaded.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { into, useFolder } from "../helpers/command-line.mjs";
import { keys } from "../helpers/published.mjs";

const { at, put, edgebloom } = useFolder();
const lines = (list) => `${list.join("\n")}\n`;

function works(...args) {
  const done = edgebloom(args);
  assert.equal(done.code, 0, done.stderr);
  return done.stdout;
}

/** The facts, and the exit code. */
function verify(...args) {
  const { code, stdout, stderr } = edgebloom(["verify", "set", "--json", ...args]);
  return { code, stderr, ...JSON.parse(stdout || "{}") };
}

test("proves keys, number of keys, universe and rate, of sets with and without shards and layers", () => {
  for (const options of [[], ["--static"], ["--static", "--shards", "4"]]) {
    for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
    put("never", lines(keys(50_000, 60_000)));
    for (const list of [keys(0, 20_000), keys(100, 20_300)]) {
      put("list", lines(list));
      works("publish", ...options, "--error-rate", "0.05", "--never", "never", ...into("set"), "list");
      const { code, ok, wrong, listed, missing, sample, falsePositives, never, neverMaybe } = verify(
        "--list",
        "list",
        "--never",
        "never",
      );
      assert.deepEqual([code, ok, wrong, listed, missing, never, neverMaybe], [0, true, [], list.length, 0, 10_000, 0]);
      assert.ok(falsePositives > 0.02 * sample && falsePositives < 0.05 * sample, `${falsePositives} of ${sample}`);
    }
  }
});

test("tells how many keys of --never are listed, too", () => {
  put("list", lines(keys(0, 2000)));
  put("never", lines(keys(1990, 3000)));
  for (const options of [[], ["--shards", "4"]]) {
    for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
    works("publish", "--static", ...options, "--never", "never", ...into("set"), "list");
    const { code, stderr, never, neverMaybe, neverListed } = verify("--list", "list", "--never", "never");
    assert.deepEqual([code, never, neverMaybe, neverListed], [0, 1000, 0, 10]);
    assert.match(
      stderr,
      /^edgebloom: warning: 10 keys of --never are on the list, too, and the answer stays "maybe"\n$/,
    );
  }
});

test("reads shard lists", () => {
  const golden = fileURLToPath(new URL("../../golden/published/shard-lists", import.meta.url));
  put("list", lines(keys(2, 25)));
  works("verify", golden, "--list", "list");
  put("list", lines(keys(2, 26)));
  assert.match(edgebloom(["verify", golden, "--list", "list"]).stderr, /: the list has 24 keys, and the set 23\n$/);
});

test("names what is wrong, with exit code 1", () => {
  put("list", lines(keys(0, 5000)));
  works("publish", "--static", "--shards", "2", "--expires", "1", ...into("set"), "list");
  const check = (list, message) => {
    put("other", lines(list));
    const { code, ok, wrong, stderr } = verify("--list", "other");
    assert.deepEqual([code, ok], [1, false]);
    assert.match(wrong.join("; "), message);
    assert.ok(stderr.startsWith("edgebloom: set/manifest.json: "), stderr);
  };
  check(keys(0, 5100), /^\d+ of 5,100 listed keys have the answer "no"; the list has 5,100 keys, and the set 5,000$/);
  assert.match(
    edgebloom(["verify", "set", "--list", "list", "--min-sequence", "2", "-q"]).stderr,
    /below --min-sequence 2\n$/,
  );
  check(keys(0, 4999), /^the list has 4,999 keys, and the set 5,000$/);
  const [first] = readdirSync(at("set/files")).filter((name) => name.endsWith(".bloom"));
  const bytes = readFileSync(at(`set/files/${first}`));
  writeFileSync(at(`set/files/${first}`), bytes.subarray(1));
  check(keys(0, 5000), /\.bloom: its content does not match its name/);
  rmSync(at(`set/files/${first}`));
  check(keys(0, 5000), /\.bloom: no such file/);
  writeFileSync(at(`set/files/${first}`), bytes);
  assert.equal(verify("--list", "list").code, 0);
});

test("a filter of another rate than the manifest says is found by a sample", () => {
  put("list", lines(keys(0, 5000)));
  works("publish", "--error-rate", "0.1", ...into("set"), "list");
  const manifest = readFileSync(at("set/manifest.json"), "utf8");
  writeFileSync(at("set/manifest.json"), manifest.replace('"errorRate": 0.1', '"errorRate": 0.01'));
  const { code, wrong } = verify("--list", "list");
  assert.equal(code, 1);
  assert.match(wrong.join(), /^[\d,]+ of 200,000 random keys have the answer "maybe", expected at most 2,\d\d\d$/);
});

test("verifies the signature, too", () => {
  put("list", lines(keys(0, 1000)));
  works("keygen", "-o", "key");
  works("keygen", "-o", "other");
  works("publish", "--name", "n", "--signing-key", "key", ...into("set"), "list");
  assert.equal(verify("--list", "list", "--key", "key.pub").code, 0);
  const wrong = verify("--list", "list", "--key", "other.pub");
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /rejected: signed with another key/);
});

test("maps: the value of each key", () => {
  const map = (list) => `${list.map((key, i) => `${key}\t${i % 7}`).join("\n")}\n`;
  put("map", map(keys(0, 3000)));
  works("publish", "--map", "map", ...into("set"));
  assert.equal(verify("--map", "map").code, 0);
  put("map", map(keys(1, 3000)));
  const { code, wrong } = verify("--map", "map");
  assert.equal(code, 1);
  assert.match(wrong[0], /^[\d,]+ of 2,999 listed keys have another value$/);
});

test("a filter file: the listed keys", () => {
  put("list", lines(keys(0, 1000)));
  works("build", "--static", "-o", "filter", "list");
  const run = (...args) => edgebloom(["verify", "filter", ...args]);
  assert.equal(run("--list", "list").code, 0);
  assert.match(run("--list", "list", "--never", "list").stderr, /--never: expected a published set, got a filter file/);
  put("list", lines(keys(0, 1100)));
  const { code, stderr } = run("--list", "list");
  assert.equal(code, 1);
  assert.match(stderr, /^edgebloom: filter: \d+ of 1,100 listed keys have the answer "no"\n$/);
});

test("rejects options that do not fit", () => {
  put("list", lines(keys(0, 100)));
  works("publish", ...into("set"), "list");
  for (const [args, message] of [
    [["--keys", "domain", "--list", "list"], /--keys: expected raw, the form of the keys of the set, got domain/],
    [["--map", "list"], /--map: the keys of the set have no values/],
    [["--never", "list"], /--never: only with --list/],
    [["--list", "list", "-o", "x"], /-o: not with --list/],
    [["--list", "absent"], /absent: no such file/],
  ]) {
    const { code, stderr } = edgebloom(["verify", "set", ...args]);
    assert.deepEqual([code, message.test(stderr)], [2, true], stderr);
  }
});
