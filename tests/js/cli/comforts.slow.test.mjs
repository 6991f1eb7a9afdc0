// Help and manual of the command line, its JSON output, and its messages about typing mistakes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { createFilter, exportFilter } from "../../../pkg/compat.js";
import { BloomFilter, CountingBloomFilter } from "../../../pkg/index.js";
import { loadAny as load } from "../helpers/load-any.mjs";
import { closest } from "../../../pkg/cli/arguments.js";
import { COMMANDS } from "../../../pkg/cli/commands.js";
import { helpOf, overview } from "../../../pkg/cli/help.js";
import { openOutput } from "../../../pkg/cli/output.js";
import { generateSigningKeys, sign } from "../../../pkg/sign.js";
import { CLI, LIMIT, useFolder, into } from "../helpers/command-line.mjs";
import { fieldsIn, keys, textOf } from "../helpers/helpers.mjs";

const MANUAL = textOf("docs/reference/cli.md");

const { at, put, get, edgebloom } = useFolder();

function works(args, input, says = "") {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.deepEqual([stderr, code], [says && `edgebloom: ${says}\n`, 0], args.join(" "));
  return stdout;
}

function assertFails(args, message, input) {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.deepEqual([code, stdout, stderr], [2, "", `edgebloom: ${message}\n`]);
}

// Help and the manual.

const HELPS = {
  overview: overview(COMMANDS),
  ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, helpOf(name, COMMANDS)])),
};

/** The maximum number of lines of a help text. */
const SCREEN = 24;
// publish has 23 options.
const LINES = { build: 48, publish: 31, verify: 27 };

