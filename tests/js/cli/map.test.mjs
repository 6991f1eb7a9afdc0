// build --map and --label, and what check and info say about maps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { StaticMap } from "edgebloom";
import { domain } from "edgebloom/keys";
import { MapReader } from "edgebloom/reader";
import { useFolder } from "../helpers/command-line.mjs";

const { put, get, edgebloom } = useFolder();

function run(args, input) {
  const { code, stdout, stderr } = edgebloom(args, input);
  assert.notEqual(code, 2, stderr);
  return stdout;
}

test("the value of a key is the labels of its lists", () => {
  put("malware", "a.example\nb.example\nc.example\n");
  put("phishing", "b.example\r\nd.example\r\n");
  put("ads", "b.example\n");
  const labels = ["--label", "malware=malware", "--label", "phishing=phishing", "--label", "ads=ads"];
  const facts = JSON.parse(run(["build", ...labels, "--error-rate", "1e-6", "--json", "-o", "out"]));
  assert.deepEqual([facts.inserted, facts.values, facts.distinctKeys, facts.outputBytes], [4, 3, 4, get("out").length]);
  const map = StaticMap.fromBytes(get("out"));
  const keys = ["a.example", "b.example", "c.example", "d.example", "e.example"];
  assert.deepEqual(
    keys.map((key) => map.get(key)),
    ["malware", "malware,phishing,ads", "malware", "phishing", undefined],
  );
  assert.equal(
    run(["check", "out", "b.example", "e.example"]),
    "maybe\tb.example\tmalware,phishing,ads\nno\te.example\n",
  );
  assert.equal(run(["check", "out"], "a.example\ne.example\n"), "maybe\ta.example\tmalware\nno\te.example\n");
  assert.equal(run(["check", "--json", "out", "d.example"]), '{"key":"d.example","maybe":true,"value":"phishing"}\n');
  assert.equal(run(["check", "--json", "out"], "e.example\n"), '{"key":"e.example","maybe":false}\n');
  assert.match(run(["info", "out"]), /^values +3$/m);
});

test("a file of keys and values, in any order, in base64, with a form", () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `key ${i}\t/target/${i % 300}?a=b\tc`);
  put("one", `${lines.join("\n")}\n\n`);
  put("two", lines.toReversed().join("\r\n"));
  run(["build", "--map", "one", "-o", "out"]);
  run(["build", "--map", "two", "--map", "one", "--base64", "-o", "text"]);
  assert.equal(get("text").toString(), get("out").toString("base64"));
  const map = StaticMap.fromBytes(get("out"));
  for (const i of [0, 299, 2999]) assert.equal(map.get(`key ${i}`), `/target/${i % 300}?a=b\tc`);
  assert.equal(map.stats.values, 300);
  run(["build", "--map", "-", "--keys", "domain", "-o", "hosts"], "Example.COM\tpage\n");
  assert.equal(StaticMap.fromBytes(get("hosts"), { keys: domain }).get("https://www.Example.com/x"), "page");
  assert.equal(MapReader.fromBytes(get("hosts"), { keys: domain }).get("https://www.Example.com/x"), "page");
  assert.throws(() => MapReader.fromBytes(get("hosts")), { name: "TypeError", field: "keys" });
  const answers = "maybe\twww.example.com\tpage\nno\texample.org\nmaybe\t???\n";
  assert.equal(run(["check", "hosts"], "www.example.com\nexample.org\n???\n"), answers);
  assert.equal(run(["check", "hosts", "www.example.com", "example.org", "???"]), answers);
});

test("says what is wrong", () => {
  put("list", "a\n");
  put("empty", "\n");
  put("twice", "a\tx\nb\tx\na\ty\n");
  put("keys", "a\tx\nb\n");
  put("utf16", Buffer.from("a\tx\n", "utf16le"));
  put("bytes", Buffer.from([97, 9, 255, 10]));
  for (const [args, message, input] of [
    [["--map", "twice"], '"a" has the values "x" and "y"; give each key one value'],
    [["--map", "-"], "a key has two values; give each key one value", "a\tx\na\ty\n"],
    [["--map", "keys"], "keys:2: expected a key, a tab and a value"],
    [["--map", "bytes"], "bytes:1: expected a value in UTF-8, got other bytes"],
    [["--map", "utf16"], "utf16: expected text in UTF-8, got bytes that are 0; convert it, for example with iconv"],
    [["--map", "empty"], "no keys in the input: nothing is written"],
    [["--map", "twice", "--static"], "--static: not for maps; leave out --static"],
    [["--map", "twice", "--never", "list"], "--never: not for maps; leave out --never"],
    [["--map", "twice", "--label", "a=list"], "--label: pass --map or --label, not both"],
    [["--map", "twice", "list"], "expected no inputs with --map, got list: pass it with the option"],
    [["--map", "twice", "--input", "json"], "--input: only lines for --map"],
    [["--label", "list"], '--label: expected NAME=FILE, with no comma in the name, got "list"'],
    [["--label", "a,b=list"], '--label: expected NAME=FILE, with no comma in the name, got "a,b=list"'],
    [["--label", "a=list", "--label", "a=empty"], "--label: a is there twice; give each list a name of its own"],
    [["--label", "a=list", "--label", "b=empty"], "--label: no keys in empty"],
    [
      ["--label", "a=list", "--error-rate", "0.6"],
      "--error-rate: expected a number from 2^-32 (2.4e-10) to 0.5 with --label, got 0.6",
    ],
    [Array.from({ length: 33 }, (_, i) => ["--label", `l${i}=list`]).flat(), "--label: expected at most 32, got 33"],
  ]) {
    const { code, stdout, stderr } = edgebloom(["build", ...args, "-o", "out"], input);
    assert.deepEqual([code, stdout, stderr], [2, "", `edgebloom: ${message}\n`]);
  }
});
