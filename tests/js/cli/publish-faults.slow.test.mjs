// edgebloom publish when it is killed, when the disk is full, and when two runs overlap. The published set stays
// complete, and the next run continues.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CLI, useFolder, into } from "../helpers/command-line.mjs";
import { isBuilding, isReading, kill as killRun } from "../helpers/killed-runs.mjs";
import { keys } from "../helpers/published.mjs";

const { at, put, edgebloom } = useFolder();
const lines = (list) => `${list.join("\n")}\n`;
const MANY = keys(0, 400_000);
const ARGS = ["publish", "--static", "--shards", "16", "--memory", "1"];

/** The published files with their content. */
function content(folder) {
  const files = Object.fromEntries(
    readdirSync(at(`${folder}/files`)).map((name) => [name, readFileSync(at(`${folder}/files/${name}`), "latin1")]),
  );
  return { ...files, manifest: readFileSync(at(`${folder}/manifest.json`), "utf8") };
}

/** Starts a run and kills it as soon as a condition holds. */
const kill = (args, condition) => killRun(args, at(), condition);

/** The locks in a folder. */
const locksIn = (folder) =>
  existsSync(at(folder)) ? readdirSync(at(folder)).filter((name) => name.startsWith("lock")) : [];

function works(...args) {
  const done = edgebloom(args);
  assert.equal(done.code, 0, done.stderr);
  return done;
}

test("after a kill the next run continues and writes the same files", async () => {
  put("list", lines(MANY));
  works(...ARGS, ...into("whole"), "list");
  const whole = content("whole");
  for (const [phase, isThere] of [
    ["reading", (folder) => isReading(at(`${folder}.state`))],
    ["building", (folder) => isBuilding(at(`${folder}.state`), 3)],
  ]) {
    assert.equal(
      await kill([...ARGS, ...into(phase), "list"], () => isThere(phase)),
      "SIGKILL",
      `${phase}: it was too fast`,
    );
    assert.ok(!existsSync(at(`${phase}/manifest.json`)), phase);
    const { stderr } = works(...ARGS, ...into(phase), "list");
    assert.match(stderr, phase === "reading" ? /continuing after [\d,]+ keys/ : /continuing after 400,000 keys/);
    assert.deepEqual(content(phase), whole, phase);
    assert.deepEqual(
      readdirSync(at(`${phase}.state`)).sort(),
      ["digests", "reported.json", "state.json"],
      "no lock and no unfinished work is left",
    );
  }
});

test("reads the list again if it changed after the kill", async () => {
  put("list", lines(MANY));
  await kill([...ARGS, ...into("set"), "list"], () => isBuilding(at("set.state"), 3));
  put("list", lines(MANY.slice(1)));
  const { stderr } = works(...ARGS, "--json", ...into("set"), "list");
  assert.match(stderr, /warning: list: not the same lists as in the run that was killed; the lists are read again\n$/);
  put("other", lines(MANY.slice(1)));
  works(...ARGS, ...into("whole"), "other");
  assert.deepEqual(content("set"), content("whole"));
});

test("a kill during an update leaves the old set complete", async () => {
  put("list", lines(MANY));
  works(...ARGS, ...into("set"), "list");
  const before = content("set");
  put("list", lines(keys(1000, 401_000)));
  await kill([...ARGS, ...into("set"), "list"], () => isBuilding(at("set.state"), 3));
  const { manifest, ...old } = before;
  const now = content("set");
  assert.equal(now.manifest, manifest);
  for (const [name, bytes] of Object.entries(old)) assert.equal(now[name], bytes);
  const { added, removed, layers } = JSON.parse(works(...ARGS, "--json", ...into("set"), "list").stdout);
  assert.deepEqual([added, removed, layers], [1000, 1000, 16]);
});

