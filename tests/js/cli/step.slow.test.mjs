// The single steps of publish. They write the same files as publish; shards built for another state are rejected.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { useFolder, into } from "../helpers/command-line.mjs";

const { at, put, get, edgebloom } = useFolder();
const SHARDS = 4;
/** With so few keys, layers are large compared with their base. */
const OPTIONS = ["--shards", `${SHARDS}`, "--static", "--seed", "7", "--compact", "1000"];
const KEYS = Array.from({ length: 5000 }, (_, i) => `host-${i}.example.com`);

function works(command, input) {
  const done = edgebloom(command, input);
  assert.equal(done.code, 0, done.stderr);
  return done;
}

/** The digests of each shard, from the frames. */
function digestsOf(keys) {
  const { bytes } = works(["step", "digests", ...OPTIONS], keys.join("\n"));
  const shards = Array.from({ length: SHARDS }, () => []);
  let offset = 0;
  while (bytes.readUInt32LE(offset) !== 0xffffffff) {
    const end = offset + 8 + 16 * bytes.readUInt32LE(offset + 4);
    shards[bytes.readUInt32LE(offset)].push(bytes.subarray(offset + 8, end));
    offset = end;
  }
  assert.equal(bytes.readUInt32LE(offset + 4), 0);
  assert.equal(bytes.readBigUInt64LE(offset + 8), BigInt(keys.length));
  assert.equal(bytes.length, offset + 16);
  return shards.map((pieces) => Buffer.concat(pieces));
}

const shardsOf = (keys, folder) =>
  digestsOf(keys).map(
    (digests, i) => works(["step", "shard", ...OPTIONS, "--shard", `${i}`, ...into(folder)], digests).stdout,
  );
const manifest = (lines, folder) => edgebloom(["step", "manifest", ...OPTIONS, ...into(folder)], lines.join(""));

function filesOf(folder) {
  const names = ["manifest.json", ...readdirSync(at(`${folder}/files`)).map((name) => `files/${name}`)].sort();
  return names.map((name) => [name, get(`${folder}/${name}`).toString("base64")]);
}

test("the steps write the same base and layers as publish", () => {
  for (const [list, kind] of [
    [KEYS, "base"],
    [[...KEYS.slice(20), "new.example.com"], "layer"],
  ]) {
    const lines = shardsOf(list, "steps");
    assert.ok(lines.some((line) => JSON.parse(line).kind === kind));
    assert.equal(manifest(lines.reverse(), "steps").code, 0);
    put("list", list.join("\n"));
    works(["publish", ...OPTIONS, ...into("whole"), "list"]);
    assert.deepEqual(filesOf("steps"), filesOf("whole"));
  }
});

test("rejects shards that another publish made outdated, until rebuilt", () => {
  assert.equal(manifest(shardsOf(KEYS, "set"), "set").code, 0);
  const lines = shardsOf(KEYS.slice(10), "set");
  put("list", KEYS.slice(20).join("\n"));
  works(["publish", ...OPTIONS, ...into("set"), "list"]);
  const published = filesOf("set");
  // The files that these lines name no longer exist.
  const { code, stderr } = manifest(lines, "set");
  assert.equal(code, 2);
  assert.match(stderr, /^edgebloom: .*set\.state: the shards were not built on this state: .*: run all steps again\n$/);
  assert.deepEqual(filesOf("set"), published);
  assert.equal(manifest(shardsOf(KEYS.slice(10), "set"), "set").code, 0);
});

test("requires every shard exactly once", () => {
  const lines = shardsOf(KEYS, "set");
  assert.match(manifest(lines.slice(1), "set").stderr, /: shard 0 of 4 is missing\n$/);
  assert.match(manifest([...lines, lines[2]], "set").stderr, /: expected each shard once, got 2 again\n$/);
  assert.throws(() => get("set/manifest.json"), { code: "ENOENT" });
});
