// Random histories of a published set against a model of it, a list in memory: days on which keys come and go, options change, the state is lost, runs are
// killed or fail; and clients that follow every day, skip days or restart, of a host that at times is slow, broken or hostile. EDGEBLOOM_HISTORIES
// sets how many; a failure prints the seed of its history, which EDGEBLOOM_SEED repeats.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { LiveFilter, ShardedFilter } from "../../../pkg/api/live/index.js";
import { Disk, recorded, restore, snapshot } from "../helpers/crash.mjs";
import { FOLDER, argumentsOf, command, dead, leftoversIn, publishedIn, seenIn } from "../helpers/publish-scenarios.mjs";
import { keys, memoryStore } from "../helpers/published.mjs";

const HISTORIES = Number(process.env.EDGEBLOOM_HISTORIES ?? 150);
const SEED = process.env.EDGEBLOOM_SEED;
const counted = {
  histories: 0,
  days: 0,
  kills: 0,
  errors: 0,
  lostStates: 0,
  hostile: 0,
  lookups: 0,
  listedLost: 0,
  removedFound: 0,
};
after(() => console.log(`# ${JSON.stringify(counted)}`));

/** A generator of numbers below another one. */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = (random, list) => list[random(list.length)];
const optionsFrom = (random) => [
  ...(random(2) ? ["--static"] : []),
  ...pick(random, [[], [], ["--shards", "2"], ["--shards", "4"], random(6) ? [] : ["--shards", "512"]]),
  ...["--error-rate", pick(random, ["0.01", "0.05"])],
  ...["--compact", pick(random, ["0", "25", "1000"])],
  ...["--keep", pick(random, ["0", "3"])],
];

/** What a host sends at an address: the bytes, or undefined for 404. A hostile one has the files of all days. */
class Host {
  files = new Map();
  all = new Map();
  /** Changes the answers. */
  bend = (_path, bytes) => bytes;
  set(files) {
    this.files = files;
    for (const [path, bytes] of files) this.all.set(path, [...(this.all.get(path) ?? []), bytes]);
  }
  fetch = async (url) => {
    const path = `set${new URL(url).pathname}`;
    const bytes = this.bend(path, this.files.get(path));
    if (bytes instanceof Response) return bytes;
    return bytes ? new Response(bytes) : new Response("not found", { status: 404 });
  };
}

/** What a hostile host does. */
function hostileFrom(random, host) {
  const victim = random(6);
  return pick(random, [
    () => new Response("busy", { status: 503 }),
    (path, bytes) => (path.endsWith("manifest.json") ? pick(random, host.all.get(path)) : bytes),
    (path, bytes) => (path.length % 6 === victim || random(3) === 0 ? bytes?.subarray(0, bytes.length >> 1) : bytes),
    (_path, bytes) => (random(3) === 0 ? [...host.files.values()][random(host.files.size)] : bytes),
    (_path, bytes) => (random(2) ? Buffer.from("<!doctype html><title>Log in</title>") : bytes),
    (path, bytes) => {
      if (!bytes || path.endsWith("manifest.json")) return bytes;
      const other = Buffer.from(bytes);
      other[random(other.length)] ^= 1 << random(8);
      return other;
    },
  ]);
}

class Client {
  constructor(host, isSharded, { isRestarting, isIdle }) {
    this.host = host;
    this.isSharded = isSharded;
    this.isRestarting = isRestarting;
    this.isIdle = isIdle;
    this.store = memoryStore();
    this.open();
  }
  open() {
    const Class = this.isSharded ? ShardedFilter : LiveFilter;
    const options = { fetch: this.host.fetch, store: this.store, refreshEvery: Infinity, retryAfter: 1 };
    this.live = new Class("https://lists.example/manifest.json", options);
  }
  restart() {
    this.live.stop();
    this.open();
  }
}

/** Looks keys up; "error" for a key whose files could not be fetched. */
async function answersOf(client, list) {
  try {
    await client.live.ready();
  } catch {
    return list.map(() => "error");
  }
  const answers = [];
  for (const key of list) {
    try {
      answers.push(await client.live.has(key));
    } catch (error) {
      assert.ok(error.code, `${error}`);
      answers.push("error");
    }
  }
  return answers;
}

