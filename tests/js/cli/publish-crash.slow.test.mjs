// edgebloom publish in ten situations. Each of its file operations is killed once, fails once, and loses its power four times. After each: a client sees a
// whole list, the next run writes what an undisturbed one writes, and nothing is left. EDGEBLOOM_CRASHES=all takes every operation; otherwise a sample
// whose seed is printed, and can be set with EDGEBLOOM_SEED.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Disk, recorded, restore, snapshot } from "../helpers/crash.mjs";
import {
  FOLDER,
  SCENARIOS,
  argumentsOf,
  command,
  dead,
  leftoversIn,
  publishedIn,
  seenIn,
  startOf,
  succeeds,
} from "../helpers/publish-scenarios.mjs";

const SEED = Number(process.env.EDGEBLOOM_SEED ?? Date.now() % 1_000_000);
const IS_WHOLE = process.env.EDGEBLOOM_CRASHES === "all";
/** How many places of each kind are taken in a scenario. */
const SAMPLE = 24;
let state = SEED;
/** A number from 0 to 1. */
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
const counted = { operations: 0, kills: 0, errors: 0, powerFailures: 0, lookups: 0 };
after(() => console.log(`# seed ${SEED}: ${JSON.stringify(counted)}`));

/** Some of the numbers below a count: all of them, or a sample in order. */
function places(count, most = SAMPLE) {
  const all = Array.from({ length: count }, (_, i) => i);
  if (IS_WHOLE || count <= most) return all;
  return all
    .map((i) => [random(), i])
    .sort()
    .slice(0, most)
    .map(([, i]) => i)
    .sort((a, b) => a - b);
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  describe(name, async () => {
    const old = scenario.before?.at(-1);
    const { now } = scenario;
    let start;
    let args;
    let whole;
    let changes;
    let count;
    const sequence = (scenario.before?.length ?? 0) + 1;

    /** What must hold after a crash, and after the next run. */
    async function check(content, what, isExact = true) {
      restore(FOLDER, dead(content));
      // One client reads the folder as it is.
      if (content.get("set/manifest.json")) {
        const { sequence: seen } = seenIn(FOLDER, []);
        assert.ok(seen === sequence || seen === sequence - 1, `${what}: sequence ${seen}`);
        const list = seen === sequence ? now : old;
        assert.equal(seenIn(FOLDER, list).missed, 0, what);
        counted.lookups += list.length;
      } else assert.equal(old, undefined, `${what}: the manifest is gone`);
      const { result } = await recorded(FOLDER, () => command(args), { isSynced: false });
      assert.equal(result.code, 0, `${what}: ${result.said}`);
      const { missed } = seenIn(FOLDER, now);
      assert.equal(missed, 0, `${what}: listed keys are missed`);
      counted.lookups += now.length;
      // A key that was removed is not found, except at the rate of a base.
      if (isExact) assert.deepEqual(publishedIn(snapshot(FOLDER)), whole, `${what}: other files`);
      assert.deepEqual(leftoversIn(FOLDER), [], `${what}: left`);
    }

    test("undisturbed", async () => {
      if (name === "signed") await succeeds(["keygen", "-o", scenario.options.at(-1)]);
      start = await startOf(scenario);
      args = argumentsOf(scenario, now);
      if (scenario.isKilled) {
        // The run to disturb is one that continues: half of the operations of another were done.
        const first = await recorded(FOLDER, () => succeeds(args));
        whole = publishedIn(snapshot(FOLDER));
        const disk = new Disk(start);
        for (const change of first.changes.slice(0, first.changes.length >> 1)) disk.apply(change);
        start = dead(disk.whole());
        restore(FOLDER, start);
      }
      ({ changes, count } = await recorded(FOLDER, () => succeeds(args)));
      whole ??= publishedIn(snapshot(FOLDER));
      assert.deepEqual(publishedIn(snapshot(FOLDER)), whole);
      assert.deepEqual(leftoversIn(FOLDER), []);
      counted.operations += count;
      // The model has the same files as the disk.
      const disk = new Disk(start);
      for (const change of changes) disk.apply(change);
      assert.deepEqual([...disk.whole().keys()].sort(), [...snapshot(FOLDER).keys()].sort());
      for (const [path, data] of snapshot(FOLDER)) assert.deepEqual(disk.whole().get(path), data, path);
    });

    test("killed", async () => {
      for (const at of places(changes.length)) {
        const disk = new Disk(start);
        for (const change of changes.slice(0, at)) disk.apply(change);
        await check(disk.whole(), `killed before ${at}: ${changes[at].type} ${changes[at].path}`);
        counted.kills++;
      }
    });

    test("power failure", async () => {
      for (const at of places(changes.length)) {
        const disk = new Disk(start);
        for (const change of changes.slice(0, at)) disk.apply(change);
        const what = `power failure before ${at}: ${changes[at].type} ${changes[at].path}`;
        const fates = ["lost", "zeros", "kept"];
        for (const [how, isUndone, fate] of [
          ["nothing unsynced is there", () => true, () => "lost"],
          ["names are there, data are zeros", () => false, () => "zeros"],
          ["names are there, data are lost", () => false, () => "lost"],
          ["some are there", () => random() < 0.3, () => fates[Math.floor(3 * random())]],
        ]) {
          await check(disk.afterPowerFailure(isUndone, fate), `${what}: ${how}`);
          counted.powerFailures++;
        }
      }
    });

    test("an operation fails", async () => {
      for (const at of places(count)) {
        restore(FOLDER, start);
        const code = random() < 0.5 ? "EIO" : "ENOSPC";
        const { result } = await recorded(FOLDER, () => command(args), { failAt: at, code, isSynced: false });
        assert.doesNotMatch(result.said, /undefined|Unknown|null/, result.said);
        if (result.code) assert.match(result.said, /^(edgebloom: warning: .*\n)*edgebloom: .*(no space left|EIO).*\n$/);
        await check(snapshot(FOLDER), `operation ${at} failed: ${result.said.trim()}`);
        counted.errors++;
      }
    });
  });
}
