// The inputs of action.yml, checked, and what follows from them: folders, names of the cache, options of edgebloom.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute, join, normalize, relative } from "node:path";
import { Failure } from "./log.mjs";

/** The names in action.yml. */
export const NAMES = /** @type {const} */ ([
  ...["list", "keys", "input", "column", "error-rate", "static", "shards", "expires", "name", "signing-key"],
  ...["allow-shrink", "args", "output", "upload", "target", "public-url", "state-key", "version"],
]);

const UPLOADS = /** @type {const} */ (["none", "pages", "rclone", "wrangler"]);

/** The options of publish that decide what a list says: verify needs them, too. */
const OF_LISTS = ["keys", "input", "column", "comments", "never", "allow", "map", "label"];
/** The options that the action gives itself. */
const OURS = ["output", "state", "json", "quiet", "signing-key", "help"];

/** @typedef {ReturnType<typeof readInputs>} Inputs */

/**
 * @param {NodeJS.ProcessEnv} env
 */
export function readInputs(env) {
  /** @type {Record<string, string>} */
  const given = JSON.parse(env.INPUTS ?? "{}");
  const text = (/** @type {string} */ name) => {
    const value = (given[name] ?? "").trim();
    if (/[\x00-\x1f\x7f]/.test(value)) throw new Failure(`${name}: expected one line, without control characters`);
    return value;
  };
  const lines = (/** @type {string} */ name) => (given[name] ?? "").split(/\r?\n/).flatMap((line) => line.trim() || []);
  const flag = (/** @type {string} */ name) => {
    const value = text(name) || "false";
    if (value !== "true" && value !== "false") throw new Failure(`${name}: expected true or false, got ${value}`);
    return value === "true";
  };
  const upload = oneOf("upload", UPLOADS, text("upload") || "none");
  const output = folderIn("output", text("output") || "published");
  const args = lines("args").map(checkArg);
  const list = lines("list");
  if (!list.length && !args.some((arg) => /^--(map|label)=/.test(arg))) {
    throw new Failure("list: expected files or addresses, one per line");
  }
  const version = text("version") || ownVersion();
  if (!/^[\w.+~^-]+$/.test(version)) throw new Failure(`version: expected a version such as 1.2.3, got ${version}`);
  const isStatic = flag("static") && !args.some((arg) => /^--(map|label)=/.test(arg));
  const optional = (/** @type {string} */ name) => (text(name) ? [`--${name}=${text(name)}`] : []);
  const options = [
    ...["keys", "input", "column", "error-rate", "shards", "expires", "name"].flatMap(optional),
    ...(isStatic ? ["--static"] : []),
    ...(flag("allow-shrink") ? ["--allow-shrink"] : []),
    ...args,
  ];
  const signingKey = (given["signing-key"] ?? "").trim();
  if (signingKey && !text("name")) throw new Failure("signing-key: expected name, too: clients check it");
  return {
    list,
    options,
    /** The options that verify needs, too. */
    listOptions: options.filter((option) => OF_LISTS.includes(/^--([\w-]+)/.exec(option)?.[1] ?? "")),
    signingKey,
    output,
    upload,
    target: readTarget(upload, text("target"), output),
    publicUrl: text("public-url") && manifestUrl(text("public-url")),
    version,
    ...foldersOf(text("state-key") || output, env),
  };
}

/**
 * Where the state is, and how its cache is called.
 * @param {string} stateKey
 * @param {NodeJS.ProcessEnv} env
 */
function foldersOf(stateKey, { RUNNER_TEMP, GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT }) {
  if (!RUNNER_TEMP) throw new Failure("RUNNER_TEMP: expected a folder, which GitHub's runner sets");
  // With the hash, no name begins with another one: the cache is found by the beginning of its key.
  const hash = createHash("sha256").update(stateKey).digest("hex").slice(0, 12);
  const id = `edgebloom-${stateKey.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 40)}-${hash}`;
  // Outside of the workspace, where no deployment can take the state along.
  const work = join(RUNNER_TEMP, id);
  return {
    work,
    state: join(work, "state"),
    cacheKey: `${id}-${GITHUB_RUN_ID ?? 0}-${GITHUB_RUN_ATTEMPT ?? 1}`,
    cachePrefix: `${id}-`,
  };
}

/**
 * @template {string} Word
 * @param {string} name
 * @param {readonly Word[]} words
 * @param {string} value
 * @returns {Word}
 */
function oneOf(name, words, value) {
  const word = words.find((one) => one === value);
  if (!word) throw new Failure(`${name}: expected ${words.join(", ")}, got ${value}`);
  return word;
}

/**
 * A folder of the workspace. The cache would take a pattern for many folders.
 * @param {string} name
 * @param {string} path
 */
function folderIn(name, path) {
  const folder = normalize(path).replace(/\/+$/, "");
  const isInside = !isAbsolute(folder) && folder !== "." && folder.split("/")[0] !== "..";
  if (!isInside || !/^[\p{L}\p{N}_.][\p{L}\p{N}_./ +@-]*$/u.test(folder)) {
    throw new Failure(`${name}: expected a folder in the workspace, without characters such as * or ~, got ${path}`);
  }
  return folder;
}

/** @param {string} arg */
function checkArg(arg) {
  const [, option] = /^--([a-z][\w-]*)(=|$)/.exec(arg) ?? [];
  if (!option) throw new Failure(`args: expected an option in each line, such as --keep=10, got ${arg}`);
  if (OURS.includes(option)) throw new Failure(`args: --${option} is not possible here: the action sets it itself`);
  return arg;
}

/**
 * @param {typeof UPLOADS[number]} upload
 * @param {string} target
 * @param {string} output
 */
function readTarget(upload, target, output) {
  if (upload === "none") {
    if (target) throw new Failure("target: only with upload");
    return "";
  }
  if (upload === "pages") {
    const site = target ? folderIn("target", target) : output;
    if (relative(site, output).startsWith("..")) {
      throw new Failure(`target: expected a folder that contains ${output}, got ${target}`);
    }
    return site;
  }
  const place = target.replace(/\/+$/, "");
  if (upload === "rclone" && !/^[^-].*:/.test(place)) {
    throw new Failure(`target: expected REMOTE:PATH for rclone, got ${target}`);
  }
  if (upload === "wrangler" && !/^[a-z0-9][a-z0-9-]+(\/[\w.-]+)*$/.test(place)) {
    throw new Failure(`target: expected BUCKET/PREFIX for wrangler, got ${target}`);
  }
  return place;
}

/** @param {string} text */
function manifestUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.protocol.startsWith("http") || !url.pathname.endsWith("/manifest.json")) {
    throw new Failure(
      `public-url: expected the address of manifest.json, such as https://lists.example/blocklist/manifest.json, got ${text}`,
    );
  }
  return url.href;
}

/** The version of the package beside the action: both have the same tag. */
function ownVersion() {
  return `${JSON.parse(readFileSync(new URL("../pkg/package.json", import.meta.url), "utf8")).version}`;
}
