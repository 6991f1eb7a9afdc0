// Tests the published command line in a separate folder.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { test } from "node:test";
import { BloomFilter, load } from "../../../pkg/index.js";
import { Progress } from "../../../pkg/cli/progress.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";
import { textOf } from "../helpers/helpers.mjs";

const OUTPUT = new URL("../../../pkg/cli/output.js", import.meta.url).href;

const { at, put, get, edgebloom } = useFolder();

const opened = (name) => load(new Uint8Array(get(name)));

/** Asserts that a command succeeds and writes nothing to standard error. */
function works(args, input) {
  const done = edgebloom(args, input);
  assert.equal(done.stderr, "");
  assert.equal(done.code, 0);
  return done;
}

/** Asserts that a command fails with this one-line message. */
function assertFails(args, message, input) {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.match(stderr, message);
  assert.match(stderr, /^edgebloom: [^\n]*\n$/, "one line");
  assert.doesNotMatch(stderr, /at .*\.js:\d/, "no stack");
  assert.equal(stdout, "");
  assert.equal(code, 2);
}

function holdsExactly(filter, keys) {
  assert.equal(filter.stats.inserted, keys.length);
  assert.equal(filter.stats.capacity, keys.length);
  assert.ok(filter.equals(BloomFilter.from(keys, { errorRate: filter.stats.errorRate })), "the same bits");
}

const names = (count, start = 0) => Array.from({ length: count }, (_, i) => `host-${start + i}.example.com`);

test("build reads one key per line and sizes by distinct keys", () => {
  const keys = names(500);
  put("list", [...keys, ...keys, ""].join("\n"));
  works(["build", "-o", "out", "list"]);
  holdsExactly(opened("out"), keys);
  assert.equal(opened("out").stats.errorRate, 0.01);
  assert.deepEqual(readdirSync(at()).sort(), ["list", "out"]);
});

test("build accepts every option", () => {
  put("list", "a\nb\n");
  const options = "--error-rate 1e-3 --capacity 1000 --seed 7 --layout blocked --name bad --version v2";
  works(["build", ...options.split(" "), "--output=out", "list"]);
  const filter = opened("out");
  const { capacity, errorRate, seed, layout } = filter.stats;
  assert.deepEqual(
    { capacity, errorRate, seed, layout },
    { capacity: 1000, errorRate: 1e-3, seed: 7, layout: "blocked" },
  );
  assert.deepEqual([filter.name, filter.version], ["bad", "v2"]);
  const same = BloomFilter.from(["a", "b"], { capacity, errorRate, seed, layout, name: "bad", version: "v2" });
  assert.deepEqual(new Uint8Array(get("out")), same.toBytes());
});

test("build keeps name and seed if it sizes by the keys", () => {
  works(["build", "--name", "n", "--version", "1", "--seed", "9", "--layout", "partitioned", "-o", "out"], "a\nb");
  const same = BloomFilter.from(["a", "b"], {
    errorRate: 0.01,
    seed: 9,
    layout: "partitioned",
    name: "n",
    version: "1",
  });
  assert.deepEqual(new Uint8Array(get("out")), same.toBytes());
});

test("a random seed differs each time", () => {
  const seeds = [1, 2, 3].map(() => load(new Uint8Array(works(["build", "--seed", "random"], "a").bytes)).stats.seed);
  assert.ok(new Set(seeds).size > 1, String(seeds));
});

test("build reads standard input and writes standard output", () => {
  const keys = names(10);
  for (const args of [["build"], ["build", "-"], ["build", "-o", "-"]]) {
    holdsExactly(load(new Uint8Array(works(args, keys.join("\n")).bytes)), keys);
  }
});

test("strips CRLF, empty lines and a byte order mark", () => {
  holdsExactly(load(new Uint8Array(works(["build"], "\ufeffa\r\n\r\n\nb\r\nc").bytes)), ["a", "b", "c"]);
});

