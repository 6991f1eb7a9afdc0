// Lists in formats other than one key per line, and the warnings about them.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter } from "../../../pkg/index.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put, get, edgebloom } = useFolder();

const OR_LINES = "(or --input lines if these are keys)";
/** The end of an error about a list in another format. */
const INSIST = "(or --input lines if each line is a key)";
const SAYS = {
  mac: `CR without LF does not end a line: convert the list, for example with tr '\\r' '\\n' ${OR_LINES}`,
  hosts: `this looks like a hosts file, but each line is read as one key: pass --input hosts ${OR_LINES}`,
  comments: `lines that begin with "#" are read as keys: pass --comments if they are comments ${OR_LINES}`,
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

test("a list of addresses says that their domains are listed", () => {
  put("list", "a.example\nspammer@gmail.com\nnot a host\n");
  const { code, stderr } = edgebloom(["build", "--keys", "email", "-o", "out", "list"]);
  assert.equal(code, 0);
  assert.equal(
    stderr,
    'edgebloom: warning: list: skipped 1 entry not of the form "email"; the first is "not a host"; 1 entry with "@": an address stands for its whole domain; the first is "spammer@gmail.com"\n',
  );
});

test("a list without a key says why", () => {
  assertFails(
    ["build", "--keys", "domain", "-o", "out"],
    'no keys in the input (standard input: skipped 2 entries not of the form "domain"; the first is "not a host"): nothing is written, because an empty filter answers "no" to every key',
    "not a host\n???\n",
  );
});

test("--strict fails at the first entry that has no key of the form, and writes nothing", () => {
  put("list", "# a comment\na.example\n\nnot a host\nb.example\n");
  for (const [command, output] of [
    ["build", "strict.bloom"],
    ["publish", "strict"],
  ]) {
    const args = ["--strict", "--keys", "domain", "-o", output, "list"];
    assertFails([command, ...args], 'list: --strict: expected entries of the form "domain", got "not a host"');
  }
  assert.equal(existsSync(at("strict.bloom")) || existsSync(at("strict/manifest.json")), false);
  put("list", "# a comment\na.example\n");
  assert.equal(edgebloom(["build", "--strict", "--keys", "domain", "-o", "strict.bloom", "list"]).code, 0);
});

test("--comments skips whole lines only", () => {
  const list = "# one\nkey\r\n  \t# two\nkey # is a key\n\n#\n a\n\r\nlast#";
  const keys = ["key", "key # is a key", " a", "last#"];
  put("list", list);
  builds(["--comments", "--input", "lines", "list"], keys);
  builds(["--comments", "--input", "lines"], keys, [], list);
  builds(["--comments"], ["a\r", "b"], [], "a\r\r\n#x\nb");
  for (const input of ["json", "csv"]) {
    assertFails(
      ["build", "--comments", "--input", input, "list"],
      `--comments: only for lines, not for ${input}; leave out --comments`,
    );
  }
});

test("a list in another format is an error that shows the first line and the option to use", () => {
  /** Lists in which every key would be lost, without a word. */
  const lists = {
    "quoted.txt": ['"mailinator.com"\n"guerrillamail.com"\n', "CSV with quotes: pass --input csv", '"mailinator.com"'],
    "columns.csv": ["domain,date\nmailinator.com,2021\n", "CSV: pass --input csv --column NAME|N", "domain,date"],
    "semicolons.csv": ["mailinator.com;1\nb.example;2\n", "CSV: pass --input csv --column NAME|N", "mailinator.com;1"],
    "columns.tsv": [
      "mailinator.com\t2021\nb.example\t2022\n",
      "TSV: pass --input tsv --column NAME|N",
      "mailinator.com\t2021",
    ],
    "blanks.txt": [
      "mailinator.com \nb.example \n",
      "lines with blanks around the keys: pass --input csv, which removes them",
      "mailinator.com ",
    ],
    "one-line.txt": [
      "a.example,b.example,c.example\n",
      "all keys in one line: put each on a line of its own, for example with tr ',' '\\n'",
      "a.example,b.example,c.example",
    ],
    "nul.txt": [
      "a.example\0b.example\0",
      "UTF-16 or other binary data: convert it, for example with iconv -f UTF-16LE -t UTF-8",
    ],
    "utf16.txt": [
      Buffer.from("a.example\nb.example\n", "utf16le"),
      "UTF-16 or other binary data: convert it, for example with iconv -f UTF-16LE -t UTF-8",
    ],
    "mac.txt": [
      "a.example\rb.example\r",
      "lines that end with CR alone: convert it, for example with tr '\\r' '\\n'",
      "a.example",
    ],
    hosts: [HOSTS, "a hosts file: pass --input hosts", "# A list of hosts"],
    "ads.txt": [
      "[Adblock Plus 2.0]\n! Title: ads\n||ads.example^\n",
      "a list for ad blockers: pass --input adblock",
      "[Adblock Plus 2.0]",
    ],
    "objects.jsonl": [
      '{"domain":"a.example"}\n{"domain":"b.example"}\n',
      "JSON in each line: pass --input jsonl --column NAME",
      '{"domain":"a.example"}',
    ],
    "list.zip": ["PK\x03\x04", "an archive: unpack it, for example with unzip -p, zstdcat, xzcat or bzcat"],
  };
  for (const [name, [content, says, first]] of Object.entries(lists)) {
    put(name, content);
    const shown = first === undefined ? "" : `; the first line is ${JSON.stringify(first)}`;
    assertFails(["build", "-o", "out", name], `${name}: this looks like ${says} ${INSIST}${shown}`);
    assertFails(["build", "-o", "out"], `standard input: this looks like ${says} ${INSIST}${shown}`, content);
    assert.equal(edgebloom(["build", "--input", "lines", "-o", "out", name]).code, 0, name);
    // Also where the form of the keys takes some of these.
    if (["quoted.txt", "blanks.txt", "ads.txt", "mac.txt"].includes(name)) continue;
    const { code, stderr } = edgebloom(["publish", "--keys", "domain", "-o", "set", name]);
    assert.deepEqual([code, stderr.includes(`this looks like ${says}`)], [2, true], `${name}: ${stderr}`);
  }
});

test("the first thousand lines decide, also if they come one by one and beside comments", () => {
  const names = (count) => Array.from({ length: count }, (_, i) => `host-${i}.example`);
  const late = `${names(1000).join("\n")}\n${"a,b\n".repeat(5000)}`;
  builds([], [...names(1000), "a,b"], [], late);
  const early = `${"# about this list\n".repeat(400)}${"a,b\n".repeat(550)}${names(50).join("\n")}\n`;
  const { code, stderr } = edgebloom(["build", "-o", "out"], early);
  assert.deepEqual([code, stderr.includes("this looks like CSV")], [2, true], stderr);
});

test("unusual keys are not mistaken for another format", () => {
  // A few of a hundred lines.
  const mixed = [...Array.from({ length: 98 }, (_, i) => `pass-${i}`), "with,comma", "with;semicolon"];
  builds([], mixed, [], mixed.join("\n"));
  builds([], ["a\rb", "c", "d", "e"], [], "a\rb\nc\nd\ne\n");
  const odd = ["a#b", "c # d", "10.0.0.1", "::1", "1.2.3.4:80", "de:ad be:ef", "[x]", "a'b", 'say "x"'];
  builds([], odd, [], odd.join("\r\n"));
  const many = Array.from({ length: 999 }, (_, i) => `pass-${i}`);
  for (const one of ["\0", " blank", '"quoted"', "0.0.0.0 a.example", "||a.example^"]) {
    const list = [...many, one];
    builds([], list, [], list.join("\n"));
  }
  builds(["--input", "lines"], ["a\rb", "#c"], [], "a\rb\n#c");
});

test("warns in one line about comments", () => {
  const fewComments = `${"name.example\n".repeat(500)}# one\n`;
  builds([], ["# a list", "a", "b"], [["standard input", "comments"]], "\n# a list\na\nb\n");
  put("1", "# 1\na");
  put("2", "# 2\nb");
  builds(
    ["1", "2"],
    ["# 1", "a", "# 2", "b"],
    [
      ["1", "comments"],
      ["2", "comments"],
    ],
  );
  builds([], ["name.example", "# one"], [], fewComments);
  builds(["-q"], ["# 1", "a"], [["standard input", "comments"]], "# 1\na");
});

test("csv: columns by name and number, quotes, CRLF, blanks, semicolons", () => {
  const table =
    '\ufeffid, "domain" ,note\r\n1,mailinator.com,"two\r\nlines"\r\n\r\n2, b.example ,"a ""b"""\r\n3,"c,d",\r\n4,,none\r\n';
  const keys = ["mailinator.com", "b.example", "c,d"];
  put("t.csv", table);
  builds(["--input", "csv", "--column", "domain", "t.csv"], keys);
  builds(["--input", "csv", "--column", "2", "t.csv"], ["domain", ...keys]);
  builds(["--input", "csv", "--column", "b", "-"], ["2"], [], "a;b\n1;2\n");
  builds(["--input", "csv"], ["a", "b\nc", "d"], [], '"a"\n"b\nc"\nd\n');
  builds(
    ["--input", "csv", "--column", "1"],
    [Buffer.from("b\xfccher", "latin1")],
    [],
    Buffer.from("b\xfccher,1\n", "latin1"),
  );
  const fails = (args, message, input) =>
    assertFails(["build", "-o", "out", "--input", "csv", ...args], message, input);
  fails(
    ["t.csv"],
    "t.csv, line 1: 3 columns (id, domain, note): pass --column NAME, or its number from 1 if there is no header",
  );
  fails(
    ["--column", "host", "t.csv"],
    't.csv: --column: expected one of id, domain, note, or a number up to 3, got "host"',
  );
  fails(["--column", "4", "t.csv"], 't.csv: --column: expected one of id, domain, note, or a number up to 3, got "4"');
  builds(["--input", "csv", "--column", "2"], ["a", 'b "c"'], [], '1, "a"\n2, "b ""c""" \n');
  fails(["--column", "2"], 'standard input, line 2: expected no blanks before a quote, got "\\"b"', '1,a,\n2, "b,c"\n');
  fails(["--column", "2"], "standard input, line 3: expected 2 columns, got 1", 'a,"b\nb"\nc\n');
  fails(["--column", "1"], "standard input, line 2: quoted field unterminated", 'a,b\n"c,d\ne\n');
  fails(["--column", "1"], "standard input, line 2: trailing quote on quoted field is malformed", 'a,b\n"c"x,d\n');
  fails(
    ["--column", "1"],
    "standard input: this looks like lines that end with CR alone: convert it, for example with tr '\\r' '\\n'",
    "a,1\rb,2\r",
  );
  const binary = "this looks like UTF-16 or other binary data: convert it, for example with iconv -f UTF-16LE -t UTF-8";
  fails([], `standard input: ${binary}`, Buffer.from("a.example\nb.example\n", "utf16le"));
  fails(
    [],
    "standard input: this looks like an HTML page, perhaps a server error: download the list again",
    "<!doctype html>\n<p>\n",
  );
  // Rows that go on in the next piece of a long file.
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i},"a note\nin two lines",host-${i}.example\n`).join("");
  builds(
    ["--input", "csv", "--column", "3"],
    Array.from({ length: 40_000 }, (_, i) => `host-${i}.example`),
    [],
    rows,
  );
});

test("tsv, jsonl, json with a column, adblock", () => {
  builds(["--input", "tsv", "--column", "b"], ["x y", "z,1"], [], "a\tb\n1\tx y\n2\tz,1\n");
  builds(["--input", "jsonl"], ["a", "b\n", ""], [], '"a"\r\n\n"b\\n"\n""\n');
  builds(["--input", "jsonl", "--column", "d"], ["a", "ü"], [], '{"d":"a","n":1}\n{"d":"ü"}');
  builds(["--input", "json", "--column", "2"], ["b", "d"], [], '[["a","b"],["c","d"]]');
  builds(["--input", "json", "--column", "d"], ["a"], [], '[{"d":"a"}]');
  const fails = (args, message, input) => assertFails(["build", "-o", "out", "--input", ...args], message, input);
  fails(
    ["jsonl"],
    "standard input, line 2: expected a string, got an object: pass --column, one of d, e",
    '"a"\n{"d":1,"e":2}\n',
  );
  fails(["jsonl", "--column", "x"], 'standard input, line 1: no member "x"; it has d', '{"d":1}\n');
  fails(["jsonl", "--column", "toString"], 'standard input, line 1: no member "toString"; it has d', '{"d":1}\n');
  fails(["jsonl", "--column", "d"], "standard input, line 1: expected a string, got the number 1", '{"d":1}\n');
  fails(
    ["json", "--column", "d"],
    'standard input: index 0: expected an object with the member "d", got the string "a"',
    '["a"]',
  );
  fails(["jsonl"], "standard input, line 1: JSON must be UTF-8; convert the file", Buffer.from('"\xff"\n', "latin1"));
  const { stderr } = edgebloom(["build", "-o", "out", "--input", "jsonl"], '"a"\nb\n');
  assert.match(stderr, /^edgebloom: standard input, line 2: not JSON: /);

  const rules = `[Adblock Plus 2.0]
! Title: ads
# a comment
||Ads.example^
||tracker.example^$third-party,important
||site.example^$script
||site.example/ads/*
@@||good.example^
news.example##.ad
||*.wild.example^
/banner[0-9]/
`;
  put("rules.txt", rules);
  const done = edgebloom(["build", "--input", "adblock", "-o", "out", "rules.txt"]);
  assert.deepEqual(
    [done.code, done.stderr],
    [
      0,
      'edgebloom: warning: rules.txt: skipped 6 rules that do not block a whole host; the first is "||site.example^$script"\n',
    ],
  );
  assert.ok(
    BloomFilter.fromBytes(get("out")).equals(BloomFilter.from(["Ads.example", "tracker.example"], { errorRate: 0.01 })),
  );
});

test("gzip is unpacked, an address is refused with the command for it", () => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `host-${i}.example`);
  put("list.gz", Buffer.concat([gzipSync(`${keys.slice(0, 7).join("\n")}\n`), gzipSync(keys.slice(7).join("\n"))]));
  builds(["list.gz"], keys);
  builds(["-"], keys, [], get("list.gz"));
  put("list.json.gz", gzipSync(JSON.stringify(["a", "b"])));
  builds(["--input", "json", "list.json.gz", "list.gz"].slice(0, 3), ["a", "b"]);
  put("cut.gz", get("list.gz").subarray(0, -20));
  assertFails(
    ["build", "-o", "out", "cut.gz"],
    "cut.gz: gzip is damaged or not complete (unexpected end of file); download the list again",
  );
  const damaged = Buffer.from(get("list.gz"));
  damaged[damaged.length - 100] ^= 1;
  put("damaged.gz", damaged);
  const { code, stderr } = edgebloom(["build", "-o", "out", "damaged.gz"]);
  assert.deepEqual(
    [code, /^edgebloom: damaged\.gz: gzip is damaged or not complete \(.*\)/.test(stderr)],
    [2, true],
    stderr,
  );
  assertFails(
    ["build", "-o", "out", "https://lists.example/it's.txt"],
    "https://lists.example/it's.txt: expected a file, got an address: curl -fsSL 'https://lists.example/it'\\''s.txt' | edgebloom ... -",
  );
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
    `bad: this looks like JSON: for an array pass --input json ${INSIST}; the first line is "[1]"`,
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
  for (const flags of ["--input=hosts", "--comments --input=lines", "--input=csv"]) {
    const done = spawnSync(
      process.execPath,
      ["--max-old-space-size=24", CLI, "build", ...flags.split(" "), "-o", "out"],
      {
        cwd: at(),
        input: text,
        timeout: LIMIT,
      },
    );
    assert.equal(done.status, 0, `${flags}: ${done.stderr}`);
    assert.equal(BloomFilter.fromBytes(get("out")).stats.inserted, 4096);
  }
});
