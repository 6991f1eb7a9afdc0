// What edgebloom publish believes of an earlier run, of another process, of the clock and of its user.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { named } from "../../../pkg/cli/failure.js";
import { CLI, into, useFolder } from "../helpers/command-line.mjs";
import { isBuilding, isReading, kill } from "../helpers/killed-runs.mjs";
import { keys } from "../helpers/published.mjs";

const { at, put, get, edgebloom } = useFolder();
const lines = (list) => `${list.join("\n")}\n`;
const MANY = keys(0, 200_000);
const OPTIONS = ["--static", "--shards", "16", "--memory", "1", ...into("set")];

function works(args, input) {
  const done = edgebloom(args, input);
  assert.equal(done.code, 0, done.stderr);
  return done;
}

function fails(args, message, input) {
  const done = edgebloom(args, input);
  assert.equal(done.code, 2, done.stdout);
  assert.match(done.stderr, message);
  return done;
}

const published = (...args) => JSON.parse(works(["publish", "--static", "--json", ...into("set"), ...args]).stdout);

describe("a killed run", () => {
  test("does not continue with a list that was replaced in place, with the same size and time", async () => {
    put("list", lines(MANY));
    const { atime, mtime } = statSync(at("list"));
    assert.equal(await kill(["publish", ...OPTIONS, "list"], at(), () => isBuilding(at("set.state"))), "SIGKILL");
    const other = MANY.with(5, "key-x.example");
    put("list", lines(other));
    utimesSync(at("list"), atime, mtime);
    const { stderr } = works(["publish", ...OPTIONS, "list"]);
    assert.match(stderr, /not the same lists as in the run that was killed; the lists are read again/);
    assert.match(works(["check", "set/manifest.json"], "key-x.example\n").stdout, /^maybe/);
  });

  /** Publishes from a pipe, and kills the run in a phase. */
  async function killFromPipe(list, phase) {
    const child = spawn(process.execPath, [CLI, "publish", ...OPTIONS], {
      cwd: at(),
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(child, "exit");
    child.stdin.on("error", () => {});
    child.stdin.end(lines(list));
    while (child.exitCode === null && !phase(at("set.state"))) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill("SIGKILL");
    assert.deepEqual(await ended, [null, "SIGKILL"], "it was too fast");
  }

  for (const [name, phase] of Object.entries({ isReading, isBuilding })) {
    test(`continues with the same stream from a pipe: ${name}`, async () => {
      await killFromPipe(MANY, phase);
      assert.match(works(["publish", ...OPTIONS], lines(MANY)).stderr, /^edgebloom: continuing after [\d,]+ keys\n$/);
      works(["verify", "set", "--list", put("list", lines(MANY))]);
      assert.deepEqual(readdirSync(at("set.state")).sort(), ["digests", "reported.json", "state.json"]);
    });
  }

  test("publishes nothing if the stream is another one, and starts again in the next run", async () => {
    await killFromPipe(MANY, isBuilding);
    const other = lines(MANY.with(5, "key-x.example"));
    fails(
      ["publish", ...OPTIONS],
      /standard input: not the same lists as in the run that was killed; nothing is published/,
      other,
    );
    assert.ok(!existsSync(at("set/manifest.json")));
    works(["publish", ...OPTIONS], other);
    works(["verify", "set", "--list", put("list", other)]);
  });

  test("of other options leaves nothing that a later one trusts", async () => {
    put("list", lines(MANY));
    for (const seed of ["0", "1", "0"]) {
      const args = ["publish", ...OPTIONS, "--seed", seed, "list"];
      assert.equal(await kill(args, at(), () => isBuilding(at("set.state"), 4)), "SIGKILL");
    }
    assert.match(works(["publish", ...OPTIONS, "list"]).stderr, /continuing after/);
    works(["verify", "set", "--list", "list"]);
    put("list", lines(MANY.slice(100)));
    assert.equal(works(["publish", ...OPTIONS, "list"]).stderr, "");
    works(["verify", "set", "--list", "list"]);
  });

  test("frees the digests on disk as its shards finish", async () => {
    put("list", lines(MANY));
    assert.equal(await kill(["publish", ...OPTIONS, "list"], at(), () => isBuilding(at("set.state"), 9)), "SIGKILL");
    const spills = readdirSync(at("set.state/work")).filter((name) => name.startsWith("spill"));
    assert.ok(spills.length > 1 && spills.length < 8, `${spills}`);
    works(["publish", ...OPTIONS, "list"]);
    works(["verify", "set", "--list", "list"]);
  });

  test("that had published but not reported: the next one says what to upload", () => {
    put("list", lines(keys(0, 5000)));
    const first = published("list");
    assert.deepEqual([first.changed, first.upload], [true, first.files]);
    put("list", lines(keys(50, 5050)));
    const reported = get("set.state/reported.json");
    const second = published("list");
    // Its files, in an order in which none is missing: the base is there already.
    assert.deepEqual(second.upload, [second.files[1], "manifest.json"]);
    assert.deepEqual(
      second.files.map((path) => existsSync(at(`set/${path}`))),
      [true, true, true],
    );
    assert.deepEqual([published("list").changed, published("list").upload], [false, []]);
    // As a kill between the manifest and the report leaves them.
    writeFileSync(at("set.state/reported.json"), reported);
    renameSync(at("set.state/state.json"), at("set.state/state.next.json"));
    const again = published("list");
    assert.deepEqual([again.changed, again.sequence, again.upload], [true, 2, second.upload]);
    assert.deepEqual(published("list").upload, []);
  });

  test("leaves nothing about this machine in the public folder", () => {
    put("list", lines(keys(0, 100)));
    published("list");
    assert.deepEqual(readdirSync(at("set")).sort(), ["files", "manifest.json"]);
    // The lock of a publisher with another state, which may have been killed.
    writeFileSync(at("set/.edgebloom-0123456789abcdef.lock"), "");
    put("list", lines(keys(0, 101)));
    fails(
      ["publish", "--static", ...into("set"), "list"],
      /another publish is replacing the manifest; .* remove .*\.lock/,
    );
    const old = new Date(Date.now() - 3_600_000);
    utimesSync(at("set/.edgebloom-0123456789abcdef.lock"), old, old);
    published("list");
    assert.deepEqual(readdirSync(at("set")).sort(), ["files", "manifest.json"]);
  });
});

describe("the lock", () => {
  const alive = () => ({
    host: hostname(),
    boot: readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim(),
    processes: statSync("/proc/self/ns/pid") && `pid:[${statSync("/proc/self/ns/pid").ino}]`,
    pid: process.pid,
    start: readFileSync("/proc/self/stat", "latin1").split(" ")[21],
  });
  for (const [what, change, isLeft] of [
    ["a living process", {}, false],
    ["a process that had the number of another", { start: "1" }, true],
    ["a process before the machine started again", { boot: "another" }, true],
    ["another container with the same host name", { processes: "pid:[1]" }, false],
    ["another machine", { host: "another" }, false],
    ["a process that has ended", { pid: 2 ** 22 + 1 }, true],
  ]) {
    test(`of ${what}`, { skip: process.platform !== "linux" && "it needs /proc" }, () => {
      put("list", lines(keys(0, 100)));
      published("list");
      writeFileSync(at(`set.state/lock.${randomUUID()}`), JSON.stringify({ ...alive(), ...change }));
      if (isLeft) published("list");
      else
        fails(
          ["publish", ...into("set"), "list"],
          /another publish is running \(process \d+.*If no such process runs, remove /,
        );
    });
  }

  test("is never held by two, though its holders are killed", async () => {
    mkdirSync(at("locked"));
    const racer = new URL("../helpers/lock-racer.mjs", import.meta.url).pathname;
    const all = { held: 0, busy: 0, together: 0, killed: 0 };
    const run = async () => {
      for (let i = 0; i < 6; i++) {
        const child = spawn(process.execPath, [racer, at("locked"), "40"], { stdio: ["ignore", "pipe", "inherit"] });
        let text = "";
        child.stdout.on("data", (data) => (text += data));
        const [, signal] = await once(child, "close");
        for (const [name, count] of Object.entries(JSON.parse(text))) all[name] += count;
        if (signal) all.killed++;
      }
    };
    await Promise.all(Array.from({ length: 4 }, run));
    assert.equal(all.together, 0);
    assert.ok(all.held > 50 && all.busy > 0 && all.killed > 3, JSON.stringify(all));
  });
});

describe("the state", () => {
  test("is never public, and only its owner can read it", () => {
    put("list", lines(keys(0, 100)));
    mkdirSync(at("public/list"), { recursive: true });
    symlinkSync(at("public"), at("link"));
    for (const state of ["public/list", "public/list/state", "link/list/state", "link/list"]) {
      fails(
        ["publish", "-o", "public/list", "--state", state, "list"],
        /--state: expected a folder outside of public\/list/,
      );
    }
    fails(
      ["publish", "-o", "public/list", "--state", "public", "list"],
      /-o: expected a folder outside of the state .*public, got public\/list/,
    );
    mkdirSync(at("kept"), { mode: 0o755 });
    works(["publish", "-o", "public/list", "--state", "kept", "list"]);
    assert.deepEqual(readdirSync(at("public/list")).sort(), ["files", "manifest.json"]);
    for (const [path, mode] of [
      ["kept", 0o700],
      ["kept/digests", 0o700],
      ["kept/state.json", 0o600],
      [`kept/digests/${readdirSync(at("kept/digests"))[0]}`, 0o600],
    ]) {
      if (process.platform !== "win32") assert.equal(statSync(at(path)).mode & 0o777, mode, path);
    }
    chmodSync(at("kept"), 0o700);
  });

  test("is in the user's folder by default", () => {
    put("list", lines(keys(0, 100)));
    works(["publish", "-o", "public/list", "list"]);
    assert.deepEqual(readdirSync(at("public")), ["list"]);
    const [name, ...more] = readdirSync(join(process.env.XDG_STATE_HOME, "edgebloom"));
    assert.match(name, /^list-[0-9a-f]{16}$/);
    assert.deepEqual(more, []);
    assert.match(works(["publish", "--json", "-o", "./public/../public/list/", "list"]).stdout, /"changed":false/);
  });

  test("a universe from a pipe, which can be read only once, is refused", {
    skip: process.platform === "win32" && "it needs mkfifo",
  }, () => {
    put("list", lines(keys(0, 100)));
    spawnSync("mkfifo", [at("pipe")]);
    fails(
      ["publish", ...into("set"), "--never", "pipe", "list"],
      /^edgebloom: --never: expected a file, got a pipe; it is read more than once\n$/,
    );
  });

  test("step needs a folder by name", () => {
    fails(
      ["step", "manifest", "--shards", "2", "-o", "set"],
      /^edgebloom: --state: the folder that all machines share is missing/,
    );
  });

  test("that is damaged is refused by name", () => {
    put("list", lines(keys(0, 100)));
    published("list");
    const whole = get("set.state/state.json");
    for (const bytes of [
      whole.subarray(1),
      whole.subarray(0, -9),
      Buffer.alloc(0),
      Buffer.alloc(4096),
      Buffer.from("{}"),
    ]) {
      writeFileSync(at("set.state/state.json"), bytes);
      fails(
        ["publish", ...into("set"), "list"],
        /state\.json: the file is damaged, or of another version of edgebloom; restore it/,
      );
    }
  });
});

describe("what is not published in silence", () => {
  test("a list that has lost more than half of its keys", () => {
    put("list", lines(keys(0, 1000)));
    published("list");
    put("list", lines(keys(0, 499)));
    const message =
      /the list has shrunk from 1,000 keys to 499: nothing is published; if this is right, pass --allow-shrink/;
    fails(["publish", "--static", ...into("set"), "list"], message);
    // Without the state, the manifest says how many there were.
    fails(["publish", "--static", ...into("set"), "--state", "other", "list"], message);
    assert.equal(published("--allow-shrink", "list").keys, 499);
    put("list", lines(keys(0, 250)));
    assert.equal(published("list").keys, 250);
  });

  test("a clock that went back", () => {
    put("list", lines(keys(0, 100)));
    published("list");
    const [text] = get("set.state/state.json").toString().split("\n");
    const later = JSON.stringify({ ...JSON.parse(text), time: Date.now() + 3_600_000 });
    writeFileSync(at("set.state/state.json"), `${later}\n${createHash("sha256").update(later).digest("hex")}\n`);
    put("list", lines(keys(0, 101)));
    assert.match(
      works(["publish", "--static", ...into("set"), "list"]).stderr,
      /^edgebloom: warning: the clock is behind the last run, which was at .*Z: an expiry in days ends too early\n$/,
    );
  });

  test("an expired manifest", () => {
    // It ends while the run waits for the list.
    put("list", lines(keys(0, 100)));
    const soon = new Date(Date.now() + 500).toISOString();
    const command = [process.execPath, CLI, "publish", ...into("set"), "--expires", soon, "-"];
    const quoted = command.map((word) => `'${word}'`).join(" ");
    const late = spawnSync("sh", ["-c", `(sleep 1; cat list) | ${quoted}`], { cwd: at(), encoding: "utf8" });
    assert.equal(late.status, 2, late.stderr);
    assert.match(late.stderr, /--expires: .* (is over: nothing is published|in the future)/);
    assert.ok(!existsSync(at("set/manifest.json")));
    // Also when nothing else has changed.
    const later = new Date(Date.now() + 5000).toISOString();
    works(["publish", ...into("set"), "--expires", later, "list"]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5100);
    fails(["publish", ...into("set"), "--expires", later, "list"], /--expires: expected a time in the future/);
    assert.equal(edgebloom(["verify", "set", "--list", "list"]).code, 1);
  });

  test("a private key in the place of a file name is not printed", () => {
    put("list", lines(keys(0, 100)));
    works(["keygen", "-o", "key"]);
    const key = get("key").toString().trim();
    for (const args of [
      ["publish", "--name", "x", "--signing-key", key, ...into("set"), "list"],
      ["sign", "--sequence", "1", "--key", key, "list", "-o", "out"],
      ["verify", "--key", key, "list"],
    ]) {
      const { stderr, stdout } = fails(
        args,
        /key: expected the name of a file, got what may be a key, or no such file; it is not shown\n$/,
      );
      assert.ok(!`${stderr}${stdout}`.includes(key.slice(0, 30)));
    }
  });

  test("a line that is too long names its line", () => {
    const fd = openSync(at("list"), "w");
    writeSync(fd, "one\ntwo\n");
    const piece = Buffer.alloc(1 << 22, "a");
    for (let i = 0; i < 17; i++) writeSync(fd, piece);
    closeSync(fd);
    fails(
      ["publish", ...into("set"), "list"],
      /^edgebloom: list, line 3: expected at most 67108864 bytes, got more; each key needs a line\n$/,
    );
  });

  test("a used-up quota has a name", () => {
    const error = Object.assign(new Error("Unknown system error -122: write"), {
      errno: -122,
      code: "Unknown system error -122",
    });
    assert.equal(named("a/file", error).message, "a/file: no space left: the quota is used up");
  });
});
