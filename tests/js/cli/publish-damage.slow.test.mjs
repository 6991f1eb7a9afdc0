// edgebloom publish when files of an earlier run are missing, cut or altered: it names them, builds what it needs again, and loses no key.

import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { into, useFolder } from "../helpers/command-line.mjs";
import { isBuilding, isReading, journalOf, kill } from "../helpers/killed-runs.mjs";
import { keys } from "../helpers/published.mjs";

const { at, put, edgebloom } = useFolder();
const lines = (list) => `${list.join("\n")}\n`;

function works(args, input) {
  const done = edgebloom(args, input);
  assert.equal(done.code, 0, done.stderr);
  return done;
}

/** Publishes a list; the result of --json, and the messages. */
function publish(list, ...options) {
  put("list", lines(list));
  const { stdout, stderr } = works(["publish", ...options, "--json", ...into("set"), "list"]);
  return { ...JSON.parse(stdout), stderr };
}

/** Every key is found, by a reader that checks all files. */
function assertListed(list) {
  const { stdout } = works(["check", "set/manifest.json"], lines(list));
  assert.equal(stdout.match(/^maybe/gm).length, list.length);
}

function startAgain() {
  for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
}

const filesIn = (folder) => readdirSync(at(folder)).map((name) => at(join(folder, name)));

/** What happens to a file. */
const DAMAGES = {
  missing: (path) => rmSync(path),
  empty: (path) => truncateSync(path, 0),
  cut: (path) => truncateSync(path, statSync(path).size >> 1),
  "with another bit": (path) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 4;
    writeFileSync(path, bytes);
  },
};

describe("a damaged file of the last run", () => {
  const OPTIONS = ["--static", "--error-rate", "0.1", "--compact", "1000"];
  for (const [what, damage] of Object.entries(DAMAGES)) {
    test(what, () => {
      // What else a power failure leaves: publish-crash.slow.test.mjs.
      const isShort = ["empty", "cut"].includes(what);
      for (const part of isShort ? ["digests", "layer"] : ["digests", "added", "removed", "base", "layer"]) {
        startAgain();
        publish(keys(0, 1000), ...OPTIONS);
        const [base] = filesIn("set/files");
        publish(keys(20, 1030), ...OPTIONS);
        const paths = {
          base,
          layer: filesIn("set/files").find((path) => path !== base),
          ...Object.fromEntries(filesIn("set.state/digests").map((path) => [path.split(".").at(-1), path])),
        };
        damage(paths[part]);
        const next = keys(30, 1040);
        const { bases, stderr } = publish(next, ...OPTIONS);
        assert.equal(bases, 1, part);
        assert.ok(stderr.includes(`warning: `) && stderr.includes(basename(paths[part])), `${part}: ${stderr}`);
        assert.match(stderr, /(damaged|missing); a new base is written/);
        assertListed(next);
        assert.equal(publish(next, ...OPTIONS).stderr.includes("warning"), false);
      }
    });
  }

  test("is noticed although the list has not changed", () => {
    for (const damage of Object.values(DAMAGES)) {
      startAgain();
      publish(keys(0, 1000), ...OPTIONS);
      const [base] = filesIn("set/files");
      const before = readFileSync(base);
      damage(base);
      assert.match(publish(keys(0, 1000), ...OPTIONS).stderr, /a new base is written/);
      assert.ok(readFileSync(base).equals(before));
      assertListed(keys(0, 1000));
    }
  });
});

describe("a damaged file of a killed run", () => {
  const MANY = keys(0, 300_000);
  const OPTIONS = ["--static", "--shards", "16", "--memory", "1"];

  const recordOf = (group) => journalOf(at("set.state")).find((entry) => entry.group === group).outcomes[0].record;
  for (const [what, phase, damage, message] of [
    [
      "zeros in the digests of the list",
      isReading,
      () => {
        const bytes = readFileSync(at("set.state/work/spill-3"));
        bytes.fill(0, 8192, 12_288);
        writeFileSync(at("set.state/work/spill-3"), bytes);
      },
      /warning: .*spill-3: the file has been damaged; the lists are read again/,
    ],
    [
      "a filter is missing",
      isBuilding,
      () => rmSync(at(`set/files/${recordOf(2).base.sha256}.bloom`)),
      /\.bloom: the file is missing; the lists are read again/,
    ],
    [
      "digests of a shard are missing",
      isBuilding,
      () => rmSync(at(`set.state/digests/${recordOf(2).digests.file}`)),
      /\.digests: the file is missing; the lists are read again/,
    ],
    ["the journal is cut", isBuilding, () => truncateSync(at("set.state/work/journal"), 40), /^[^:]*$/],
    [
      "the journal ends with zeros",
      isReading,
      () => appendFileSync(at("set.state/work/journal"), Buffer.alloc(4096)),
      /continuing after [\d,]+ keys/,
    ],
  ]) {
    test(what, async () => {
      startAgain();
      put("list", lines(MANY));
      assert.equal(
        await kill(["publish", ...OPTIONS, ...into("set"), "list"], at(), () => phase(at("set.state"))),
        "SIGKILL",
      );
      damage();
      const { stderr } = works(["publish", ...OPTIONS, ...into("set"), "list"]);
      assert.match(stderr, message);
      assertListed(MANY);
    });
  }
});

test("step manifest rejects shards whose files are missing", () => {
  const OPTIONS = ["--static", "--shards", "2", ...into("steps")];
  const { bytes } = edgebloom(["step", "digests", "--static", "--shards", "2"], lines(keys(0, 100)));
  const outcomes = [];
  for (let place = 0; bytes.readUInt32LE(place) < 2; ) {
    const [shard, count] = [bytes.readUInt32LE(place), bytes.readUInt32LE(place + 4)];
    const digests = bytes.subarray(place + 8, (place += 8 + 16 * count));
    outcomes.push(works(["step", "shard", "--shard", `${shard}`, ...OPTIONS], digests).stdout);
  }
  const { record } = JSON.parse(outcomes[1]);
  rmSync(at(`steps.state/digests/${record.digests.file}`));
  const { code, stderr } = edgebloom(["step", "manifest", ...OPTIONS], outcomes.join(""));
  assert.equal(code, 2);
  assert.match(stderr, /\.digests: the file is missing; nothing is published: run step shard of shard 1 again\n$/);
  assert.equal(existsSync(at("steps/manifest.json")), false);
});
