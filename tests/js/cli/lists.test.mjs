// Lists in formats other than one key per line, and the warnings about them.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { test } from "node:test";
import { BloomFilter } from "../../../pkg/index.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put, get, edgebloom } = useFolder();

const OR_LINES = "(or --input lines if these are keys)";
const SAYS = {
  mac: `CR without LF does not end a line: convert the list, for example with tr '\\r' '\\n' ${OR_LINES}`,
  hosts: `this looks like a hosts file, but each line is read as one key: give --input hosts ${OR_LINES}`,
  comments: `lines that begin with "#" are read as keys: give --comments if they are comments ${OR_LINES}`,
};

/** Asserts that a command builds a filter of exactly these keys and prints exactly these warnings. */
function builds(args, keys, warnings = [], input = "") {
  const { code, stdout, stderr } = edgebloom(["build", "-o", "out", ...args], input);
  const expectedWarnings = warnings.map(([name, what]) => `edgebloom: warning: ${name}: ${SAYS[what]}\n`).join("");
  assert.deepEqual([stderr, stdout, code], [expectedWarnings, "", 0], args.join(" "));
  const filter = BloomFilter.fromBytes(get("out"));
  assert.equal(filter.stats.inserted, keys.length);
  assert.ok(filter.equals(BloomFilter.from(keys, { errorRate: 0.01 })), `the bits of ${JSON.stringify(keys)}`);
}

function assertFails(args, message, input = "") {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.deepEqual([stderr, stdout, code], [`edgebloom: ${message}\n`, "", 2], args.join(" "));
}

const HOSTS = `\ufeff# A list of hosts
127.0.0.1 localhost localhost.localdomain
::1\tlocalhost ip6-localhost ip6-loopback
255.255.255.255 broadcasthost\r
fe80::1%lo0 local
ff02::1 ip6-allnodes
0.0.0.0 0.0.0.0

  0.0.0.0   Ads.example.com\ttracker.example  # two of them
0.0.0.0 a-localhost.example#one
127.0.0.1 bücher.example localhost.example
   # nothing
0.0.0.0
0.0.0.0 last.example`;
const NAMES = [
  "Ads.example.com",
  "tracker.example",
  "a-localhost.example",
  "bücher.example",
  "localhost.example",
  "last.example",
];

test("--input hosts reads the names of a hosts file", () => {
  put("hosts", HOSTS);
  builds(["--input", "hosts", "hosts"], NAMES);
  builds(["--input", "hosts", "--comments"], NAMES, [], HOSTS);
  builds(["--input", "hosts", "-", "hosts"], ["first.example", ...NAMES], [], "::1 first.example");
  const done = edgebloom(["build", "--input=hosts", "--capacity", "6", "--json", "-o", "sized", "hosts"]);
  assert.deepEqual([done.stderr, JSON.parse(done.stdout).keys], ["", NAMES.length]);
  assert.ok(BloomFilter.fromBytes(get("sized")).hasMany(NAMES).every(Boolean));
});

test("--input hosts rejects a wrong line and shows its number", () => {
  const [expected, leave] = [
    "expected an address and names, as in a hosts file, got",
    "for one key per line leave out --input hosts",
  ];
  for (const [list, line, found] of [
    ["0.0.0.0 a.example\n\n# x\nads.example\n", 4, '"ads.example"'],
    ["0.0.0.0 a.example\r0.0.0.0 b.example\r", 1, '"0.0.0.0 a.example\\r0.0.0.0 b.example"'],
    ["0.0.0.0a.example\n", 1, '"0.0.0.0a.example"'],
    ["address: a.example\n", 1, '"address: a.example"'],
    [`${"x".repeat(100_000)}\n`, 1, `"${"x".repeat(60)}"`],
  ]) {
    assertFails(
      ["build", "--input", "hosts", "-o", "out"],
      `standard input, line ${line}: ${expected} ${found}; ${leave}`,
      list,
    );
  }
  assertFails(
    ["build", "--input", "hosts", "-o", "out"],
    'no keys in the input: nothing is written, because an empty filter answers "no" to every key',
    "# a\n127.0.0.1 localhost\n",
  );
});

test("--comments skips whole lines only", () => {
  const list = "# one\nkey\r\n  \t# two\nkey # is a key\n\n#\n a\n\r\nlast#";
  const keys = ["key", "key # is a key", " a", "last#"];
  put("list", list);
  builds(["--comments", "list"], keys);
  builds(["--comments"], keys, [], list);
  builds(["--comments"], ["a\r", "b"], [], "a\r\r\n#x\nb");
  builds(["--comments", "--input", "lines", "list"], keys);
  assertFails(
    ["build", "--comments", "--input", "json", "list"],
    "--comments: JSON has no comments; leave out --comments",
  );
});

