// docs/tasks/testing.md: its tests pass in node:test, Vitest and Jest, and print the lines of the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { printed } from "../command.mjs";
import { makeProjects } from "../project.mjs";
import { bring, commandOf, scriptOf } from "../tools.mjs";
import { readTask, writeFiles } from "./task.mjs";

const { files, steps } = readTask("testing");
const [install, answers, updates, vitest, jest] = steps;

let projects;
before(() => (projects = makeProjects()));
after(() => projects?.remove());

/** A project with the files of the page. */
function prepare(name, tool) {
  const folder = projects.project(name, tool);
  writeFiles(folder, files);
  return folder;
}

test("the commands of the page are those that this file runs", () => {
  assert.equal(steps.length, 5);
  assert.equal(install.command, "npm install edgebloom");
});

test("node:test", async () => {
  const cwd = prepare("node-test");
  for (const { command, output } of [answers, updates]) {
    const [node, ...args] = command.split(" ");
    assert.equal(node, "node");
    const text = await printed(process.execPath, ["--test-reporter=spec", ...args], { cwd });
    // Without the times, and without the summary.
    const lines = text.replace(/ \([\d.]+ms\)$/gm, "").match(/^✔.*\n/gm);
    assert.equal(lines?.join(""), output, command);
  }
});

test("Vitest", async (t) => {
  const [tool, node] = [bring("vitest", t), bring("node-24", t)];
  if (!tool || !node) return;
  const cwd = prepare("vitest", tool);
  const [npx, name, ...args] = vitest.command.split(" ");
  assert.deepEqual([npx, name], ["npx", "vitest"]);
  const text = await printed(commandOf(node, "node"), [scriptOf(cwd, name), ...args], { cwd });
  assert.match(text, /Tests +3 passed/);
});

test("Jest", async (t) => {
  const tool = bring("jest", t);
  if (!tool) return;
  const cwd = prepare("jest", tool);
  const [node, ...args] = jest.command.split(" ");
  assert.equal(node, "node");
  const result = await printed(process.execPath, [...args, "--json"], { cwd });
  assert.equal(JSON.parse(result).numPassedTests, 3);
});