test("keeps lines whole across chunk borders", () => {
  // 2 MB. The line lengths share no factor with the chunk size.
  const keys = names(70_000).map((name, i) => name + "x".repeat(i % 13));
  const text = keys.join("\r\n");
  assert.ok(text.length > 1 << 20);
  put("list", text);
  works(["build", "-o", "file", "list"]);
  works(["build", "-o", "piped"], text);
  works(["build", "--capacity", "70000", "-o", "sized", "list"]);
  holdsExactly(opened("file"), keys);
  assert.deepEqual(get("piped"), get("file"));
  assert.deepEqual(get("sized"), get("file"));
  const { stdout } = works(["check", "file"], text);
  assert.equal(stdout, keys.map((key) => `maybe\t${key}\n`).join(""));
});

test("accepts a line longer than any chunk", () => {
  const long = "l".repeat(700_001);
  put("list", `a\n${long}\nb`);
  works(["build", "-o", "out", "list"]);
  holdsExactly(opened("out"), ["a", long, "b"]);
  assert.equal(edgebloom(["check", "out"], `${long}\n${long}x`).stdout, `maybe\t${long}\nno\t${long}x\n`);
});

test("does not join lines of two input files", () => {
  put("1", "a\nb");
  put("2", "c");
  put("3", "d\n");
  works(["build", "-o", "out", "1", "-", "2", "3"], "e");
  holdsExactly(opened("out"), ["a", "b", "e", "c", "d"]);
  works(["build", "--capacity", "5", "-o", "sized", "1", "-", "2", "3"], "e");
  holdsExactly(opened("sized"), ["a", "b", "e", "c", "d"]);
});

test("build accepts JSON arrays of strings", () => {
  put("1.json", JSON.stringify(["a", "é\n", ""]));
  put("2.json", ' [ "\\u0061", "b" ] ');
  works(["build", "--input", "json", "-o", "out", "1.json", "2.json"]);
  holdsExactly(opened("out"), ["a", "é\n", "", "b"]);
  works(["build", "--input", "json", "--capacity", "4", "-o", "sized", "1.json", "2.json"]);
  assert.ok(opened("sized").equals(opened("out")));
});

test("build rejects JSON that is not an array of strings", () => {
  const json = (text, message) => assertFails(["build", "--input", "json"], message, text);
  json('["a", "b", 3]', /index 2: expected a string, got the number 3/);
  json('["a", null]', /index 1: expected a string, got null/);
  json('[["a"]]', /index 0: expected a string, got an array: pass --column/);
  json('{"a": 1}', /got an object/);
  json('["a"', /not JSON/);
  json("a\nb\n", /not JSON.*leave out --input json/);
  json(Buffer.from('["\xff"]', "latin1"), /JSON must be UTF-8/);
  json("[]", /no keys in the input/);
});

test("build rejects input that is not one key per line, unless forced", () => {
  assertFails(["build"], /looks like JSON: for an array pass --input json/, '["a","b"]');
  assertFails(["build"], /looks like JSON/, "[1,2]");
  assertFails(["build"], /looks like JSON in each line: pass --input jsonl/, '{"a":1}');
  assertFails(["build"], /looks like JSON/, '[\n  "a"\n]');
  assertFails(["build"], /looks like UTF-16/, Buffer.from("\ufeffa\nb\n", "utf16le"));
  holdsExactly(load(new Uint8Array(works(["build", "--input", "lines"], '["a","b"]').bytes)), ['["a","b"]']);
  holdsExactly(load(new Uint8Array(works(["build"], "[Ad]\na").bytes)), ["[Ad]", "a"]);
});

test("build rejects an input without keys", () => {
  for (const more of [[], ["--capacity", "10"]]) {
    assertFails(["build", ...more, "-o", "out"], /no keys in the input/, "");
    assertFails(["build", ...more, "-o", "out"], /no keys in the input/, "\n\r\n\n");
  }
  assert.deepEqual(readdirSync(at()), []);
});

