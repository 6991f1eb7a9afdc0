// action.yml, the workflows of the action's README and those of this repository, read by GitHub's own parser.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { at } from "../../../scripts/run.mjs";
import { ACTION } from "./composite.mjs";
import { errorsInAction, errorsInWorkflow } from "./github-parser.mjs";

const read = (path) => readFileSync(at(path), "utf8");
const ACTION_TEXT = read("action/action.yml");
const README = read("action/README.md");
const WORKFLOWS = [...README.matchAll(/^```yaml\n([^]*?)^```$/gm)]
  .map(([, text]) => text)
  .filter((text) => /^on:/m.test(text));

test("action.yml is valid", () => {
  assert.deepEqual(errorsInAction(ACTION_TEXT), []);
});

test("the parser finds mistakes in an action", () => {
  for (const [from, to] of [
    ["using: composite", "using: compost"],
    ["shell: bash", "shel: bash"],
    ["      shell: bash\n", ""],
    ["toJSON(inputs)", "toJSN(inputs)"],
    ["  using: composite\n", ""],
    ["    - id: start", "    - name: x\n      timeout-minutes: 1"],
  ]) {
    assert.ok(ACTION_TEXT.includes(from), from);
    assert.notDeepEqual(errorsInAction(ACTION_TEXT.replace(from, to)), [], to);
  }
});

test("the workflows of the README and of this repository are valid", async () => {
  assert.ok(WORKFLOWS.length >= 3, `${WORKFLOWS.length}`);
  const own = readdirSync(at(".github/workflows")).map((name) => read(`.github/workflows/${name}`));
  for (const text of [...WORKFLOWS, ...own]) assert.deepEqual(await errorsInWorkflow(text), [], text);
  assert.notDeepEqual(await errorsInWorkflow(WORKFLOWS[0].replace("runs-on", "run-on")), []);
});

test("no value is put into the text of a script", () => {
  const scripts = ACTION.runs.steps.flatMap(({ run }) => run ?? []);
  assert.ok(scripts.length >= 4);
  for (const script of scripts) assert.match(script, /^node "\$GITHUB_ACTION_PATH\/main\.mjs" [a-z]+$/);
  const own = ACTION.runs.steps.flatMap(({ uses }) => uses ?? []);
  // A tag can be moved, a commit cannot.
  for (const uses of own) assert.match(uses, /^actions\/[\w/-]+@[0-9a-f]{40}$/);
});

test("the README has each input, its default and each output", () => {
  const rows = new Map([...README.matchAll(/^\| `([\w-]+)` \| (.*?) \|/gm)].map(([, name, usual]) => [name, usual]));
  for (const [name, { default: usual }] of Object.entries(ACTION.inputs)) {
    assert.ok(rows.has(name), name);
    if (usual !== undefined) assert.equal(rows.get(name), `\`${usual}\``, name);
  }
  for (const name of Object.keys(ACTION.outputs)) assert.ok(rows.has(name), name);
  assert.equal(rows.size, Object.keys({ ...ACTION.inputs, ...ACTION.outputs }).length);
});

test("the README names the version of this repository", () => {
  const { version } = JSON.parse(read("pkg/package.json"));
  const named = [...README.matchAll(/\/action@(\S+)/g)].map(([, tag]) => tag);
  assert.ok(named.length >= 4);
  assert.deepEqual([...new Set(named)], [`v${version}`]);
});

test("the README uses inputs that exist", () => {
  for (const text of WORKFLOWS) {
    const [, values = ""] = /edgebloom\/action@\S+\n +with:\n((?: {10}.*\n?)+)/.exec(text) ?? [];
    const names = [...values.matchAll(/^ {10}([\w-]+):/gm)].map(([, name]) => name);
    assert.ok(names.includes("list"), text);
    for (const name of names) assert.ok(ACTION.inputs[name], name);
  }
});
