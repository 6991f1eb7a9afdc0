// The GitHub Action, run as action.yml says, day after day: a broken list never reaches a client. The other slow tests have more faults and hosts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_1, DAY_2, SET, domains, lines, useDays } from "./days.mjs";

const days = useDays();
const { day, goodDay, seen, seenAlways, bytesOf } = days;

const PUT = "put r2/lists/blocked";

test("two days of a list, a shrunken list, an empty list and a page", async () => {
  const first = await goodDay(DAY_1);
  assert.deepEqual(first.outputs, { changed: "true", sequence: "1", keys: "2000", folder: "published" });
  assert.match(first.summary, /^### Published\n[^]*\| keys \| 2,000 \|/);
  assert.deepEqual(first.host, [`${PUT}/files/HASH.bloom`, `${PUT}/manifest.json`]);
  const before = bytesOf(SET);

  const second = await goodDay(DAY_2);
  assert.deepEqual(second.outputs, { changed: "true", sequence: "2", keys: "2020", folder: "published" });
  assert.match(second.summary, /\| since the last run \| 30 added, 10 removed \|/);
  // One file with the changes, and the manifest last. The base stays.
  assert.deepEqual(second.host, [`${PUT}/files/HASH.bloom`, `${PUT}/manifest.json`]);
  const [, fetched, all] = /fetch \| (\S+) of (\S+) \|/.exec(second.summary) ?? [];
  assert.ok(parseInt(fetched, 10) < 700 && parseFloat(all.replace(",", "")) > 2500, second.summary);
  const host = bytesOf(SET);
  for (const [path, bytes] of Object.entries(before)) assert.equal(host[path] === bytes, path !== "manifest.json");
  await seenAlways([[], DAY_1, DAY_2]);

  const cache = bytesOf("cache");
  const broken = {
    shrunken: [domains(0, 100), /the list has shrunk from 2,020 keys to 100: nothing is published/],
    empty: ["", /domains\.txt: it is empty$/],
    "a page": [`<!DOCTYPE html>\n<title>503</title>\n${lines(DAY_2)}`, /this is an HTML or XML page, not a list$/],
  };
  for (const [what, [list, message]] of Object.entries(broken)) {
    const { ok, errors, outputs, summary, host: log } = await day(list);
    assert.ok(!ok, what);
    assert.equal(errors.length, 1, what);
    assert.match(errors[0], /^::error title=Nothing was published::/);
    assert.match(errors[0], message);
    assert.match(summary, /^### Nothing was published\n/);
    assert.deepEqual([outputs.changed, log], ["", []]);
    assert.deepEqual(bytesOf(SET), host, what);
    assert.deepEqual(bytesOf("cache"), cache, what);
  }
  assert.equal(await seen(DAY_2), 2);

  const unchanged = await goodDay(DAY_2);
  assert.deepEqual([unchanged.host, unchanged.outputs.changed], [[], "false"]);
  assert.match(unchanged.summary, /^### Nothing has changed\n/);
  assert.deepEqual([bytesOf(SET), bytesOf("cache")], [host, cache]);
});
