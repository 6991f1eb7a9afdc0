// The GitHub Action on days with faults: none leaves clients without a set.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { DAY_1, DAY_2, DAY_3, RCLONE, SET, WRANGLER, domains, useDays } from "./days.mjs";

const days = useDays();
const { day, goodDay, seen, seenAlways, bytesOf, loseCache } = days;

const PUT = "put r2/lists/blocked";

for (const [name, inputs] of Object.entries({ rclone: RCLONE, wrangler: WRANGLER })) {
  test(`${name}: an upload that stops half-way changes nothing for clients, and the next run completes it`, async () => {
    await goodDay(DAY_1, inputs);
    days.runner.env.FAKE_FAIL_AFTER = "1";
    const { ok, errors, host, log } = await day(DAY_2, inputs);
    assert.deepEqual([ok, host], [false, [`${PUT}/files/HASH.bloom`]]);
    assert.match(errors.join("\n"), /^::error title=The upload is not complete::.*503/);
    // What a program says is no command.
    assert.doesNotMatch(log, /^::set-output|##\[/m);
    assert.equal(await seen(DAY_1), 1);
    days.runner.env = {};
    // For publish, the list has not changed. The host does not have it yet.
    const next = await goodDay(DAY_2, inputs);
    assert.deepEqual([next.outputs.changed, next.outputs.sequence], ["true", "2"]);
    assert.deepEqual(next.host, [`${PUT}/files/HASH.bloom`, `${PUT}/files/HASH.bloom`, `${PUT}/manifest.json`]);
    await seenAlways([[], DAY_1, DAY_2]);
    assert.equal(await seen(DAY_2), 2);
  });
}

test("the cache is lost: the numbers continue after those of the host", async () => {
  await goodDay(DAY_1);
  await goodDay(DAY_2);
  loseCache();
  assert.match((await day(domains(0, 100))).errors.join("\n"), /shrunk from 2,020 keys to 100/);
  const { outputs, log, host } = await goodDay(DAY_2);
  assert.deepEqual([outputs.changed, outputs.sequence], ["true", "3"]);
  assert.match(log, /^::warning title=edgebloom::there is no set in the cache: a new base is published/m);
  // Clients may still be fetching the files of the last manifest.
  assert.ok(host.every((line) => line.startsWith("put ")));
  await seenAlways([[], DAY_1, DAY_2, DAY_2]);
  // From then on, it publishes changes again.
  assert.deepEqual((await goodDay(DAY_3)).host, [`${PUT}/files/HASH.bloom`, `${PUT}/manifest.json`]);
  assert.equal(await seen(DAY_3), 4);
});

test("the cache is one run older than the host", async () => {
  await goodDay(DAY_1);
  await goodDay(DAY_2);
  loseCache(1);
  const { outputs, log } = await goodDay(DAY_3);
  assert.equal(outputs.sequence, "3");
  assert.match(log, /^::warning title=edgebloom::the cache is older than what clients have: a new base is published/m);
  await seenAlways([[], DAY_1, DAY_2, DAY_3]);
});

test("a host that has something else gets nothing", async () => {
  await goodDay(DAY_1);
  const cache = bytesOf("cache");
  writeFileSync(days.runner.at(SET, "manifest.json"), "<html>");
  const { ok, errors, host } = await day(DAY_2);
  assert.ok(!ok);
  assert.match(errors[0], /r2:lists\/blocked: expected the manifest of a published set there, found something else$/);
  assert.deepEqual([host, bytesOf("cache")], [[], cache]);
});
