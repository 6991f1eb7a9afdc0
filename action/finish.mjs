// The step `finish`: verifies what clients get, and writes the summary.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addressOf, fetchFile, openHost } from "./host.mjs";
import { Failure, inMarkdown, say, summarize } from "./log.mjs";
import { manifestIn, readJob } from "./publish.mjs";
import { verify } from "./verify.mjs";

/** @typedef {import("./inputs.mjs").Inputs} Inputs */

/** A deployment may need some minutes to arrive everywhere. In milliseconds. */
const PAUSES = [1, 2, 5, 10, 20, 30, 60, 60, 60].map((seconds) => seconds * 1000);
const AT_ONCE = 8;

/**
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 */
export async function finish(inputs, env) {
  const job = readJob(inputs);
  const isUploaded = inputs.upload === "pages" || (inputs.upload !== "none" && job.changed);
  const address = addressOf(inputs, env);
  if (isUploaded && address) await verifyFrom(address, inputs, job, env);
  else if (isUploaded && !(await openHost(inputs, env)?.read())?.equals(readFileSync(manifestIn(inputs)))) {
    throw new Failure(`${inputs.target}: the manifest there is not the one that was uploaded`);
  }
  summarize(summaryOf(inputs, job, address), env);
}

/**
 * Fetches the whole set as a client does, and verifies it.
 * @param {string} address of the manifest
 * @param {Inputs} inputs
 * @param {import("./publish.mjs").Job} job
 * @param {NodeJS.ProcessEnv} env
 */
async function verifyFrom(address, inputs, { facts, paths }, env) {
  await arrival(address, readFileSync(manifestIn(inputs)));
  const folder = mkdtempSync(join(inputs.work, "fetched-"));
  try {
    mkdirSync(join(folder, "files"));
    const left = facts.files.slice();
    const fetchNext = async () => {
      for (let path; (path = left.shift()); ) {
        const bytes = await fetchFile(new URL(path, address).href);
        if (!bytes) throw new Failure(`${new URL(path, address)}: the file is missing`);
        writeFileSync(join(folder, path), bytes);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    say("finish", `${facts.files.length} files from ${address}`);
    verify(inputs, folder, paths, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until an address has a manifest.
 * @param {string} address
 * @param {Buffer} manifest
 * @param {number[]} [pauses]
 */
export async function arrival(address, manifest, pauses = PAUSES) {
  for (let tries = 0; ; tries++) {
    const there = await fetchFile(address).catch((error) => {
      if (tries === pauses.length) throw error;
      return null;
    });
    if (there?.equals(manifest)) return;
    if (tries === pauses.length) {
      throw new Failure(`${address}: the manifest there is ${there ? "not the one that was uploaded" : "missing"}`);
    }
    await pause(pauses[tries]);
  }
}

/**
 * @param {Inputs} inputs
 * @param {import("./publish.mjs").Job} job
 * @param {string} address
 */
function summaryOf({ upload, target, output }, { changed, upload: files, facts }, address) {
  const { sequence, keys, added, removed, writtenBytes, setBytes } = facts;
  const grouped = (/** @type {number} */ number) => number.toLocaleString("en");
  const where = upload === "none" ? output : address || target;
  const what = upload === "none" ? "Ready to upload" : changed ? "Published" : "Nothing has changed";
  const rows = [
    ["sequence", grouped(sequence)],
    ["keys", grouped(keys)],
    ["since the last run", facts.changed ? `${grouped(added)} added, ${grouped(removed)} removed` : "no changes"],
    ["bytes that clients fetch", `${grouped(facts.changed ? writtenBytes : 0)} of ${grouped(setBytes)}`],
    ["files uploaded", changed && upload !== "none" ? grouped(files.length + 1) : "0"],
    ["where", inMarkdown(where)],
  ];
  return [`### ${what}`, "", "| | |", "|---|---|", ...rows.map(([name, value]) => `| ${name} | ${value} |`), ""].join(
    "\n",
  );
}
