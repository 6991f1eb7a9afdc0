// Where the set is uploaded, and where clients fetch it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./log.mjs";
import { failed, mustRun, run } from "./programs.mjs";

/** @typedef {import("./inputs.mjs").Inputs} Inputs */

/**
 * What the upload needs. A path is that of a file of the set, such as files/NAME.
 * @typedef {object} Host
 * @property {() => Promise<Buffer | null>} read the manifest that is there; null if there is none
 * @property {(paths: string[]) => void} put files that never change
 * @property {() => void} putManifest
 * @property {(paths: string[]) => void} remove
 */

const FOREVER = "public, max-age=31536000, immutable";
const MANIFEST = "manifest.json";
const LIMIT = 60_000;

/**
 * The host that the action uploads to itself; undefined for others.
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Host | undefined}
 */
export function openHost(inputs, env) {
  if (inputs.upload === "rclone") return rclone(inputs, env);
  if (inputs.upload === "wrangler") return wrangler(inputs, env);
  return undefined;
}

/**
 * The address of the manifest, if it is known.
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env `PAGES_URL` is the address of the site
 */
export function addressOf({ publicUrl, upload, target, output }, { PAGES_URL }) {
  if (publicUrl || upload !== "pages" || !PAGES_URL) return publicUrl;
  const path = output === target ? [] : output.slice(target.length + 1).split("/");
  return [PAGES_URL.replace(/\/+$/, ""), ...path.map(encodeURIComponent), MANIFEST].join("/");
}

/**
 * The manifest that clients have now: null if there is none, undefined if nothing says where it is. The host itself is asked first, because a
 * CDN may still have an older one.
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 */
export async function readPublished(inputs, env) {
  const address = addressOf(inputs, env);
  const host = openHost(inputs, env);
  const bytes = await (host ? host.read() : address ? fetchFile(address) : undefined);
  if (bytes) sequenceOf(bytes, host ? inputs.target : `${address}`);
  return bytes;
}

/**
 * The sequence number of a manifest.
 * @param {Buffer} bytes
 * @param {string} where
 * @returns {number}
 */
export function sequenceOf(bytes, where) {
  try {
    const { sequence } = JSON.parse(bytes.toString());
    if (bytes.includes('"published-set"') && Number.isSafeInteger(sequence)) return sequence;
  } catch {}
  throw new Failure(`${where}: expected the manifest of a published set there, found something else`);
}

/**
 * A file from the web; null if it is missing.
 * @param {string} address
 */
export async function fetchFile(address) {
  const url = new URL(address);
  // A CDN has no copy of this address. Files in `files` never change, so any copy is right.
  if (url.pathname.endsWith(MANIFEST)) url.searchParams.set("fresh", `${Date.now()}`);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT), cache: "no-store" });
    if (response.status === 404 || response.status === 410) return null;
    if (response.status !== 200) throw new Error(`the server answers with status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const { cause, message } = /** @type {Error & { cause?: Error }} */ (error);
    throw new Failure(`${address}: ${cause?.message ?? message}`);
  }
}

/**
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Host}
 */
function rclone({ target, output, work }, env) {
  const manifest = target.endsWith(":") ? target + MANIFEST : `${target}/${MANIFEST}`;
  const listOf = (/** @type {string[]} */ paths) => {
    const file = join(work, "paths");
    writeFileSync(file, paths.map((path) => `${path}\n`).join(""));
    return ["--files-from-raw", file];
  };
  return {
    async read() {
      const done = run("rclone", ["cat", manifest], env);
      // No such folder, no such file. Some systems have no folders and print nothing.
      if (done.code === 3 || done.code === 4) return null;
      if (done.code !== 0) throw failed("rclone", done);
      return done.stdout.length ? done.stdout : null;
    },
    put(paths) {
      const header = ["--header-upload", `Cache-Control: ${FOREVER}`];
      mustRun("rclone", ["copy", `./${output}`, target, ...listOf(paths), "--no-traverse", ...header], env);
    },
    putManifest() {
      const header = ["--header-upload", "Cache-Control: no-cache"];
      mustRun("rclone", ["copyto", `./${output}/${MANIFEST}`, manifest, "--ignore-times", ...header], env);
    },
    remove(paths) {
      mustRun("rclone", ["delete", target, ...listOf(paths)], env);
    },
  };
}

/**
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Host}
 */
function wrangler({ target, output }, env) {
  const command = (/** @type {string} */ verb, /** @type {string} */ path) => [
    "--yes",
    "wrangler@4",
    "r2",
    "object",
    verb,
    `${target}/${path}`,
    "--remote",
  ];
  const put = (/** @type {string} */ path, /** @type {string} */ type, /** @type {string} */ caching) => {
    const headers = ["--content-type", type, "--cache-control", caching];
    mustRun("npx", [...command("put", path), "--file", `./${output}/${path}`, ...headers], env);
  };
  return {
    async read() {
      const done = run("npx", [...command("get", MANIFEST), "--pipe"], env);
      if (done.code === 0) return done.stdout;
      if (/key does not exist/i.test(done.stderr)) return null;
      throw failed("wrangler", done);
    },
    put(paths) {
      for (const path of paths) put(path, "application/octet-stream", FOREVER);
    },
    putManifest() {
      put(MANIFEST, "application/json", "no-cache");
    },
    remove(paths) {
      for (const path of paths) mustRun("npx", command("delete", path), env);
    },
  };
}
