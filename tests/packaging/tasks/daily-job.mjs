// Runs the job of a page whose Worker follows a list in R2, with a wrangler that only notes what it uploads.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../../../scripts/run.mjs";
import { runShell, writeFiles } from "./task.mjs";

const UPLOADS = "uploads.txt";
const NOTE = `#!/usr/bin/env node
require("node:fs").appendFileSync("${UPLOADS}", process.argv.slice(2).join(" ") + "\\n");
`;

/**
 * A project with the files of a page and that wrangler.
 * @param {ReturnType<typeof import("../project.mjs").makeProjects>} projects
 * @param {string} name
 * @param {Map<string, string>} files
 */
export function jobIn(projects, name, files) {
  const folder = projects.project(name);
  writeFiles(folder, files);
  mkdirSync(join(folder, "wrangler"));
  writeFileSync(
    join(folder, "wrangler/package.json"),
    '{ "name": "wrangler", "version": "4.0.0", "bin": "wrangler.js" }',
  );
  writeFileSync(join(folder, "wrangler/wrangler.js"), NOTE);
  npm(["install", "--offline", "--no-audit", "--no-fund", "./wrangler"], { cwd: folder, quiet: true });
  return folder;
}

/**
 * The files that the job has uploaded since the last call, in order.
 * @param {string} folder
 * @param {string} list
 * @param {"--local" | "--remote"} where
 */
export function uploaded(folder, list, where) {
  const lines = readFileSync(join(folder, UPLOADS), "utf8").split("\n").filter(Boolean);
  writeFileSync(join(folder, UPLOADS), "");
  return lines.map((line) => {
    const [, file] = line.match(RegExp(`^r2 object put lists/${list}/(\\S+) --file ${list}/\\1 ${where}$`)) ?? [];
    assert.ok(file, line);
    return file;
  });
}

/**
 * Runs nightly.sh, always on a Wednesday. The page's list has two million lines; this one needs `atLeast`.
 * @param {string} folder
 * @param {{ atLeast: number, list: string, others?: Record<string, string>, args?: string }} given `list`: what the source serves as the list; `others`: what it serves as other files
 */
export function runNightly(folder, { atLeast, list, others = {}, args = "" }) {
  const script = readFileSync(join(folder, "nightly.sh"), "utf8");
  assert.ok(script.includes("-ge 1900000"));
  writeFileSync(join(folder, "night.sh"), script.replace("1900000", `${atLeast}`));
  writeFileSync(join(folder, "source-new.txt"), list);
  for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, `source-${name}`), text);
  const stubs =
    'curl() { case $3 in file:*) cp "${3#file://}" $2;; *) cp source-$2 $2; esac; }; date() { echo Wed; }; ';
  return runShell(folder, { command: `${stubs}set -- ${args}; . ./night.sh` });
}
