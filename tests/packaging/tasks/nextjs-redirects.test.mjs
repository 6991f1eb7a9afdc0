// docs/tasks/nextjs-redirects.md: builds and starts the app with the packed tarball, as a proxy and as the middleware of older versions.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { printed, served } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { bring, scriptOf } from "../tools.mjs";
import { readTask, runStep, writeFiles } from "./task.mjs";

let projects;
before(() => {
  projects = makeProjects();
});
after(() => projects?.remove());

/** What `curl` of a step prints. */
async function curl(command, url) {
  const [, format, path] = /^curl -s -o \/dev\/null -w "(.+)" "?http:\/\/localhost:3000(.+?)"?$/.exec(command);
  const response = await fetch(url + path, { redirect: "manual" });
  const location = response.headers.get("location");
  return format
    .replace("%{http_code}", String(response.status))
    .replace("%{redirect_url}", location && String(new URL(location, "http://localhost:3000")))
    .replace("\\n", "\n");
}

/** Builds and starts the app in a folder, asks it what the page asks, and checks what it answers and prints. */
async function check(folder, curls) {
  await printed(process.execPath, [scriptOf(folder, "next"), "build"], { cwd: folder, seconds: 300 });
  const args = [scriptOf(folder, "next"), "start", "--hostname", "127.0.0.1", "--port", "0"];
  const { url, said, stop } = await served(process.execPath, args, { cwd: folder });
  try {
    const answers = [];
    for (const { command } of curls) answers.push(await curl(command, url));
    assert.equal(answers.join(""), curls.at(-1).output, said());
    assert.deepEqual(said().match(/lookup: .*/g), ["lookup: /archive/123.html", "lookup: /long"]);
  } finally {
    await stop();
  }
}

test("Redirects in Next.js", { timeout: 600_000 }, async (t) => {
  const { files, steps } = readTask("nextjs-redirects");
  const next = bring("next", t);
  if (!next) return;
  const folder = projects.project("nextjs-redirects", next);
  writeFiles(folder, files);
  const [install, table, filter, build, start, ...curls] = steps;
  assert.deepEqual(
    [install, build, start].map(({ command }) => command),
    ["npm install edgebloom next react react-dom", "npx next build", "npx next start"],
  );
  await runStep(folder, table);
  await runStep(folder, filter);
  await check(folder, curls);

  // The page says how to name it in older versions. This one still takes the old name, and runs it in the Edge runtime.
  writeFileSync(
    join(folder, "middleware.js"),
    readFileSync(join(folder, "proxy.js"), "utf8").replace("function proxy(", "function middleware("),
  );
  rmSync(join(folder, "proxy.js"));
  await check(folder, curls);
});