test("build warns if the capacity is too small", () => {
  const { code, stderr } = edgebloom(["build", "--capacity", "10", "-o", "out"], names(200).join("\n"));
  assert.equal(code, 0);
  assert.match(stderr, /^edgebloom: warning: --capacity 10 .* raise --capacity or leave it out\n$/);
  works(["build", "--capacity", "200", "-o", "out"], names(200).join("\n"));
});

test("base64 round-trips", () => {
  const keys = names(100);
  put("list", keys.join("\n"));
  const { stdout } = works(["build", "--base64", "list"]);
  assert.match(stdout, /^[A-Za-z0-9+/]+=*\n$/);
  works(["build", "--base64", "-o", "text", "list"]);
  assert.equal(get("text").toString(), stdout.slice(0, -1));
  for (const text of [get("text").toString(), stdout]) holdsExactly(BloomFilter.fromBase64(text), keys);
  put("newline", stdout);
  for (const name of ["text", "newline"]) assert.equal(works(["check", name, keys[3]]).stdout, `maybe\t${keys[3]}\n`);
  put("newlines", `${stdout}\n`);
  assertFails(["check", "newlines", "a"], /newlines: not a filter.*base64/);
});

test("check answers for arguments and sets the exit code", () => {
  works(["build", "-o", "out"], "a\nb\n-x\né\n");
  assert.deepEqual(edgebloom(["check", "out", "a", "nope", "é"]), {
    code: 0,
    stdout: "maybe\ta\nno\tnope\nmaybe\té\n",
    stderr: "",
    bytes: Buffer.from("maybe\ta\nno\tnope\nmaybe\té\n"),
  });
  const none = edgebloom(["check", "out", "nope"]);
  assert.deepEqual([none.code, none.stdout, none.stderr], [1, "no\tnope\n", ""]);
  assert.equal(works(["check", "out", "--", "-x"]).stdout, "maybe\t-x\n");
  assertFails(["check", "out", "-x"], /unknown option -x.*put "--" before an argument/);
});

test("check answers for lines, byte for byte", () => {
  const raw = Buffer.from("a\xff\xfe\x80", "latin1");
  works(["build", "-o", "out"], Buffer.concat([raw, Buffer.from("\nb\n")]));
  const queries = Buffer.concat([Buffer.from("b\r\n\n\r\nnope\n"), raw]);
  const { code, bytes } = edgebloom(["check", "out"], queries);
  assert.equal(code, 0);
  assert.deepEqual(bytes, Buffer.concat([Buffer.from("maybe\tb\nno\tnope\nmaybe\t"), raw, Buffer.from("\n")]));
  assert.equal(edgebloom(["check", "out"], "nope\n").code, 1);
  const empty = edgebloom(["check", "out"], "");
  assert.deepEqual([empty.code, empty.stdout], [1, ""]);
});

test("check reads the filter from standard input", () => {
  const { bytes } = works(["build"], "a");
  assert.equal(edgebloom(["check", "-", "a"], bytes).stdout, "maybe\ta\n");
  assertFails(["check", "-"], /pass the keys as arguments/, bytes);
});

test("check answers each line before it reads the next", async () => {
  works(["build", "-o", "out"], "a");
  const child = spawn(process.execPath, [CLI, "check", "out"], { cwd: at(), timeout: LIMIT });
  let heard = "";
  child.stdout.on("data", (data) => (heard += data));
  const hears = async (text) => {
    for (const end = Date.now() + LIMIT; heard !== text && Date.now() < end; ) await wait(20);
    assert.equal(heard, text);
  };
  child.stdin.write("a\n");
  await hears("maybe\ta\n");
  child.stdin.end("b");
  await hears("maybe\ta\nno\tb\n");
});

test("a closed pipe is not an error", async () => {
  works(["build", "-o", "out"], "a");
  const child = spawn(process.execPath, [CLI, "check", "out"], { cwd: at(), timeout: LIMIT });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  child.stdin.on("error", () => {});
  child.stdout.once("data", () => child.stdout.destroy());
  child.stdin.end("a\n".repeat(2_000_000));
  const [code] = await new Promise((resolve) => child.on("close", (...ended) => resolve(ended)));
  assert.equal(errors, "");
  assert.equal(code, 2, "some answers are missing");
});