test("recovers from a kill between manifest and state", () => {
  put("list", lines(keys(0, 5000)));
  works("publish", "--static", ...into("set"), "list");
  copyFileSync(at("set.state/state.json"), at("first.json"));
  put("list", lines(keys(50, 5050)));
  works("publish", "--static", ...into("set"), "list");
  // The state of the disk after such a kill: the manifest is new, the new state is not yet renamed.
  renameSync(at("set.state/state.json"), at("set.state/state.next.json"));
  copyFileSync(at("first.json"), at("set.state/state.json"));
  put("list", lines(keys(100, 5100)));
  const { sequence, added, layers } = JSON.parse(works("publish", "--static", "--json", ...into("set"), "list").stdout);
  assert.deepEqual([sequence, added, layers], [3, 50, 1]);
});

test("rejects a state that does not belong to the manifest", () => {
  put("list", lines(keys(0, 5000)));
  works("publish", "--static", ...into("set"), "list");
  cpSync(at("set.state"), at("old"), { recursive: true });
  put("list", lines(keys(50, 5050)));
  works("publish", "--static", ...into("set"), "list");
  const { code, stderr } = edgebloom(["publish", "--static", "--state", "old", "-o", "set", "list"]);
  assert.equal(code, 2);
  assert.match(stderr, /manifest.json: another publish has written it, and .*old is not its state/);
  rmSync(at("set/manifest.json"));
  assert.match(edgebloom(["publish", "--static", ...into("set"), "list"]).stderr, /manifest.json: it is missing/);
  writeFileSync(at("set.state/state.json"), "{}");
  assert.match(
    edgebloom(["publish", "--static", ...into("set"), "list"]).stderr,
    /state.json: the file is damaged, or of another version/,
  );
});

test("without its state a set starts over and its sequence continues", () => {
  put("list", lines(keys(0, 5000)));
  works("publish", "--static", ...into("set"), "list");
  put("list", lines(keys(50, 5050)));
  works("publish", "--static", ...into("set"), "list");
  rmSync(at("set.state"), { recursive: true });
  const { stdout, stderr } = works("publish", "--static", "--json", ...into("set"), "list");
  const { sequence, bases } = JSON.parse(stdout);
  assert.deepEqual([sequence, bases], [3, 1]);
  assert.match(stderr, /warning: .*no state of .*: a new base is written/);
});

test("two publishers at once: one works, the other is rejected", async () => {
  put("list", lines(MANY));
  const child = spawn(process.execPath, [CLI, ...ARGS, ...into("set"), "list"], { cwd: at(), stdio: "ignore" });
  const ended = once(child, "exit");
  while (!locksIn("set.state").length) await new Promise((resolve) => setTimeout(resolve, 1));
  const { code, stderr } = edgebloom([...ARGS, ...into("set"), "list"]);
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`another publish is running \\(process ${child.pid}\\)`));
  assert.deepEqual(await ended, [0, null]);
  works(...ARGS, ...into("set"), "list");
});

test("two publishers with states of their own: the later one publishes nothing", async () => {
  put("list", lines(MANY));
  const child = spawn(process.execPath, [CLI, ...ARGS, "--state", "theirs", "-o", "set", "list"], { cwd: at() });
  const ended = once(child, "exit");
  let output = "";
  child.stderr.on("data", (data) => (output += data));
  while (!isReading(at("theirs"))) await new Promise((resolve) => setTimeout(resolve, 1));
  put("other", lines(keys(0, 10)));
  works("publish", ...into("set"), "other");
  const manifest = readFileSync(at("set/manifest.json"), "utf8");
  assert.equal((await ended)[0], 2);
  assert.match(output, /another publish has replaced it during this run; nothing is published/);
  assert.equal(readFileSync(at("set/manifest.json"), "utf8"), manifest);
});

