// The GitHub Action with other hosts and options, day after day.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, renameSync } from "node:fs";
import { test } from "node:test";
import { CLI } from "../helpers/command-line.mjs";
import { DAY_1, DAY_2, DAY_3, RCLONE, SET, WRANGLER, domains, filesIn, lines, useDays } from "./days.mjs";

const days = useDays();
const { day, goodDay, seen, seenAlways, loseCache } = days;

for (const [name, inputs] of Object.entries({ rclone: RCLONE, wrangler: WRANGLER })) {
  test(`${name}: old files are deleted after the manifest`, async () => {
    const options = { ...inputs, args: "--keep=0\n--compact=0" };
    const puts = ["put r2/lists/blocked/files/HASH.bloom", "put r2/lists/blocked/manifest.json"];
    await goodDay(DAY_1, options);
    assert.deepEqual((await goodDay(DAY_2, options)).host, [...puts, "delete r2/lists/blocked/files/HASH.bloom"]);
    await seen(DAY_2);
    // A host that does not delete costs space only.
    days.runner.env.FAKE_FAIL_AFTER = "2";
    const { log, host } = await goodDay(DAY_3, options);
    assert.match(log, /^::warning title=edgebloom::old files were not removed: /m);
    assert.deepEqual(host, puts);
    assert.equal(await seen(DAY_3), 3);
  });
}

test("a list may shrink with allow-shrink", async () => {
  await goodDay(DAY_1);
  assert.equal((await goodDay(domains(0, 100), { ...RCLONE, "allow-shrink": "true" })).outputs.sequence, "2");
  assert.equal(await seen(domains(0, 100)), 2);
});

test("the upload stops on two days, and the list changes each day", async () => {
  const near = (extra) => [...DAY_1, ...domains(5000, 5000 + extra)];
  await goodDay(near(0));
  days.runner.env.FAKE_FAIL_AFTER = "0";
  for (const extra of [2, 4]) assert.ok(!(await day(near(extra))).ok);
  days.runner.env = {};
  const { outputs, host } = await goodDay(near(6));
  assert.equal(outputs.sequence, "4");
  // Layers that the host never got, too.
  assert.equal(host.length, readdirSync(days.runner.at(SET, "files")).length + 1);
  assert.ok(host.length > 3, `${host}`);
  await seenAlways([[], near(0), [], [], near(6)]);
});

test("two runs at once: another set with the same number", async () => {
  const { runner } = days;
  await goodDay(DAY_1);
  runner.env.FAKE_FAIL_AFTER = "0";
  assert.ok(!(await day(DAY_2)).ok);
  runner.env = {};
  // This run has restored the cache before the other one saved it.
  const saved = runner.caches.at(-1);
  renameSync(runner.at("cache", saved), runner.at("later"));
  await goodDay(DAY_3);
  loseCache(1);
  renameSync(runner.at("later"), runner.at("cache", saved));
  assert.equal(await seen(DAY_3), 2);
  const { outputs, log } = await goodDay(DAY_2);
  assert.match(log, /the cache is older than what clients have/);
  assert.equal(outputs.sequence, "3");
  assert.equal(await seen(DAY_2), 3);
});

test("with public-url, what clients get is fetched and verified", async () => {
  const inputs = { ...RCLONE, "public-url": `${days.origin}/${SET}/manifest.json`, shards: "4" };
  await goodDay(DAY_1, inputs);
  const { log } = await goodDay(DAY_2, inputs);
  assert.match(log, /^finish: \d+ files from http:/m);
  assert.equal(log.match(/^verify: sequence 2: all of 2020 listed keys are found$/gm).length, 2);
});

test("GitHub Pages: a site with the set in a folder of its own", async () => {
  const { runner } = days;
  runner.pagesUrl = `${days.origin}/host/pages`;
  const inputs = { list: "domains.txt", keys: "domain", upload: "pages", target: "site", output: "site/lists/blocked" };
  const path = "host/pages/lists/blocked";
  await goodDay(DAY_1, inputs);
  assert.equal(await seen(DAY_1, path), 1);
  const { log } = await goodDay(DAY_2, inputs);
  assert.match(log, /^finish: \d+ files from http:.*\/host\/pages\/lists\/blocked\/manifest\.json/m);
  assert.ok(!(await day(domains(0, 10), inputs)).ok);
  assert.equal(await seen(DAY_2, path), 2);
  // Without the cache, the number comes from the site.
  loseCache();
  assert.equal((await goodDay(DAY_3, inputs)).outputs.sequence, "3");
  assert.equal(await seen(DAY_3, path), 3);
  // The state is not on the site.
  const isPublic = (name) => /^lists\/blocked\/(manifest\.json|files\/[0-9a-f]{64}\.bloom)$/.test(name);
  assert.deepEqual(
    filesIn(runner.at("host/pages")).filter((name) => !isPublic(name)),
    [],
  );
});

test("without an upload, the folder is ready; only public-url knows what clients have", async () => {
  const inputs = { list: "domains.txt", keys: "domain", output: "lists/blocked" };
  const first = await goodDay(DAY_1, inputs);
  assert.match(first.log, /^::warning title=edgebloom::no set in the cache: the sequence starts at 1/m);
  assert.deepEqual(first.outputs, { changed: "true", sequence: "1", keys: "2000", folder: "lists/blocked" });
  assert.match(first.summary, /^### Ready to upload\n/);
  assert.equal((await goodDay(DAY_1, inputs)).outputs.changed, "false");
  assert.ok(readFileSync(days.runner.at("work/lists/blocked/manifest.json")).length);
  const known = { ...inputs, "public-url": `${days.origin}/nowhere/manifest.json` };
  assert.equal((await goodDay(DAY_1, known)).outputs.changed, "true");
});

test("signs the manifest, and leaves the private key nowhere", async () => {
  const { runner } = days;
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, "keygen"], { encoding: "utf8" });
  const key = stdout.trim();
  await goodDay(DAY_1, { ...RCLONE, name: "blocked", "signing-key": key });
  assert.match(readFileSync(runner.at(SET, "manifest.json"), "utf8"), /"signature"/);
  assert.ok(key && stderr);
  const kept = filesIn(runner.at()).filter((name) => readFileSync(runner.at(name)).includes(key));
  assert.deepEqual(kept, []);
});

test("several lists, maps and names with blanks and dashes", async () => {
  const { runner } = days;
  const puts = { "-x 1.txt": DAY_1.slice(0, 900), "-x 2.txt": DAY_1.slice(900), "-.txt": DAY_2.slice(-5) };
  runner.fresh();
  for (const [name, list] of Object.entries(puts)) runner.put(name, lines(list));
  const { ok, log, outputs } = await runner.run({ ...RCLONE, list: "-x *.txt\n-.txt" });
  assert.ok(ok, log);
  assert.equal(outputs.keys, "2005");
  await seen([...DAY_1, ...DAY_2.slice(-5)]);
  runner.fresh();
  runner.put("spam.txt", lines(DAY_1));
  runner.put("ads.txt", lines(DAY_2));
  const args = "--label=spam=spam.txt\n--label=ads=ads.txt";
  const map = await runner.run({ ...RCLONE, target: "r2:other", list: "", "state-key": "map", args });
  assert.ok(map.ok, map.log);
  assert.equal(map.outputs.keys, "2030");
});
