// docs/tasks/which-list.md: builds the map, and shows the page in Chromium, with the map and with the published set.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { at } from "../../../scripts/run.mjs";
import { serveSite } from "../../../scripts/serve-site.mjs";
import { closeBrowsers, openBrowser } from "../browsers.mjs";
import { makeProjects } from "../project.mjs";
import { leaveOut } from "../tools.mjs";
import { readTask, runStep, writeFiles } from "./task.mjs";

const { files, steps } = readTask("which-list");
const [install, build, check, serve, publish] = steps;

let projects;
/** @type {string} */
let folder;
let env;
before(() => {
  projects = makeProjects();
  folder = projects.project("which-list");
  env = { XDG_STATE_HOME: join(folder, "state"), LOCALAPPDATA: join(folder, "state") };
  writeFiles(folder, files);
});
after(async () => {
  await closeBrowsers();
  projects?.remove();
});

test("the commands", async () => {
  assert.deepEqual([install.command, serve.command], ["npm install edgebloom", "npx serve"]);
  await runStep(folder, build);
  await runStep(folder, check);
  await runStep(folder, publish, env);
});

test("the page in Chromium", async (t) => {
  const { browser, hint } = await openBrowser("Chromium");
  if (!browser) return leaveOut(t, `no Chromium: ${hint}`);
  const server = await serveSite(folder);
  try {
    const shown = async () => `${await browser.read(server.url)}\n`;
    assert.equal(await shown(), serve.output);

    // The page gets the set instead of the map, as the step about updates says.
    const page = join(folder, "index.html");
    const [, live] = /```js\n(.*?)```/s.exec(readFileSync(at("docs/tasks/which-list.md"), "utf8"));
    const html = readFileSync(page, "utf8").replace(/ {2}import \{ MapReader .*? const lists = .*?\n/s, () => live);
    assert.ok(html.includes("LiveFilter") && !html.includes("MapReader"));
    writeFileSync(page, html);
    assert.equal(await shown(), serve.output);

    writeFileSync(join(folder, "malware.txt"), "example.org\ntracker.example\n");
    writeFileSync(join(folder, "ads.txt"), "ads.example\n");
    await runStep(folder, publish, env);
    const expected = serve.output.replace("ads,malware", "malware").replace("no list", "malware");
    assert.equal(await shown(), expected);
  } finally {
    await server.close();
  }
});