test("info shows every field", () => {
  works(["build", "--name", "bad\u001b[31mhosts", "--version", "v1", "-o", "out"], names(1000).join("\n"));
  const { name, version, stats } = opened("out");
  assert.deepEqual(JSON.parse(works(["info", "--json", "out"]).stdout), { name, version, ...stats });
  const rows = works(["info", "out"]).stdout.trimEnd().split("\n");
  assert.deepEqual(
    rows.map((row) => row.split(" ")[0]),
    ["name", "version", ...Object.keys(stats)],
  );
  assert.equal(new Set(rows.map((row) => /^\w+ +/.exec(row)[0].length)).size, 1, "aligned");
  assert.ok(
    rows.some((row) => /^capacity +1,000$/.test(row)),
    rows.join("\n"),
  );
  assert.ok(!rows.join("").includes("\u001b"), "a name does not steer the terminal");
});

test("merge gives the filter of both lists", () => {
  put("1", names(60).join("\n"));
  put("2", names(60, 40).join("\n"));
  for (const name of ["1", "2"]) works(["build", "--capacity", "100", "--seed", "5", "-o", `${name}.bloom`, name]);
  works(["build", "--capacity", "100", "--seed", "5", "-o", "both", "1", "2"]);
  works(["merge", "1.bloom", "2.bloom", "-o", "out"]);
  assert.ok(opened("out").equals(opened("both")));
  assert.ok(!opened("out").equals(opened("1.bloom")));
  assert.equal(works(["merge", "--base64", "1.bloom", "-"], get("2.bloom")).stdout, `${opened("out").toBase64()}\n`);
});

test("merge rejects incompatible filters and says why", () => {
  works(["build", "--capacity", "100", "-o", "a"], "a");
  works(["build", "--capacity", "100", "--seed", "1", "-o", "seed"], "a");
  works(["build", "--capacity", "9000", "-o", "bits"], "a");
  assertFails(["merge", "a", "seed", "-o", "out"], /a and seed cannot be merged \(seed 0 and 1\)/);
  assertFails(["merge", "a", "bits", "-o", "out"], /bits \d+ and \d+\).*same --capacity/);
  assertFails(["merge", "a", "-o", "out"], /two or more filters/);
  assert.ok(!existsSync(at("out")));
});

test("merge warns if the result is too full", () => {
  works(["build", "--capacity", "300", "-o", "a"], names(300).join("\n"));
  works(["build", "--capacity", "300", "-o", "b"], names(300, 300).join("\n"));
  const { code, stderr } = edgebloom(["merge", "a", "b", "-o", "out"]);
  assert.equal(code, 0);
  assert.match(stderr, /^edgebloom: warning: .*more keys than it was sized for/);
});

test("fold gives the same as shrink() and fold()", () => {
  works(["build", "--capacity", "200000", "-o", "large"], names(300).join("\n"));
  const large = opened("large");
  assert.equal((large.stats.bits / 64) % 2, 0, "an even number of words");
  works(["fold", "large", "--error-rate", "0.01", "-o", "out"]);
  const small = large.shrink({ errorRate: 0.01 });
  assert.ok(small.stats.bits < large.stats.bits);
  assert.deepEqual(new Uint8Array(get("out")), small.toBytes());
  works(["fold", "--divisor", "2", "large", "--base64", "-o", "half"]);
  assert.equal(get("half").toString(), large.fold(2).toBase64());
  assertFails(["fold", "large", "-o", "x"], /pass either --error-rate P or --divisor D/);
  assertFails(["fold", "large", "--divisor", "2", "--error-rate", "0.1", "-o", "x"], /pass either/);
  assertFails(["fold", "large", "--divisor", "0", "-o", "x"], /--divisor/);
  assertFails(
    ["fold", "large", "--divisor", "1000003", "-o", "x"],
    /--divisor: expected a divisor of 30016 \(the number of 64-bit words\), got/,
  );
  // The divisor divides the number of bits only.
  assertFails(
    ["fold", "large", "--divisor", "128", "-o", "x"],
    /--divisor: expected a divisor of 30016 \(the number of 64-bit words\), got/,
  );
  for (const [layout, divisor, what] of [
    ["partitioned", "7", /--divisor: expected a divisor of 4288 \(the number of 64-bit words per slice\), got 7/],
    ["blocked", "16", /--divisor: expected a divisor of 3880 \(the number of 512-bit blocks\), got 16/],
  ]) {
    works(["build", "--capacity", "200000", "--layout", layout, "-o", "other"], "a\n");
    assertFails(["fold", "other", "--divisor", divisor, "-o", "x"], what);
    works(["fold", "other", "--divisor", "4", "-o", "x"]);
    assert.equal(get("x").toString("hex"), Buffer.from(opened("other").fold(4).toBytes()).toString("hex"));
  }
  assertFails(["fold", "out", "--error-rate", "1e-9", "-o", "x"], /--error-rate: .*pass a higher rate/);
});

