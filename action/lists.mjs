// The files of a list: those of the workspace, and those that are downloaded.

import { closeSync, createWriteStream, mkdirSync, openSync, readSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Failure, say } from "./log.mjs";

/** What servers and portals send in place of a list. */
const NO_LIST = /^(?:\ufeff|\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|\?xml)/i;
/** Milliseconds before each further try. */
const PAUSES = [2_000, 10_000];
const LIMIT = 10 * 60_000;

/**
 * The paths of a list. Throws if a file is missing, empty, or a page.
 * @param {string[]} lines of the input
 * @param {string} folder for downloads
 * @param {number[]} [pauses]
 */
export async function findLists(lines, folder, pauses = PAUSES) {
  mkdirSync(folder, { recursive: true });
  /** @type {string[]} */
  const paths = [];
  for (const line of lines) {
    if (/^https?:/i.test(line)) {
      const path = join(folder, `list-${paths.length + 1}`);
      await download(line, path, pauses);
      paths.push(checked(path, nameOf(new URL(line))));
    } else paths.push(...matching(line).map((path) => checked(path, path)));
  }
  return paths;
}

/**
 * The files of a name, in which the last part may have a "*". None of them can be mistaken for an option or for standard input.
 * @param {string} name
 */
function matching(name) {
  const path = name.startsWith("/") ? name : `./${name}`;
  const [folder, pattern] = [dirname(path), basename(path)];
  if (!name.includes("*")) return [path];
  if (folder.includes("*")) throw new Failure(`list: ${name}: "*" can only be in the last part`);
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`);
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  const found = names.filter((each) => !each.startsWith(".") && expression.test(each)).sort();
  if (!found.length) throw new Failure(`list: ${name}: no such files`);
  return found.map((each) => `${folder}/${each}`);
}

/**
 * @param {string} path
 * @param {string} name
 */
function checked(path, name) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new Failure(`list: ${name}: ${stat ? "not a file" : "no such file"}`);
  if (!stat.size) throw new Failure(`list: ${name}: it is empty`);
  if (NO_LIST.test(headOf(path))) throw new Failure(`list: ${name}: this is an HTML or XML page, not a list`);
  return path;
}

/** @param {string} path */
function headOf(path) {
  const bytes = Buffer.alloc(1024);
  const fd = openSync(path, "r");
  try {
    return bytes.toString("latin1", 0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

/**
 * @param {string} address
 * @param {string} path
 * @param {number[]} pauses
 */
async function download(address, path, pauses) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isSafe(url)) throw new Failure(`list: expected an address with https, got ${address}`);
  for (let tries = 0; ; tries++) {
    try {
      return await downloadOnce(url, path);
    } catch (error) {
      if (error instanceof Failure || tries === pauses.length) throw asFailure(url, error);
      say("download", `${nameOf(url)}: ${reasonOf(error)}; trying again`);
      await pause(pauses[tries]);
    }
  }
}

/**
 * @param {URL} url
 * @param {string} path
 */
async function downloadOnce(url, path) {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT) });
  if (!isSafe(new URL(response.url))) throw new Failure(`list: ${nameOf(url)}: it leads to an address without https`);
  if (response.status !== 200 || !response.body) {
    const message = `the server answers with status ${response.status}`;
    // Another try would not help.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      throw new Failure(`list: ${nameOf(url)}: ${message}`);
    }
    throw new Error(message);
  }
  if (/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
    throw new Failure(`list: ${nameOf(url)}: the server sends an HTML page, not a list`);
  }
  const body = Readable.fromWeb(/** @type {import("node:stream/web").ReadableStream} */ (response.body));
  await pipeline(body, createWriteStream(path));
}

/** Nobody on the way can change the list. @param {URL} url */
const isSafe = ({ protocol, hostname }) =>
  protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));

/** The query may have a password. @param {URL} url */
const nameOf = ({ origin, pathname }) => origin + pathname;

/** @param {any} error */
const reasonOf = (error) => `${error.cause?.message ?? error.message}`;

/**
 * @param {URL} url
 * @param {unknown} error
 */
const asFailure = (url, error) =>
  error instanceof Failure ? error : new Failure(`list: ${nameOf(url)}: ${reasonOf(error)}`);
