// Installs the packed tarball in a project for each row of cases.mjs. Filters of every kind must give the same answers everywhere. `npm test` runs the fast rows, `npm run test:everywhere` all of them.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { closeBrowsers, openBrowser } from "./browsers.mjs";
import { CASES, nameOf } from "./cases.mjs";
import { FIXTURE } from "./make-fixture.mjs";
import { makeProjects } from "./project.mjs";
import { bring, everywhere, leaveOut } from "./tools.mjs";

const SOURCES = fileURLToPath(new URL("projects", import.meta.url));
const fixtureText = readFileSync(FIXTURE, "utf8");
const { expected } = JSON.parse(fixtureText);
const { own, set, guava } = expected;
const EXPECTED = {
  load: own,
  fromBase64: own,
  static: expected.static,
  reader: own,
  staticReader: expected.static,
  live: own,
  set,
  compat: guava,
};
const MINUTES = 10;

let projects;
const folders = new Map();
const ends = [];

before(() => {
  projects = makeProjects();
});
after(async () => {
  await Promise.all(ends.map((end) => end()));
  await closeBrowsers();
  projects?.remove();
});

/** Creates the folder of a row, with the user's code, the fixture and the row's tools. */
function folderOf({ files, project }, name, tool) {
  if (project && folders.has(project)) return folders.get(project);
  const folder = projects.project(project ?? name, tool);
  if (project) folders.set(project, folder);
  for (const source of ["shared", ...(files ? [files] : [])])
    cpSync(join(SOURCES, source), folder, { recursive: true });
  writeFileSync(join(folder, "fixture.json"), fixtureText);
  writeFileSync(join(folder, "fixture.mjs"), `export const fixture = ${fixtureText}`);
  return folder;
}

/** The folders of a row's tools by name; undefined if a tool is not available. */
function bringAll({ linked, runtime }, t) {
  const brought = new Map();
  for (const name of [linked, runtime].flat().filter(Boolean)) {
    const folder = bring(name, t);
    if (!folder) return;
    brought.set(name, folder);
  }
  return brought;
}

test("each row has a name of its own", () => {
  assert.equal(new Set(CASES.map(nameOf)).size, CASES.length);
});

CASES.forEach((one, i) => {
  if (!everywhere && !one.fast) return;
  test(nameOf(one), { timeout: MINUTES * 60_000 }, async (t) => {
    const brought = bringAll(one, t);
    if (!brought) return;
    const { browser, hint } = one.browser ? await openBrowser(one.browser) : {};
    if (one.browser && !browser) return leaveOut(t, `no ${one.browser} is here: ${hint}`);
    if (browser) t.diagnostic(`${one.browser} ${browser.version}`);
    const folder = folderOf(one, `case-${i}`, brought.get(one.linked));
    const text = await one.run({
      folder,
      toolAt: (name) => brought.get(name),
      read: (url) => browser.read(url),
      later: (end) => ends.push(end),
    });
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      assert.fail(`no answers came out, but: ${text}`);
    }
    assert.deepEqual(found, EXPECTED);
  });
});
