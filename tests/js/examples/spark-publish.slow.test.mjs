// The Spark job in a real Spark, compared with `edgebloom publish`: it writes the same files, and publishes nothing if
// a step fails.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { findSpark, withoutSpark } from "../../../scripts/programs.mjs";
import { at } from "../../../scripts/run.mjs";
import { CLI, into } from "../helpers/command-line.mjs";

const FILES = 8;
const KEYS = 200_000;
const SHARDS = 16;
const OPTIONS = ["--shards", SHARDS, "--static", "--error-rate", 0.001, "--seed", 7, "--name", "users of a"].map(
  String,
);
/** Part size in bytes, so small that Spark reads a file in several parts. */
const PART = 300_000;

const key = (i) => `user-${i}@example.org`;
/** Unusual keys that text tools might change: a byte order mark inside a file, "\r" and 0 belong to the key. */
const ODD = ["\ufeffmarked", "car\rriage", "ends in one\r\r", "\0", " ", "\u{1f511}", "#", '"'].join("\n");
const NOT_UTF8 = Buffer.from([0xff, 0xfe, 0x80, 10, 0xc3, 10]);
const EMPTY = "\n\r\n\n";

describe("the Spark job", { skip: withoutSpark("the tests of examples/spark-publish were") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-spark-publish-"));
  const { python, submit } = findSpark() ?? {};
  after(() => rmSync(folder, { recursive: true, force: true }));

  before(() => {
    writeList("a", (i) => i);
    // One key in a hundred differs.
    writeList("b", (i) => (i % 100 ? i : KEYS + i));
  });

  /** Writes a list as several files, some of which share keys. The last file has no final line break. */
  function writeList(name, number) {
    mkdirSync(join(folder, name));
    const each = KEYS / FILES;
    for (let file = 0; file < FILES; file++) {
      const keys = Array.from({ length: each + 100 }, (_, i) => key(number((file * each + i) % KEYS)));
      const parts = [file ? "" : "\ufeff", keys.join("\n"), "\n", ODD, EMPTY, NOT_UTF8, keys.at(-1)];
      writeFileSync(join(folder, name, `part-${file}.txt`), Buffer.concat(parts.map((part) => Buffer.from(part))));
    }
    writeFileSync(join(folder, name, "part-empty.txt"), EMPTY);
  }

  /** Runs the job. spark-submit writes both outputs of a Python program to its standard output. */
  function spark(args, { edgebloom = [CLI], master = "local[2]" } = {}) {
    const confs = ["ui.enabled=false", "log.level=OFF", `sql.files.maxPartitionBytes=${PART}`];
    const command = [process.execPath, ...edgebloom].map((word) => `'${word}'`).join(" ");
    const done = spawnSync(
      submit,
      [
        ...["--master", master, ...confs.flatMap((conf) => ["--conf", `spark.${conf}`])],
        // Java's optimizing compiler would take a third of the processor's time, because the program is so short.
        ...["--driver-java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"],
        ...[at("examples/spark-publish/publish.py"), "--edgebloom", command, ...args],
      ],
      { cwd: folder, env: { ...process.env, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: "127.0.0.1" }, encoding: "utf8" },
    );
    assert.equal(done.error, undefined);
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  function works(args, how) {
    const { code, stdout, stderr } = spark(args, how);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  function publish(args, list) {
    const files = readdirSync(join(folder, list)).map((name) => join(list, name));
    const { status, stderr } = spawnSync(process.execPath, [CLI, "publish", ...args, ...files], { cwd: folder });
    assert.equal(status, 0, `${stderr}`);
  }

  /** The SHA-256 of each file of a folder. */
  function hashes(name) {
    const names = readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).sort();
    const files = names.filter((each) => statSync(join(folder, name, each)).isFile());
    const hash = (each) =>
      createHash("sha256")
        .update(readFileSync(join(folder, name, each)))
        .digest("hex");
    return Object.fromEntries(files.map((each) => [each, hash(each)]));
  }

  const json = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));
  const layers = (name) =>
    json(name, "manifest.json").shards.map(({ sha256 }) => json(name, "files", `${sha256}.json`).layers.length);

  test("writes the same base and layers as edgebloom publish", () => {
    publish([...OPTIONS, ...into("one")], "a");
    const output = works([...OPTIONS, "--state", "kept", "-o", "many", "a/*.txt"]);
    const [, keys, partitions] = output.match(/^([\d,]+) keys of (\d+) partitions are published in 16 shards$/m) ?? [];
    assert.ok(+keys.replaceAll(",", "") > KEYS + FILES * 100, output);
    assert.ok(+partitions > FILES, output);
    assert.equal(Object.keys(hashes("one")).length, 1 + 2 * SHARDS);
    assert.deepEqual(hashes("many"), hashes("one"));
    assert.deepEqual(layers("many"), Array(SHARDS).fill(0));

    publish([...OPTIONS, ...into("one")], "b");
    works([...OPTIONS, "--state", "kept", "-o", "many", "b/*.txt"]);
    assert.equal(Object.keys(hashes("one")).length, 1 + 4 * SHARDS);
    assert.deepEqual(hashes("many"), hashes("one"));
    assert.deepEqual(layers("many"), Array(SHARDS).fill(1));
  });

  test("Spark repeats a failed step; no key counts twice; all files are uploaded", () => {
    publish([...OPTIONS, ...into("whole")], "a");
    mkdirSync(join(folder, "store/files"), { recursive: true });
    works([...OPTIONS, "--upload", "cp {file} store/{name}", ...into("again"), "a/*.txt"], {
      edgebloom: [at("tests/js/examples/failing-step.mjs"), "once"],
      master: "local[2,2]",
    });
    assert.ok(existsSync(join(folder, "has-failed")));
    assert.deepEqual(hashes("again"), hashes("whole"));
    assert.deepEqual(hashes("store"), hashes("whole"));
  });

  for (const [how, message] of Object.entries({
    killed: /^publish\.py: edgebloom step digests: killed by signal 9$/,
    "without-trailer": /^publish\.py: edgebloom step digests: its output is cut off, though its exit status is 0$/,
    "half-a-trailer": /^publish\.py: edgebloom step digests: its output is cut off, though its exit status is 0$/,
    deaf: /^publish\.py: edgebloom step digests: \d+ keys went in, it counts \d+, and \d+ digests came out$/,
  })) {
    test(`publishes nothing if a step is ${how}`, () => {
      const edgebloom = [at("tests/js/examples/failing-step.mjs"), how];
      const { code, stdout, stderr } = spark([...OPTIONS, ...into(how), "a/part-0.txt"], { edgebloom });
      assert.equal(code, 1, stderr);
      const [said, ...more] = stdout.split("\n");
      assert.match(said, message);
      assert.deepEqual(more, ["publish.py: nothing is published", ""]);
      assert.ok(!existsSync(join(folder, how, "manifest.json")));
    });
  }
});
