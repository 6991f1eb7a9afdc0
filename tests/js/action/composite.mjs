// Runs action/action.yml as GitHub's runner does: its steps in their order, with their conditions, variables and outputs. The cache is a folder,
// and so is GitHub Pages. `npx` and `rclone` are the programs of programs.mjs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { at } from "../../../scripts/run.mjs";

export const ACTION = parse(readFileSync(at("action/action.yml"), "utf8"));

/** The machines of all runs of a workflow: what stays is the cache and the host. */
export class Runner {
  #root = mkdtempSync(join(tmpdir(), "edgebloom-action-"));
  #run = 0;
  /** Variables for the programs. */
  env = {};
  /** The address of GitHub Pages. */
  pagesUrl = "";

  constructor() {
    const programs = at("tests/js/action/programs.mjs");
    for (const name of ["npx", "rclone"]) {
      mkdirSync(this.at("bin"), { recursive: true });
      writeFileSync(this.at("bin", name), `#!/bin/sh\nexec '${process.execPath}' '${programs}' ${name} "$@"\n`);
      chmodSync(this.at("bin", name), 0o755);
    }
    for (const name of ["cache", "host", "snapshots"]) mkdirSync(this.at(name));
    this.fresh();
  }

  at(...parts) {
    return join(this.#root, ...parts);
  }

  remove() {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** A new machine: an empty workspace. */
  fresh() {
    for (const name of ["work", "temp"]) {
      rmSync(this.at(name), { recursive: true, force: true });
      mkdirSync(this.at(name));
    }
  }

  /** Writes a file of the workspace, as a checkout does. */
  put(name, text) {
    writeFileSync(this.at("work", name), text);
  }

  /** What the programs did on the host since the last call. */
  take() {
    const log = this.at("log");
    const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    rmSync(log, { force: true });
    return lines;
  }

  /** The entries of the cache, oldest first. */
  get caches() {
    return readdirSync(this.at("cache")).sort();
  }

  /** Removes the entries of the cache, from a number on. */
  loseCache(from = 0) {
    for (const name of this.caches.slice(from)) rmSync(this.at("cache", name), { recursive: true });
  }

  /**
   * Runs the action. Returns whether it succeeded, its log, outputs and summary.
   * @param {Record<string, string>} given
   */
  async run(given) {
    this.#run++;
    const names = Object.entries(ACTION.inputs);
    for (const name of Object.keys(given)) assert.ok(ACTION.inputs[name], `${name}: no input of action.yml`);
    const inputs = Object.fromEntries(names.map(([name, { default: usual }]) => [name, given[name] ?? usual ?? ""]));
    const summary = this.at("temp", "summary");
    const context = { inputs, steps: {} };
    let log = "";
    let ok = true;
    for (const [i, step] of ACTION.runs.steps.entries()) {
      if (step.if && !isTrue(step.if, context)) continue;
      const outputs = this.at("temp", `outputs-${i}`);
      const env = {
        ...process.env,
        ...this.env,
        PATH: `${this.at("bin")}${delimiter}${process.env.PATH}`,
        FAKE_ROOT: this.#root,
        ...valuesOf(step.env, context),
        GITHUB_ACTION_PATH: at("action"),
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_RUN_ID: `${1000 + this.#run}`,
        GITHUB_RUN_ATTEMPT: "1",
        RUNNER_TEMP: this.at("temp"),
      };
      if (step.run) {
        assert.equal(step.shell, "bash");
        const done = await bash(step.run, { cwd: this.at("work"), env });
        log += done.output;
        if (done.code !== 0) {
          ok = false;
          break;
        }
      } else {
        const result = this.#use(step.uses, valuesOf(step.with, context));
        if (step.id) context.steps[step.id] = { outputs: result };
        continue;
      }
      if (step.id) context.steps[step.id] = { outputs: outputsIn(outputs) };
    }
    const results = Object.entries(ACTION.outputs).map(([name, { value }]) => [name, filled(value, context)]);
    const text = existsSync(summary) ? readFileSync(summary, "utf8") : "";
    return { ok, log, outputs: Object.fromEntries(results), summary: text };
  }

  /** An action of GitHub. */
  #use(uses, values) {
    const [name] = uses.split("@");
    const does = {
      "actions/cache/restore": () => this.#restore(values),
      "actions/cache/save": () => this.#save(values),
      "actions/configure-pages": () => ({ base_url: this.pagesUrl }),
      "actions/upload-pages-artifact": () => {
        rmSync(this.at("artifact"), { recursive: true, force: true });
        cpSync(join(this.at("work"), values.path), this.at("artifact"), { recursive: true });
      },
      "actions/deploy-pages": () => {
        rmSync(this.at("host/pages"), { recursive: true, force: true });
        cpSync(this.at("artifact"), this.at("host/pages"), { recursive: true });
      },
    }[name];
    assert.ok(does, uses);
    return does() ?? {};
  }

  /** The newest entry whose key begins with `restore-keys`. */
  #restore({ path, key, "restore-keys": prefix }) {
    assert.ok(key.startsWith(prefix) && key !== prefix);
    const found = this.caches.filter((name) => name.slice(5).startsWith(prefix)).at(-1);
    if (!found) return;
    for (const [i, each] of pathsIn(path).entries()) {
      const saved = this.at("cache", found, `${i}`);
      if (existsSync(saved)) cpSync(saved, this.#resolve(each), { recursive: true, force: true });
    }
  }

  #save({ path, key }) {
    const name = `${1000 + this.#run}-${key}`;
    for (const [i, each] of pathsIn(path).entries()) {
      cpSync(this.#resolve(each), this.at("cache", name, `${i}`), { recursive: true });
    }
  }

  #resolve(path) {
    return path.startsWith("/") ? path : this.at("work", path);
  }
}

const pathsIn = (text) => text.split("\n").filter((line) => line.trim());

/** The values with their expressions filled in. */
const valuesOf = (values = {}, context) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, context)]));

const filled = (text, context) =>
  `${text}`.replace(/\$\{\{ (.+?) \}\}/g, (_, expression) => valueOf(expression, context));

/** The value of `toJSON(inputs)`, `inputs.NAME` or `steps.ID.outputs.NAME`: what action.yml has. */
function valueOf(expression, { inputs, steps }) {
  if (expression === "toJSON(inputs)") return JSON.stringify(inputs, null, 2);
  const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
  if (input) return inputs[input];
  const [, id, output] = /^steps\.(\w+)\.outputs\.([\w-]+)$/.exec(expression) ?? [];
  assert.ok(id, expression);
  return steps[id]?.outputs[output] ?? "";
}

/** A condition such as `inputs.upload == 'pages'`. */
function isTrue(condition, context) {
  const [, left, right] = /^(\S+) == '(\w+)'$/.exec(condition) ?? [];
  assert.ok(left, condition);
  return valueOf(left, context) === right;
}

function outputsIn(file) {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Runs a script as the runner does. It does not block this process, which may be the web server. */
function bash(script, { cwd, env }) {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd,
    env,
    timeout: 120_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