test("each help has a purpose, all options and one example, and fits a screen", () => {
  for (const [name, text] of Object.entries(HELPS)) {
    const lines = text.trimEnd().split("\n");
    assert.ok(lines.length <= (LINES[name] ?? SCREEN), `${name}: ${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
      "fits a terminal",
    );
    assert.deepEqual(text.match(/^Examples?:/gm), ["Example:"]);
    assert.match(lines.at(-1), /^Example: edgebloom \w/);
  }
  for (const [name, { options, brief }] of Object.entries(COMMANDS)) {
    const text = HELPS[name];
    assert.match(text, new RegExp(`^edgebloom ${name} .*\n[A-Z][^]*\n\nExample: edgebloom ${name} .*\n$`));
    assert.ok(HELPS.overview.includes(brief), brief);
    for (const [option, row] of Object.entries(options)) {
      const { short, value, words = [] } = row;
      // The help of step lists options of publish by their names only.
      const isShared = name === "step" && COMMANDS.publish.options[option] === row;
      const left = `--${option}${value ? ` ${value}` : ""}`;
      if (isShared) assert.match(text, new RegExp(`\nOptions of edgebloom publish[^]*[\n ]--${option}[\n ]`));
      else assert.ok(text.includes(`\n  ${short ? `-${short}, ` : ""}${left} `), `${name}: ${left}`);
      const described = isShared ? HELPS.publish : text;
      for (const word of words) assert.ok(described.includes(word), `${name}: ${word}`);
    }
    assert.equal(works([name, "--help"]), text);
    assert.equal(works([name, "--nonsense", "-h"]), text, "help comes first");
    assert.equal(works(["help", name]), text);
  }
  for (const args of [["help"], ["--help"], ["-h"]]) assert.equal(works(args), HELPS.overview);
  assert.match(HELPS.overview, /^Exit code: 0 .*2 error/m);
});

/** A section of the manual. */
const sectionOf = (heading) => MANUAL.split(`\n${heading}\n`)[1].split(/\n##? /)[0];

test("docs/reference/cli.md has a row for every option", () => {
  const shared = ["## Shared options", "## Input formats"].map(sectionOf).join("");
  for (const [name, { options }] of Object.entries(COMMANDS)) {
    const own = MANUAL.split(`\n### ${name}\n`)[1].split(/\n##/)[0];
    const texts = own + shared + (name === "step" ? MANUAL.split("\n### publish\n")[1].split(/\n##/)[0] : "");
    for (const [option, { words = [] }] of Object.entries(options)) {
      assert.match(texts, new RegExp(`^\\| (\`-\\w\`, )?\`--${option}[\` ]`, "m"), `${name} --${option}`);
      for (const word of words) assert.ok(texts.includes(`\`${word}\``), `${name} --${option} ${word}`);
    }
  }
});

const KEYS = await generateSigningKeys();
const SIGNED = await sign(new Uint8Array(8), { privateKey: KEYS.privateKey, sequence: 7 });

/** The output of `edgebloom step shard` for a shard of one key. */
const shardOfOneKey = (shard) => {
  const content = Buffer.alloc(100);
  const sha256 = createHash("sha256").update(content).digest("hex");
  for (const path of [`leaked/files/${sha256}.bloom`, "leaked.state/digests/one.digests"]) {
    mkdirSync(dirname(at(path)), { recursive: true });
    put(path, content);
  }
  const digests = { file: "one.digests", bytes: 100, sha256 };
  const record = { keys: 1, base: { sha256, bytes: 100 }, layers: [], digests, added: null, removed: null };
  return { shard, digests: 1, since: null, record, kind: "base", bytes: 100, added: 1, removed: 0 };
};

/** Creates the files that the examples use. */
function createFiles() {
  put("list.key", KEYS.privateKey);
  put("list.key.pub", KEYS.publicKey);
  put("list.signed", SIGNED);
  const all = ["example.org", "mailinator.com", "-key", ...keys(997)];
  const list = `${all.join("\n")}\n`;
  for (const name of ["domains.txt", "a.txt", "part-1.txt"]) put(name, list);
  put("b.txt", `${keys(1500).join("\n")}\n`);
  put("hashes.txt", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:52256179\n");
  put("shard-0.digests", "");
  put("shards.jsonl", Array.from({ length: 63 }, (_, i) => `${JSON.stringify(shardOfOneKey(i + 1))}\n`).join(""));
  put("domains.json", JSON.stringify(all));
  put("hosts.txt", "127.0.0.1 localhost\n0.0.0.0 example.org mailinator.com # a comment\n");
  for (const name of ["blocked", "a", "b", "large", "list"]) {
    const capacity = name === "large" ? 16_000 : 1200;
    put(`${name}.bloom`, BloomFilter.from(all, { capacity, errorRate: 0.001 }).toBytes());
  }
  const guava = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 100, errorRate: 0.01 });
  guava.addMany(keys(100));
  put("users.bloom", guava.toBytes());
  put("users.bin", exportFilter(guava, { format: "guava" }));
  const redis = createFilter({ scheme: "redisbloom", capacity: 100, errorRate: 0.01 });
  redis.addMany(keys(100));
  put("chunks.bin", Buffer.concat(exportFilter(redis, { format: "redisbloom" }).map(([, chunk]) => chunk)));
}

const sh = { skip: spawnSync("sh", ["-c", "command -v grep"]).status !== 0 && "NOT RUN: needs a POSIX shell" };

/** The environment of a shell in which `edgebloom` is the command line. */
function environment() {
  const bin = at("bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "edgebloom"), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, { mode: 0o755 });
  return { ...process.env, TERM: "dumb", PATH: `${bin}${delimiter}${process.env.PATH}` };
}

/** Restores the inputs of the examples and removes all other files. */
function restoreFiles() {
  for (const name of readdirSync(at())) if (name !== "bin") rmSync(at(name), { recursive: true });
  createFiles();
}

test("the examples of the help work", sh, () => {
  const env = environment();
  for (const text of Object.values(HELPS)) {
    const [, example] = /^Example: (.*)$/m.exec(text);
    restoreFiles();
    const output = /(?:-o|>) (\S+)/.exec(example)?.[1];
    // The example of verify is about the set of that of publish.
    if (/^edgebloom verify /.test(example)) works(["publish", "--quiet", "-o", "blocked", "domains.txt"]);
    for (const old of output ? [output, `${output}.pub`] : []) rmSync(at(old), { force: true });
    const done = spawnSync("sh", ["-c", example], { cwd: at(), env, timeout: LIMIT, encoding: "utf8" });
    assert.deepEqual([done.stderr, done.status], ["", 0], example);
    if (output && statSync(at(output)).isDirectory())
      assert.ok(readdirSync(at(output)).includes("manifest.json"), example);
    else assert.ok(output ? get(output).length : done.stdout, example);
  }
});

const script = spawnSync("script", ["-qec", "command -v grep", "/dev/null"]).status !== 0;
const terminal = { skip: script && "NOT RUN: needs the script command of util-linux for a terminal" };

test("the examples of docs/reference/cli.md print the output shown", terminal, () => {
  const env = environment();
  let count = 0;
  for (const [, block] of MANUAL.matchAll(/^```console\n([^]*?)^```$/gm)) {
    restoreFiles();
    for (const one of block.split(/^\$ /m).slice(1)) {
      const [example, ...lines] = one.split("\n");
      const stdio = ["ignore", "pipe", "pipe"];
      const done = spawnSync("script", ["-qec", example, "/dev/null"], { cwd: at(), env, timeout: LIMIT, stdio });
      const printed = done.stdout.toString().replaceAll("\r\n", "\n");
      assert.equal(done.status, 0, example + printed);
      // "…" stands for any text within a line.
      const parts = lines.join("\n").split("…");
      const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^\\n]*");
      assert.match(printed, new RegExp(`^${pattern}$`), example);
      count++;
    }
  }
  assert.ok(count >= 16, `${count}`);
});

// JSON.

const json = (args, input, says) => {
  const text = works(args, input, says);
  assert.match(text, /^\{.*\}\n$/, "one line");
  return JSON.parse(text);
};

test("--json of build, merge, fold, convert and publish describes the output", () => {
  put("list", "a\nb\r\n\na\nc");
  const build = json(["build", "--json", "-o", "out", "list", "-"], "c\nd\n");
  const info = json(["info", "--json", "out"]);
  assert.deepEqual(build, {
    ...info,
    output: "out",
    outputBytes: get("out").length,
    keys: 6,
    distinctKeys: 4,
    duplicates: 2,
  });
  const sized = json(["build", "--json", "--capacity", "128", "-o", "sized", "list"]);
  assert.deepEqual(sized, {
    ...json(["info", "--json", "sized"]),
    output: "sized",
    outputBytes: get("sized").length,
    keys: 4,
    distinctKeys: null,
    duplicates: null,
  });
  put("array", '["a","","a"]');
  const { keys, distinctKeys, duplicates } = json(["build", "--json", "--input", "json", "-o", "x", "array"]);
  assert.deepEqual([keys, distinctKeys, duplicates], [3, 2, 1]);
  const text = json(["build", "--json", "--base64", "-o", "text", "list"]);
  assert.deepEqual(
    [text.outputBytes, load(get("text").toString()).stats.byteLength],
    [get("text").length, text.byteLength],
  );

  const merged = json(["merge", "--json", "sized", "sized", "sized", "-o", "m"]);
  assert.deepEqual(merged, { ...json(["info", "--json", "m"]), output: "m", outputBytes: get("m").length, filters: 3 });
  const folded = json(["fold", "--json", "--divisor", "2", "sized", "-o", "f"]);
  assert.deepEqual(folded, { ...json(["info", "--json", "f"]), output: "f", outputBytes: get("f").length, divisor: 2 });
  assert.equal(json(["fold", "--json", "--error-rate", "0.01", "out", "-o", "f"]).divisor, 1);

  createFiles();
  const from = json(["convert", "--json", "--from", "guava", "--funnel", "bytes", "users.bin", "-o", "c"]);
  assert.deepEqual(from, {
    ...json(["info", "--json", "c"]),
    output: "c",
    outputBytes: get("c").length,
    from: "guava",
    to: null,
  });
  const guessed = json(["convert", "--json", "chunks.bin", "-o", "c"], "", "chunks.bin: read as redisbloom");
  assert.deepEqual([guessed.from, guessed.to], ["redisbloom", null]);
  const to = json(["convert", "--json", "--to", "guava", "users.bloom", "-o", "c"]);
  assert.deepEqual(to, {
    ...json(["info", "--json", "users.bloom"]),
    output: "c",
    outputBytes: get("users.bin").length,
    from: null,
    to: "guava",
  });

  // The manual lists every field.
  const fields = (table) => fieldsIn(MANUAL, table);
  const published = json(["publish", "--json", ...into("published"), "list"]);
  assert.deepEqual(fields("published"), Object.keys(published));
  assert.deepEqual(fields("info"), Object.keys(info));
  const all = new Set([build, merged, folded, to].flatMap((object) => Object.keys(object)));
  assert.deepEqual([...fields("info"), ...fields("written")], [...all]);
});

test("a full filter reports null as its number of keys", () => {
  const full = BloomFilter.from(keys(100), { bits: 64, hashes: 64 });
  assert.equal(full.stats.bitsSet, 64);
  put("full", full.toBytes());
  assert.equal(json(["info", "--json", "full"]).estimatedCount, null);
});

test("--json needs a file for the filter", () => {
  put("list", "a");
  put("in", new BloomFilter({ bits: 64, hashes: 1 }).toBytes());
  const message = "--json: standard output is for the JSON object; pass -o FILE";
  for (const args of [
    ["build", "list"],
    ["build", "list", "-o", "-"],
    ["merge", "in", "in"],
    ["fold", "--divisor", "2", "in"],
    ["convert", "in"],
  ]) {
    assertFails([...args, "--json"], message);
  }
});

test("check --json: one line per key", () => {
  put("in", BloomFilter.from(["a", 'é"\\', Buffer.from([0xff, 0x61])], { errorRate: 1e-9 }).toBytes());
  const queries = ["a", 'é"\\', "nope"];
  const lines = [
    { key: "a", maybe: true },
    { key: 'é"\\', maybe: true },
    { key: "nope", maybe: false },
  ].map((line) => `${JSON.stringify(line)}\n`);
  assert.equal(works(["check", "--json", "in", ...queries]), lines.join(""));
  assert.equal(works(["check", "in", "--json"], `${queries.join("\r\n\n")}\n`), lines.join(""));
  assert.equal(
    works(["check", "in", "--json"], Buffer.from("\xffa\n\xfe\nb\0", "latin1")),
    '{"keyBase64":"/2E=","maybe":true}\n{"keyBase64":"/g==","maybe":false}\n{"key":"b\\u0000","maybe":false}\n',
  );
  for (const [args, expected] of [
    [["nope"], lines[2]],
    [[], ""],
  ]) {
    const { code, stdout, stderr } = edgebloom(["check", "--json", "in", ...args], "");
    assert.deepEqual([code, stdout, stderr], [1, expected, ""]);
  }
  assertFails(["check", "--json", "missing", "a"], "missing: no such file");
  // 64-bit integers are larger than the safe integers of JSON.
  const integers = createFilter({ scheme: "guava-mitz64", funnel: "long", capacity: 10, errorRate: 1e-9 });
  integers.add(2n ** 62n + 1n);
  put("long", integers.toBytes());
  assert.equal(
    works(["check", "--json", "long"], "4611686018427387905\n"),
    '{"key":"4611686018427387905","maybe":true}\n',
  );
});

test("--quiet hides remarks, but not warnings and errors", () => {
  createFiles();
  works(["convert", "chunks.bin", "-o", "x"], "", "chunks.bin: read as redisbloom");
  works(["convert", "-q", "chunks.bin", "-o", "x"]);
  put("list", keys(100).join("\n"));
  for (const flags of [[], ["--json"]]) {
    const { code, stderr } = edgebloom(["build", "-q", ...flags, "--capacity", "10", "-o", "x", "list"]);
    assert.equal(code, 0);
    assert.match(stderr, /^edgebloom: warning: [^\n]*\n$/);
  }
  assertFails(["build", "-q", "-o", "y", "missing"], "missing: no such file");
});

// Typing mistakes and other slips.

const LIST =
  "the commands are build, check, info, merge, fold, convert, publish, step, keygen, sign, verify, completion, help; see edgebloom --help";

test("suggests the right command or option for a typing mistake", () => {
  for (const [typed, meant] of [
    ["bild", "build"],
    ["fodl", "fold"],
    ["chekc", "check"],
    ["merg", "merge"],
    ["infos", "info"],
    ["comvert", "convert"],
    ["completon", "completion"],
  ]) {
    assertFails([typed, "x"], `unknown command ${typed} (did you mean ${meant}?); ${LIST}`);
    assertFails(["help", typed], `unknown command ${typed} (did you mean ${meant}?); ${LIST}`);
  }
  assertFails(["frobnicate", "--help"], `unknown command frobnicate; ${LIST}`);
  assertFails(["__proto__"], `unknown command __proto__; ${LIST}`);
  assertFails([""], `unknown command ; ${LIST}`);
  assertFails(["--verison"], `expected a command first, got --verison (did you mean --version?); ${LIST}`);
  assertFails(["-q"], `expected a command first, got -q; ${LIST}`);
  assertFails(["help", "build", "fold"], "expected one command: edgebloom help [COMMAND]");
  assertFails(["build", "--capcity", "5"], "unknown option --capcity: did you mean --capacity?");
  assertFails(["build", "--err-rate=5"], "unknown option --err-rate: did you mean --error-rate?");
  assertFails(["info", "--jsno", "x"], "unknown option --jsno: did you mean --json?");
  assertFails(["build", "--help=yes"], "--help: takes no value");
  assertFails(
    ["check", "-z"],
    'unknown option -z; the options of edgebloom check are --input, --comments, --keys, --json, --help; put "--" before an argument that begins with "-"',
  );
  assertFails(["completion"], "expected one shell: edgebloom completion bash|zsh|fish");
  assertFails(["completion", "tcsh"], 'completion: expected one of bash, zsh, fish, got "tcsh"');
});

test("suggests only words that are close", () => {
  const words = ["build", "fold", "merge"];
  assert.equal(closest("fold", words), "fold");
  assert.equal(closest("flod", words), "fold");
  assert.equal(closest("old", words), "fold");
  assert.equal(closest("guild", words), "build");
  assert.equal(closest("xxxx", words), undefined);
  assert.equal(closest("f", words), undefined);
});

test("reports numbers that are too large", () => {
  put("list", "a");
  for (const number of ["9007199254740992", "1e300", "1e999", "9".repeat(40)]) {
    assertFails(["build", "--capacity", number, "-o", "x", "list"], `--capacity: ${number} is too large`);
  }
  assertFails(
    ["build", "--capacity", "9007199254740991", "-o", "x", "list"],
    "--capacity: expected a number of keys that fits in 2^32 bits at this errorRate, got 9007199254740991",
  );
});

test("build never overwrites its list, under any name", () => {
  put("list", "a\nb\n");
  put("other", "c\n");
  symlinkSync("list", at("link"));
  linkSync(at("list"), at("twin"));
  for (const [input, output] of [
    ["list", "list"],
    ["./list", "list"],
    ["list", at("list")],
    ["link", "list"],
    ["list", "link"],
    ["twin", "list"],
  ]) {
    assertFails(
      ["build", "other", input, "-o", output],
      `-o: ${input} is an input, which would be overwritten; choose another file`,
    );
  }
  assert.equal(get("list").toString(), "a\nb\n");
  works(["build", "other", "-o", "list"]);
});

test("merge, fold and convert can overwrite their input", () => {
  const filter = BloomFilter.from(["a"], { capacity: 1000, errorRate: 0.01 });
  put("in", filter.toBytes());
  works(["fold", "--divisor", "2", "in", "-o", "in"]);
  assert.deepEqual(new Uint8Array(get("in")), filter.fold(2).toBytes());
  works(["merge", "in", "in", "-o", "in"]);
  works(["convert", "--name", "n", "in", "-o", "in"]);
  assert.equal(load(new Uint8Array(get("in"))).name, "n");
  assert.deepEqual(readdirSync(at()), ["in"]);
});

const root = process.getuid?.() === 0 || process.platform === "win32";
test("reports a file without permission", { skip: root && "NOT RUN: needs a user who is not root" }, () => {
  put("secret", "a");
  chmodSync(at("secret"), 0);
  assertFails(["build", "secret", "-o", "x"], "secret: no permission");
  assertFails(["info", "secret"], "secret: no permission");
  assert.ok(!existsSync(at("x")));
});

test("info shows files of counting filters", () => {
  const counting = CountingBloomFilter.from(["a"], { capacity: 10, errorRate: 0.1 });
  put("in", counting.toBytes());
  assert.equal(json(["info", "--json", "in"]).counterBits, counting.stats.counterBits);
});

test("build never overwrites its list through redirection", () => {
  put("list", "a\nb\n");
  const shell = (command) =>
    spawnSync("sh", ["-c", command.replaceAll("edgebloom", `'${process.execPath}' '${CLI}'`)], {
      cwd: at(),
      encoding: "utf8",
    });
  for (const [command, where] of [
    ["edgebloom build -o list < list", "-o: standard input"],
    ["edgebloom build list >> list", "standard output: list"],
    ["edgebloom build < list >> list", "standard output: standard input"],
  ]) {
    const { status, stderr } = shell(command);
    assert.deepEqual(
      [status, stderr],
      [2, `edgebloom: ${where} is an input, which would be overwritten; choose another file\n`],
      command,
    );
    assert.equal(get("list").toString(), "a\nb\n");
  }
  // The file of redirected standard output is recognized under any name.
  put("out", "before ");
  assert.equal(shell("edgebloom build -o /dev/stdout list >> out").status, 0);
  assert.equal(get("out").toString("latin1", 0, 11), "before \xebFLT");
  assert.match(
    shell("edgebloom build --json -o /dev/stdout list > out").stderr,
    /^edgebloom: --json: standard output is for the JSON object/,
  );
});

test("writes through dangling links and linked folders", () => {
  put("list", "a");
  for (const folder of ["real", "other", "other/sub"]) mkdirSync(at(folder));
  symlinkSync("real/out", at("link"));
  works(["build", "-q", "-o", "link", "list"]);
  assert.equal(load(new Uint8Array(get("real/out"))).has("a"), true);
  assert.deepEqual(readdirSync(at()).sort(), ["link", "list", "other", "real"]);
  symlinkSync("other/sub", at("sub"));
  works(["build", "-q", "-o", "sub/../made", "list"]);
  assert.deepEqual(readdirSync(at("other")).sort(), ["made", "sub"]);
  assertFails(["build", "-o", "none/", "list"], "none/: no such folder; pass a file");
  const long = "x".repeat(250);
  works(["build", "-q", "-o", long, "list"]);
  assert.ok(existsSync(at(long)));
});

test("check answers until it rejects a key, and rejects invalid UTF-8", () => {
  const longs = createFilter({ scheme: "guava-mitz64", funnel: "long", capacity: 10, errorRate: 1e-6 });
  longs.add(1n);
  put("longs", longs.toBytes());
  put("text", BloomFilter.from(["a"], { errorRate: 1e-6 }).toBytes());
  for (const [args, input] of [
    [["1", "2", "x", "3"], ""],
    [[], "1\n2\nx\n3\n"],
    [[], "\n1\r\n\n2\nx"],
  ]) {
    const { code, stdout, stderr } = edgebloom(["check", "longs", ...args], input);
    assert.deepEqual([code, stdout], [2, "maybe\t1\nno\t2\n"], `${args}${input}`);
    assert.match(stderr, /^edgebloom: key: expected a whole number in decimal/);
    assert.equal(
      edgebloom(["check", "--json", "longs", ...args], input).stdout,
      '{"key":"1","maybe":true}\n{"key":"2","maybe":false}\n',
    );
  }
  const { code, stdout, stderr } = edgebloom(["check", "text", "a", "\ufffd"]);
  assert.deepEqual(
    [code, stdout, stderr],
    [2, "maybe\ta\n", "edgebloom: key: expected UTF-8, got other bytes: pass it on standard input\n"],
  );
});

test("accepts short options, joined and with an equals sign", () => {
  put("list", "a");
  assert.match(works(["build", "-qh", "-o", "out", "list"]), /^edgebloom build /);
  assertFails(["build", "-o=out", "list"], '-o=out: short options take no "=": write --output=out');
  assertFails(
    ["build", "-o", "-x", "list"],
    '--output: the value is missing; if it begins with "-", write --output=VALUE',
  );
  assert.deepEqual(readdirSync(at()), ["list"]);
});

test("rejects base64 output longer than a string and names the option", async () => {
  const large = new BloomFilter({ bits: 64, hashes: 1 });
  const toBase64 = () => {
    throw new Error("Cannot create a string longer than 0x1fffffe8 characters");
  };
  large.toBytes = () => Object.assign(BloomFilter.prototype.toBytes.call(large), { toBase64 });
  const write = openOutput({ output: at("large"), base64: true });
  await assert.rejects(write(large), {
    message: "too large for base64: leave out --base64",
  });
  assert.equal(existsSync(at("large")), false);
});

test("rejects a filter file as a list", () => {
  put("list", "a");
  works(["build", "-q", "-o", "filter", "list"]);
  works(["build", "-q", "--base64", "-o", "text", "list"]);
  const merge = "this looks like a filter, not a list: use edgebloom merge (or --input lines if each line is a key)";
  assertFails(["build", "-o", "out", "filter"], `filter: ${merge}`);
  assertFails(
    ["build", "-o", "out", "text"],
    `text: ${merge}; the first line is ${JSON.stringify(String(get("text")).trim().slice(0, 60))}`,
  );
  works(["build", "-q", "--input", "lines", "-o", "out", "filter"]);
});