test("a build interrupted while writing leaves all files unchanged", async () => {
  put("out", "what was there");
  put(
    "slow.mjs",
    `
    import { readdirSync } from "node:fs";
    import { openOutput } from ${JSON.stringify(OUTPUT)};
    const writing = openOutput({ output: "out" })({ toBytes: () => new Uint8Array(1 << 27) });
    console.log(readdirSync(".").filter((name) => /^\\.edgebloom-\\w+\\.tmp$/.test(name)).length);
    process.kill(process.pid, "SIGINT");
    await writing;
    console.log("written");
  `,
  );
  const child = spawnSync(process.execPath, ["slow.mjs"], { cwd: at(), timeout: LIMIT });
  assert.equal(child.stdout.toString(), "1\n", "there was a temporary file");
  assert.equal(child.signal, "SIGINT");
  assert.equal(get("out").toString(), "what was there");
  assert.deepEqual(readdirSync(at()).sort(), ["out", "slow.mjs"]);
});

test("a failed build leaves all files unchanged", () => {
  put("out", "what was there");
  put("good.json", '["a"]');
  put("bad.json", '["a", 1]');
  assertFails(["build", "--input", "json", "-o", "out", "good.json", "bad.json"], /bad\.json: .*index 1/);
  assertFails(["build", "-o", "out", "missing"], /missing: no such file/);
  assertFails(["build", "-o", "out", "."], /this is a folder/);
  for (const command of ["check", "info"]) assertFails([command, "x".repeat(300)], /xxx: the name is too long/);
  assertFails(["build", "-o", "."], /this is a folder/, "a");
  assertFails(["build", "-o", "none/out"], /the folder none does not exist; create it first/, "a");
  assertFails(["build", "-o", "good.json/out"], /is a file, not a folder|not a folder/, "a");
  assert.equal(get("out").toString(), "what was there");
  assert.deepEqual(readdirSync(at()).sort(), ["bad.json", "good.json", "out"]);
});

test("a replaced file keeps its mode and its links", {
  skip: process.platform === "win32" && "needs POSIX files",
}, () => {
  put("file", "old");
  chmodSync(at("file"), 0o640);
  symlinkSync("file", at("link"));
  works(["build", "-o", "link"], "a");
  assert.equal(
    readdirSync(at(), { withFileTypes: true })
      .find(({ name }) => name === "link")
      .isSymbolicLink(),
    true,
  );
  assert.equal(statSync(at("file")).mode & 0o777, 0o640);
  holdsExactly(opened("file"), ["a"]);
});

test("writes to a device instead of replacing it", { skip: !existsSync("/dev/full") && "needs /dev/full" }, () => {
  assertFails(["build", "-o", "/dev/full"], /\/dev\/full: no space left/, "a");
  assert.ok(statSync("/dev/full").isCharacterDevice());
});