async function history(seed) {
  const random = randomFrom(seed);
  const host = new Host();
  restore(FOLDER, new Map());
  let options = optionsFrom(random);
  const isSharded = options.includes("--shards") || random(2) === 1;
  let list = keys(0, 40 + random(200));
  let next = list.length;
  const removed = new Set();
  const clients = [{}, { isIdle: true }, { isRestarting: true }].map((how) => new Client(host, isSharded, how));
  const days = 3 + random(8);
  for (let day = 0; day < days; day++) {
    counted.days++;
    const before = list;
    if (day && random(6)) {
      const most = pick(random, [3, 3, 20, 100]);
      const gone = new Set(Array.from({ length: random(most) }, () => pick(random, list)));
      const back = [...removed].filter(() => random(10) === 0);
      list = [...list.filter((key) => !gone.has(key)), ...back, ...keys(next, (next += random(most)))];
      if (!list.length) list = before;
    }
    if (day && !random(5)) {
      const other = optionsFrom(random);
      if (isSharded || !other.includes("--shards")) options = other;
    }
    if (day && !random(8)) {
      rmSync(join(FOLDER, "state"), { recursive: true });
      counted.lostStates++;
    }
    const args = argumentsOf({ options: [...options, "--allow-shrink"] }, list);
    const start = snapshot(FOLDER);
    const trouble = random(8);
    if (trouble < 2) {
      // A run of this list, or of another one and other options, is killed first.
      const other = random(2)
        ? args
        : argumentsOf({ options: [...optionsFrom(random), "--allow-shrink"] }, before.slice(1));
      if (other === args || before.length > 1) {
        const { changes } = await recorded(FOLDER, () => command(other), { isSynced: false });
        const disk = new Disk(start);
        const commit = changes.findIndex(({ to }) => to === "set/manifest.json");
        // Another list must not become public.
        for (const change of changes.slice(0, random((other === args ? changes.length : commit) + 1)))
          disk.apply(change);
        restore(FOLDER, dead(disk.whole()));
        counted.kills++;
      }
      argumentsOf({ options }, list);
    } else if (trouble === 2) {
      const { count } = await recorded(FOLDER, () => command(args), { isSynced: false });
      restore(FOLDER, start);
      await recorded(FOLDER, () => command(args), { failAt: random(count), isSynced: false });
      restore(FOLDER, dead(snapshot(FOLDER)));
      counted.errors++;
    }
    const previous = seenBefore();
    const { result } = await recorded(FOLDER, () => command(args), { isSynced: false });
    assert.equal(result.code, 0, result.said);
    assert.deepEqual(leftoversIn(FOLDER), []);
    const { set } = seenIn(FOLDER, []);
    host.set(publishedIn(snapshot(FOLDER)));
    for (const key of before) if (!list.includes(key)) removed.add(key);
    for (const key of list) removed.delete(key);
    // A new base forgets what was removed.
    if (set.facts().layers === 0 || previous === undefined) removed.clear();
    for (const client of clients) {
      if (client.isIdle && random(3)) continue;
      if (client.isRestarting) client.restart();
      if (!random(3)) {
        host.bend = hostileFrom(random, host);
        counted.hostile++;
        await client.live.refresh().catch(() => {});
        const both = list.filter((key) => before.includes(key));
        const answers = await answersOf(client, both.slice(0, 30));
        counted.lookups += answers.length;
        // It may be without an answer, or on an earlier list; a client that skipped days may be on a much earlier one.
        if (!client.isIdle) counted.listedLost += answers.filter((answer) => answer === false).length;
        host.bend = (_path, bytes) => bytes;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await client.live.refresh();
      let answers = await answersOf(client, list);
      // A shard that could not be fetched waits twice as long after each failure. A "no" is never asked again.
      for (let i = 0; i < 100 && answers.includes("error") && !answers.includes(false); i++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        answers = await answersOf(client, list);
      }
      counted.lookups += list.length;
      const lost = answers.filter((answer) => answer !== true).length;
      assert.equal(
        lost,
        0,
        `day ${day}: ${lost} listed keys are not found: ${answers.find((answer) => answer !== true)}`,
      );
      const gone = await answersOf(client, [...removed]);
      counted.lookups += gone.length;
      // In a set of shards, only some have layers.
      if (!options.includes("--shards")) counted.removedFound += gone.filter((answer) => answer !== false).length;
    }
    assert.deepEqual([counted.listedLost, counted.removedFound], [0, 0], `day ${day}`);
  }
  for (const { live } of clients) live.stop();
  counted.histories++;
}

/** The sequence number of the set on the disk; undefined if there is none. */
function seenBefore() {
  try {
    return seenIn(FOLDER, []).sequence;
  } catch {
    return undefined;
  }
}

test("random histories", async () => {
  const first = SEED === undefined ? Date.now() % 1_000_000_000 : Number(SEED);
  for (let i = 0; i < (SEED === undefined ? HISTORIES : 1); i++) {
    try {
      await history(first + i);
    } catch (error) {
      error.message = `EDGEBLOOM_SEED=${first + i}: ${error.message}`;
      throw error;
    }
  }
});
