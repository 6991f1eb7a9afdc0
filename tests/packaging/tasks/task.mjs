// A page of docs/tasks: its files are those of the folder of the same name in examples/, and its commands print what the page says.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { at } from "../../../scripts/run.mjs";
import { printed } from "../command.mjs";
import { scriptOf } from "../tools.mjs";

/**
 * The files and commands of a page, in their order: blocks with a name are files, `sh` blocks are commands, and a `text` block is what the
 * command before it prints.
 * @param {string} name of the page and of the folder
 * @param {string[]} [otherFiles] files that the page shows, but that are not in examples/
 */
export function readTask(name, otherFiles = []) {
  const page = readFileSync(at(`docs/tasks/${name}.md`), "utf8");
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {{ command: string, output?: string }[]} */
  const steps = [];
  for (const [, indent, kind, file, block] of page.matchAll(/^( *)```(\w+)(?: \[([^\]\n]+)\])?\n(.*?)^\1```$/gms)) {
    const text = block.replaceAll(RegExp(`^${indent}`, "gm"), "");
    if (file) files.set(file, text);
    else if (kind === "sh")
      steps.push(
        ...text
          .trim()
          .split("\n")
          .map((command) => ({ command })),
      );
    else if (kind === "text" && steps.length) steps[steps.length - 1].output = text;
  }
  assert.ok(files.size && steps.length, `${name}: files and commands`);
  for (const [file, text] of files) {
    if (!otherFiles.includes(file))
      assert.equal(readFileSync(at(`examples/${name}/${file}`), "utf8"), text, `examples/${name}/${file}`);
  }
  return { files, steps };
}

/**
 * Writes the files of a page into a project.
 * @param {string} folder
 * @param {Map<string, string>} files
 */
export function writeFiles(folder, files) {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/**
 * Runs a step of a page, and compares what it prints. `npx NAME` is the installed NAME, and `node` is this Node.
 * @param {string} folder
 * @param {{ command: string, output?: string }} step
 * @param {Record<string, string>} [env]
 */
export async function runStep(folder, { command, output }, env) {
  // Some arguments are in quotes.
  const [program, ...words] = (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, "$2"),
  );
  const args = program === "npx" ? [scriptOf(folder, words[0]), ...words.slice(1)] : words;
  assert.ok(program === "npx" || program === "node", command);
  const text = await printed(process.execPath, args, { cwd: folder, env });
  if (output !== undefined) assert.equal(text, output, command);
  return text;
}

/**
 * Copies packages of the repository into a project, as if npm had installed them there.
 * @param {string} folder
 * @param {string[]} names
 */
export function addPackages(folder, ...names) {
  for (const name of names)
    cpSync(at("node_modules", name), join(folder, "node_modules", name), { recursive: true, dereference: true });
}