test("errors name the wrong argument", () => {
  put("list", "a");
  const build = (args, message) => assertFails(["build", "-o", "out", ...args, "list"], message);
  build(["--capacity", "x"], /--capacity: .*"x"/);
  build(["--capacity=-5"], /--capacity: .*"-5"/);
  build(["--capacity", "1.5"], /--capacity: .*"1\.5"/);
  build(["--capacity", "0"], /--capacity: expected a whole number from 1 to/);
  build(["--capacity", "10000000000"], /--capacity: /);
  build(["--capacity", "-5"], /--capacity: the value is missing.*--capacity=VALUE/);
  for (const rate of ["0", "1", "2", "1%", "abc", "", "NaN", "0x1"]) build([`--error-rate=${rate}`], /--error-rate: /);
  build(["--error-rate", "1e-300"], /--error-rate: /);
  build(["--seed", "4294967296"], /--seed: /);
  build(["--seed", "Random"], /--seed: .*"random"/);
  build(["--layout", "square"], /--layout: .*blocked.*"square"/);
  build(["--input", "xml"], /--input: .*json.*"xml"/);
  build(["--column", "1"], /--column: only with --input csv/);
  build(["--input", "csv", "--column", "0"], /--column: columns count from 1/);
  build(["--input", "csv", "--column", ""], /--column: expected a name or a number/);
  build(["--name", "n".repeat(1025)], /--name: .*1024/);
  build(["--version", "n".repeat(1025)], /--version: /);
  build(["--base64=yes"], /--base64: takes no value/);
  build(["--frobnicate"], /unknown option --frobnicate.*--capacity/);
  build(["-z"], /unknown option -z/);
  build(["-", "-"], /standard input can be read only once/);
  assertFails(["build", "list", "-o"], /--output: the value is missing/);
  assert.ok(!existsSync(at("out")));
  assertFails(
    [],
    /expected a command; the commands are build, check, info, merge, fold, convert, publish, step, keygen, sign, verify, completion, help; /,
  );
  assertFails(["bild"], /unknown command bild \(did you mean build\?\); .*build, check/);
  assertFails(["toString"], /unknown command/);
  assertFails(["--error-rate", "1"], /expected a command first/);
  assertFails(["check"], /check FILTER/);
  assertFails(["info"], /info FILTER/);
  assertFails(["info", "list", "list"], /expected one filter/);
  assertFails(["fold"], /fold FILTER/);
  assertFails(["check", "missing", "a"], /missing: no such file/);
  assertFails(["info", "a\nb\u001b[31m"], /a b \[31m: no such file/);
});

test("rejects damaged files and files that are not filters", () => {
  works(["build", "-o", "good"], names(100).join("\n"));
  const good = get("good");
  const damaged = (name, change) => {
    const bytes = Buffer.from(good);
    put(name, change(bytes) ?? bytes);
    return name;
  };
  const each = (name, message) => {
    assertFails(["info", name], message);
    assertFails(["check", name, "a"], message);
    assertFails(["merge", "good", name, "-o", "out"], message);
  };
  each(
    damaged("bit", (bytes) => void (bytes[80] ^= 1)),
    /bit: the filter is damaged; copy or build it again/,
  );
  each(
    damaged("short", (bytes) => bytes.subarray(0, 90)),
    /short: the filter is damaged/,
  );
  each(
    damaged("more", (bytes) => Buffer.concat([bytes, Buffer.from("\n")])),
    /more: the filter is damaged/,
  );
  each(
    damaged("later", (bytes) => void (bytes[4] = 9)),
    /later: .*later version of edgebloom/,
  );
  each(put("list", "a.example\nb.example\n"), /list: not a filter.*pass a filter file/);
  each(put("json", "{}"), /json: not a filter/);
  each(put("none", ""), /none: the file is empty/);
  assert.ok(!existsSync(at("out")));
});

test("prints help and version", () => {
  const { version } = JSON.parse(textOf("pkg/package.json"));
  assert.equal(works(["--version"]).stdout, `${version}\n`);
  const commands = ["build", "check", "info", "merge", "fold", "convert", "completion", "help"];
  for (const args of [["--help"], ["-h"], ["help"]]) {
    for (const command of commands) assert.match(works(args).stdout, new RegExp(`\n  ${command} `));
  }
  for (const command of commands) {
    const { stdout } = works([command, "--help"]);
    assert.match(stdout, new RegExp(`^edgebloom ${command} `));
    assert.match(stdout, new RegExp(`\nExample: [^\n]*edgebloom ${command} [^\n]*\n$`));
    assert.deepEqual(
      stdout.split("\n").filter((line) => line.length > 80),
      [],
      "fits a terminal",
    );
    assert.equal(works([command, "-h"]).stdout, stdout);
    assert.equal(works(["help", command]).stdout, stdout);
  }
});

test("progress redraws one line and erases it", () => {
  let now = 0;
  const lines = [];
  const progress = new Progress(4e6, () => 12345, { write: (line) => lines.push(line), now: () => now });
  progress.advance(1e6);
  assert.deepEqual(lines, [], "what is done in a moment needs no progress");
  now = 100;
  progress.advance(1e6);
  assert.deepEqual(lines, ["[############------------]  50%  2.0 MB  12,345 keys"]);
  now = 150;
  progress.advance(1e6);
  assert.equal(lines.length, 1, "not more often than it can be read");
  now = 250;
  progress.advance(2e6);
  assert.match(lines[1], /^\[#{24}\] 100%/);
  progress.end();
  progress.end();
  assert.deepEqual(lines.slice(2), [""]);
});

test("long work shows the time that is left", () => {
  let now = 0;
  let line = "";
  const progress = new Progress(100, () => 1, { write: (text) => (line = text), now: () => now }, "shards");
  const after = (minutes, more) => {
    now = minutes * 60_000;
    progress.advance(more);
    return line;
  };
  assert.match(after(1, 1), /^\[-{24}\] {3}1% {2}1 shard {2}1 key {2}1\.6 h left$/);
  assert.match(after(10, 19), / 20% {2}20 shards {2}1 key {2}40 min left$/);
  assert.match(after(49.5, 79), / 99% {2}99 shards {2}1 key$/);
});

const script = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
const terminal = { skip: !script && "NOT RUN: needs the script command of util-linux for a terminal" };
const quoted = (...words) => words.map((word) => `'${word}'`).join(" ");

test("shows progress and a summary on a terminal", terminal, () => {
  // A progress line for each piece: the clock of this process advances by a second at each reading.
  const clock = "data:text/javascript,let t=0;Date.now=()=>t+=1000";
  const feed = "(for i in 1 2 3 4 5; do echo key-$i; sleep 0.05; done)";
  const command = `${feed} | ${quoted(process.execPath, "--import", clock, CLI)} build -o out`;
  const env = { ...process.env, TERM: "xterm", NO_COLOR: "1" };
  const done = spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: at(),
    env,
    timeout: LIMIT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const seen = done.stdout.toString();
  assert.equal(done.status, 0, seen);
  assert.match(seen, /\r\x1b\[K0\.0 MB {2}[1-5] keys/);
  assert.match(seen, /\r\x1b\[Kedgebloom: 5 distinct keys, \d+ bytes, error rate 0\.01\r\n$/);
  assert.doesNotMatch(seen, /\x1b\[[\d;]*m/, "no colours");
  holdsExactly(
    opened("out"),
    names(5).map((_, i) => `key-${i + 1}`),
  );
});

test("writes base64 but no bytes to a terminal", terminal, () => {
  put("list", "a");
  const run = (...args) => {
    const command = quoted(process.execPath, CLI, ...args);
    return spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: at(),
      timeout: LIMIT,
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  const result = run("build", "list");
  assert.equal(result.status, 2);
  assert.match(
    result.stdout.toString(),
    /^edgebloom: a terminal cannot show a binary filter file: pass -o FILE or --base64\r\n$/,
  );
  const text = run("build", "--base64", "list");
  assert.equal(text.status, 0);
  assert.match(text.stdout.toString(), /^[\w+/=]+\r\nedgebloom: 1 distinct key, /);
});
