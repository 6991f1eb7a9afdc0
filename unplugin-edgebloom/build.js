// Builds filters with the command line of edgebloom, and keeps them in a folder.

import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { FilterReader } from "edgebloom/reader";
import { inQuery } from "./options.js";

const require = createRequire(import.meta.url);
const MANIFEST = require.resolve("edgebloom/package.json");
const CLI = join(dirname(MANIFEST), "cli.js");

/** The names of the files that the cache has. */
export const CACHED = /[\\/][0-9a-f]{64}\.bloom$/;

/**
 * The filter of a list, from the cache or built now.
 * @param {string} list
 * @param {string[]} args of edgebloom build
 * @param {import("./options.js").Form | undefined} form
 * @param {string} folder of the cache
 * @returns {Promise<{ bytes: Uint8Array, file: string, warnings: string[] }>}
 */
export async function builtFilter(list, args, form, folder) {
  // An editor or a download may write the list in the meantime.
  for (let attempts = 0; attempts < 5; attempts++) {
    const key = await keyOf(list, args);
    const file = join(folder, `${key}.bloom`);
    const cached = await cachedFilter(file, form);
    if (cached) return { bytes: cached, file, warnings: [] };
    await mkdir(folder, { recursive: true });
    const fresh = join(folder, `${randomUUID()}.tmp`);
    try {
      const warnings = await build(list, args, fresh);
      if ((await keyOf(list, args)) !== key) continue;
      const bytes = await readFile(fresh);
      await rename(fresh, file);
      return { bytes, file, warnings };
    } finally {
      await rm(fresh, { force: true });
    }
  }
  throw new Error(`${list}: the list keeps changing`);
}

/**
 * Everything that decides about the bytes of a filter.
 * @param {string} list
 * @param {string[]} args
 */
async function keyOf(list, args) {
  const hash = createHash("sha256").update(JSON.stringify([require(MANIFEST).version, args]));
  await pipeline(createReadStream(list), hash);
  return hash.digest("hex");
}

/**
 * @param {string} file
 * @param {import("./options.js").Form | undefined} form
 * @returns {Promise<Uint8Array | undefined>} undefined if it is missing or damaged
 */
async function cachedFilter(file, form) {
  try {
    const bytes = await readFile(file);
    FilterReader.fromBytes(bytes, form && { keys: form.rule });
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Builds a filter. The command line writes a file completely or not at all.
 * @param {string} list
 * @param {string[]} args
 * @param {string} file
 * @returns {Promise<string[]>} warnings
 */
async function build(list, args, file) {
  const done = promisify(execFile)(process.execPath, [CLI, "build", "--quiet", ...args, "-o", file, "--", list]);
  const { stderr } = await done.catch((error) => {
    throw new Error(messagesIn(error.stderr ?? "").join("; ") || error.message);
  });
  return messagesIn(stderr);
}

/** @param {string} text */
const messagesIn = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => inQuery(line.replace(/^edgebloom: (warning: )?/, "")));