test("warns in one line about a list in another format", () => {
  const fewComments = `${"name.example\n".repeat(500)}# one\n`;
  put("hosts", HOSTS);
  const lines = (text) => [...new Set(text.replace("\ufeff", "").split(/\r?\n/).filter(Boolean))];
  builds(["hosts"], lines(HOSTS), [["hosts", "hosts"]]);
  builds(
    ["--comments", "hosts"],
    lines(HOSTS).filter((line) => !/^ *#/.test(line)),
    [["hosts", "hosts"]],
  );
  builds([], ["a\rb\rc"], [["standard input", "mac"]], "a\rb\rc\r");
  builds([], ["a\rb\rc", "d"], [["standard input", "mac"]], "d\r\na\rb\rc\r");
  builds([], ["# a list", "a", "b"], [["standard input", "comments"]], "\n# a list\na\nb\n");
  builds([], ["a", " #x", "#y"], [["standard input", "comments"]], "a\n #x\n#y\n");
  put("1", "# 1\na");
  put("2", "0.0.0.0 b");
  builds(
    ["1", "2"],
    ["# 1", "a", "0.0.0.0 b"],
    [
      ["1", "comments"],
      ["2", "hosts"],
    ],
  );
  // No warning if an option names the format.
  builds(["--input", "lines", "hosts"], lines(HOSTS));
  builds(["--input", "lines"], ["a\rb", "#c"], [], "a\rb\n#c");
  // Unusual keys without a warning.
  builds([], ["a\rb", "c", "d", "e"], [], "a\rb\nc\nd\ne\n");
  builds([], ["name.example", "# one"], [], fewComments);
  builds(
    [],
    ["a#b", "c # d", "10.0.0.1", "::1", "1.2.3.4:80", "de:ad be:ef"],
    [],
    "a#b\nc # d\n10.0.0.1\n::1\n1.2.3.4:80\nde:ad be:ef\r\n",
  );
  builds(["-q"], ["# 1", "a"], [["standard input", "comments"]], "# 1\na");
});

test("detects comments beyond the first lines", () => {
  const list = `${Array.from({ length: 60_000 }, (_, i) => `host-${i}.example`).join("\n")}\n${"# x\n".repeat(100_000)}`;
  const { code, stderr } = edgebloom(["build", "-o", "out"], list);
  assert.deepEqual([stderr, code], [`edgebloom: warning: standard input: ${SAYS.comments}\n`, 0]);
});

test("prints no warnings with an error", () => {
  put("bad", "[1]");
  assertFails(
    ["build", "-o", "out", "-", "bad"],
    "bad: this looks like JSON: for an array of strings give --input json (or --input lines if these are keys)",
    "# a\n",
  );
});

test("check reads the same formats with the same warnings", () => {
  put("filter", BloomFilter.from(["ads.example", "key"], { errorRate: 1e-9 }).toBytes());
  const checks = (args, input, [code, stdout, ...warnings]) => {
    const done = edgebloom(["check", "filter", ...args], input);
    const expectedWarnings = warnings.map((what) => `edgebloom: warning: standard input: ${SAYS[what]}\n`).join("");
    assert.deepEqual([done.code, done.stdout, done.stderr], [code, stdout, expectedWarnings], args.join(" "));
  };
  const hosts = "127.0.0.1 localhost\n0.0.0.0 ads.example b # c\n";
  checks(["--input", "hosts"], hosts, [0, "maybe\tads.example\nno\tb\n"]);
  checks(["--input", "hosts", "--json"], "::1 b", [1, '{"key":"b","maybe":false}\n']);
  checks(["--comments"], "# x\nkey\nkey#\n", [0, "maybe\tkey\nno\tkey#\n"]);
  checks(["--comments"], "# x\n", [1, ""]);
  checks([], hosts, [1, "no\t127.0.0.1 localhost\nno\t0.0.0.0 ads.example b # c\n", "hosts"]);
  checks([], "# x\nkey", [0, "no\t# x\nmaybe\tkey\n", "comments"]);
  checks([], "key\rads.example", [1, "no\tkey\rads.example\n", "mac"]);
  checks(["--input", "lines"], "# x\nkey", [0, "no\t# x\nmaybe\tkey\n"]);
  for (const option of ["--input=hosts", "--comments"]) {
    const [name] = option.split("=");
    assertFails(
      ["check", "filter", option, "key"],
      `${name}: only for keys on standard input; leave out ${name} or the keys`,
    );
  }
  assertFails(["check", "filter", "--input", "json"], '--input: expected one of lines, hosts, got "json"', "[]");
});

test("check answers each line before the next, in every format", async () => {
  put("filter", BloomFilter.from(["a"], { errorRate: 1e-9 }).toBytes());
  const child = spawn(process.execPath, [CLI, "check", "--input", "hosts", "filter"], { cwd: at(), timeout: LIMIT });
  const hears = () => new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  child.stdin.write("0.0.0.0 a b\n");
  assert.equal(await hears(), "maybe\ta\nno\tb\n");
  child.stdin.end("::1 a");
  assert.equal(await hears(), "maybe\ta\n");
});

test("never holds a whole list in memory", () => {
  const lines = Array.from(
    { length: 4096 },
    (_, i) => `0.0.0.0 a-rather-long-name-of-a-host-${i}.example # ${"x".repeat(100)}\n`,
  );
  const text = lines.join("").repeat(100);
  assert.ok(text.length > 60_000_000);
  for (const flag of ["--input=hosts", "--comments"]) {
    const done = spawnSync(process.execPath, ["--max-old-space-size=24", CLI, "build", flag, "-o", "out"], {
      cwd: at(),
      input: text,
      timeout: LIMIT,
    });
    assert.equal(done.status, 0, `${flag}: ${done.stderr}`);
    assert.equal(BloomFilter.fromBytes(get("out")).stats.inserted, 4096);
  }
});