test("a full disk is reported; the old set stays; the next run works", () => {
  put("list", lines(keys(0, 20_000)));
  works(...ARGS, ...into("set"), "list");
  const before = content("set");
  put("list", lines(MANY));
  // The process may write files of at most 50 KiB.
  const limited = spawnSync(
    "sh",
    ["-c", `ulimit -f 50; exec "$0" "$@"`, process.execPath, CLI, ...ARGS, ...into("set"), "list"],
    {
      cwd: at(),
      encoding: "utf8",
    },
  );
  assert.equal(limited.status, 2);
  assert.match(limited.stderr, /^edgebloom: .*: the file is larger than the system allows\n$/m);
  assert.deepEqual(content("set"), before);
  assert.ok(!readdirSync(at("set/files")).some((name) => name.endsWith(".tmp")));
  assert.equal(JSON.parse(works(...ARGS, "--json", ...into("set"), "list").stdout).keys, MANY.length);
  put("whole.txt", lines(MANY));
  works(...ARGS, ...into("whole"), "whole.txt");
  const bases = (folder) => Object.keys(content(folder)).filter((name) => name.endsWith(".bloom"));
  assert.ok(bases("whole").every((name) => existsSync(join(at("set/files"), name))));
});

test("a run with other options does not use the digests of a killed run", async () => {
  put("list", lines(MANY));
  await kill([...ARGS, ...into("set"), "list"], () => isReading(at("set.state")));
  // This run begins to write spill files and is killed before its first journal entry.
  const other = [...ARGS, "--seed", "1", ...into("set"), "list"];
  spawnSync("sh", ["-c", `ulimit -f 100; exec "$0" "$@"`, process.execPath, CLI, ...other], { cwd: at() });
  works(...ARGS, ...into("set"), "list");
  works(...ARGS, ...into("whole"), "list");
  assert.deepEqual(content("set"), content("whole"));
});

test("starts over if a spill file is missing or too short", async () => {
  put("list", lines(MANY));
  works(...ARGS, ...into("whole"), "list");
  for (const damage of [
    () => writeFileSync(at("set.state/work/spill-9"), "short"),
    () => rmSync(at("set.state/work/spill-9")),
  ]) {
    for (const name of ["set", "set.state"]) rmSync(at(name), { recursive: true, force: true });
    await kill([...ARGS, ...into("set"), "list"], () => isBuilding(at("set.state"), 3));
    damage();
    works(...ARGS, ...into("set"), "list");
    assert.deepEqual(content("set"), content("whole"));
  }
});

test("digests of killed runs are removed", async () => {
  put("list", lines(MANY));
  const sizes = [];
  for (const seed of ["1", "2", "3"]) {
    await kill([...ARGS, "--seed", seed, ...into("set"), "list"], () => isBuilding(at("set.state"), 12));
    sizes.push(readdirSync(at("set.state/digests")).filter((name) => name.endsWith(".digests")).length);
  }
  assert.ok(sizes[2] <= 17, `${sizes}`);
});

test("another list with the same filter keeps the state", () => {
  // The Bloom filters of these two keys have the same bits.
  for (const [key, changed] of [
    ["x", true],
    ["k3771", false],
    ["y", true],
    ["y", false],
  ]) {
    put("list", `${key}\n`);
    const done = works("publish", "--error-rate", "0.5", "--compact", "0", "--json", ...into("set"), "list");
    assert.equal(JSON.parse(done.stdout).changed, changed, key);
  }
});

test("takes over a lock of a dead process, but not of another machine", () => {
  put("list", lines(keys(0, 100)));
  works("publish", ...into("set"), "list");
  const lock = (host) =>
    writeFileSync(at(`set.state/lock.${randomUUID()}`), JSON.stringify({ pid: 2 ** 22 + 1, host }));
  lock(hostname());
  works("publish", ...into("set"), "list");
  assert.deepEqual(locksIn("set.state"), []);
  lock("elsewhere");
  assert.match(
    edgebloom(["publish", ...into("set"), "list"]).stderr,
    /another publish is running \(process \d+ on elsewhere\)/,
  );
});

test("an interrupted run removes its lock", async () => {
  put("list", lines(MANY));
  const child = spawn(process.execPath, [CLI, ...ARGS, ...into("set"), "list"], { cwd: at(), stdio: "ignore" });
  const ended = once(child, "exit");
  while (!isReading(at("set.state"))) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill("SIGINT");
  assert.deepEqual(await ended, [null, "SIGINT"]);
  assert.deepEqual(locksIn("set.state"), []);
});
