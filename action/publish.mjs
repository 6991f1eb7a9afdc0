// The step `publish`: from the list of today to a proved set in the folder, and to what is left to upload.
//
// Three things can disagree: the folder and its state, which come from the cache, and what clients have.
//
// - They have the manifest of the folder: the usual case.
// - They have an older one, or none: the last upload did not get through. The folder and the state are right, and all files are uploaded.
// - They have a later one, or another one with the same number, or there is no folder: the cache is lost, or older than the last upload. A set made
//   from it would get a number that was already used, and clients would reject it. So the manifest of the host is put into the folder, and the
//   state is removed: publish then writes a new base with the next number.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPublished, sequenceOf } from "./host.mjs";
import { findLists } from "./lists.mjs";
import { annotate, setOutputs } from "./log.mjs";
import { edgebloom } from "./programs.mjs";
import { verify } from "./verify.mjs";

/** @typedef {import("./inputs.mjs").Inputs} Inputs */

/**
 * What the next steps need.
 * @typedef {object} Job
 * @property {boolean} changed true if clients do not have this set yet
 * @property {string[]} paths of the list
 * @property {string[]} upload files of the set, in the order of the upload, without the manifest
 * @property {string[]} remove files that no manifest names any more
 * @property {Facts} facts
 */

/**
 * What `publish --json` prints.
 * @typedef {{ changed: boolean, sequence: number, files: string[], upload: string[], keys: number, added: number, removed: number,
 *   writtenBytes: number, setBytes: number }} Facts
 */

/**
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 */
export async function publish(inputs, env) {
  const paths = await findLists(inputs.list, join(inputs.work, "lists"));
  const there = await readPublished(inputs, env);
  const before = readIfThere(manifestIn(inputs));
  const isAdopted = adopt(inputs, before, there);
  const files = namesIn(inputs);
  const facts = runPublish(inputs, paths, env);
  verify(inputs, inputs.output, paths, env);
  const isThere = there?.equals(readFileSync(manifestIn(inputs))) ?? false;
  // The manifest is uploaded last: where it is, all its files are.
  const upload = isThere ? [] : there && before?.equals(there) ? facts.upload : facts.files;
  const left = namesIn(inputs);
  /** @type {Job} */
  const job = {
    changed: there === undefined ? facts.changed : !isThere,
    paths,
    upload: upload.filter((path) => path !== "manifest.json"),
    // A client may be fetching the files of the manifest that was adopted, and they are not in the folder.
    remove: isAdopted ? [] : [...files].filter((name) => !left.has(name)).map((name) => `files/${name}`),
    facts,
  };
  writeFileSync(jobIn(inputs), JSON.stringify(job));
  setOutputs({ changed: job.changed, save: facts.changed, sequence: facts.sequence, keys: facts.keys }, env);
}

/**
 * The job that the step `publish` has left.
 * @param {Inputs} inputs
 * @returns {Job}
 */
export const readJob = (inputs) => JSON.parse(readFileSync(jobIn(inputs), "utf8"));

/** @param {Inputs} inputs */
const jobIn = ({ work }) => join(work, "job.json");

/** @param {Inputs} inputs */
export const manifestIn = ({ output }) => join(output, "manifest.json");

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * The names in `files`.
 * @param {Inputs} inputs
 */
function namesIn({ output }) {
  try {
    return new Set(readdirSync(join(output, "files")));
  } catch {
    return new Set();
  }
}

/**
 * Continues after the manifest that clients have, if the cache is lost or older. Returns true if so.
 * @param {Inputs} inputs
 * @param {Buffer | undefined} here
 * @param {Buffer | null | undefined} there
 */
function adopt(inputs, here, there) {
  const path = manifestIn(inputs);
  if (there === undefined && !here) {
    const hint = "set public-url, or clients that have a larger number reject the set";
    annotate(
      "warning",
      "edgebloom",
      `no set in the cache: the sequence starts at 1. If this is not the first run, ${hint}`,
    );
  }
  if (!there || (here && isOurs(here, there, path))) return false;
  const reason = here ? "the cache is older than what clients have" : "there is no set in the cache";
  annotate("warning", "edgebloom", `${reason}: a new base is published, and clients fetch all of it`);
  rmSync(inputs.state, { recursive: true, force: true });
  mkdirSync(inputs.output, { recursive: true });
  writeFileSync(path, there);
  return true;
}

/**
 * True if clients have our manifest, or an earlier one.
 * @param {Buffer} here
 * @param {Buffer} there
 * @param {string} path
 */
const isOurs = (here, there, path) => here.equals(there) || sequenceOf(there, "") < sequenceOf(here, path);

/**
 * @param {Inputs} inputs
 * @param {string[]} paths
 * @param {NodeJS.ProcessEnv} env
 * @returns {Facts}
 */
function runPublish({ version, options, signingKey, state, work, output }, paths, env) {
  const keyFile = join(work, "signing.key");
  const args = ["publish", "--json", `--state=${state}`, `--output=${output}`, ...options];
  if (signingKey) {
    writeFileSync(keyFile, `${signingKey}\n`, { mode: 0o600 });
    args.push(`--signing-key=${keyFile}`);
  }
  try {
    return edgebloom(version, [...args, "--", ...paths], env, (text) => annotate("warning", "edgebloom", text));
  } finally {
    rmSync(keyFile, { force: true });
  }
}
