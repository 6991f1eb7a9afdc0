// The folders of a published set and of its state.

import { chmodSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { createHash } from "node:crypto";
import { Failure } from "../failure.js";
import { syncFolder } from "../replace-file.js";

/**
 * Makes a folder and its parents if they are missing. (Node's own `recursive` never ends where the system makes no folders, as in /proc.)
 * @param {string} path
 * @param {number} [mode] by default, others cannot read it
 */
export function makeFolder(path, mode = 0o700) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!statSync(dirname(path), { throwIfNoEntry: false })) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Many steps may start at the same time.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Takes a folder from other users.
 * @param {string} path
 */
export function closeToOthers(path) {
  const { mode, uid } = statSync(path);
  if (mode & 0o077 && uid === process.getuid?.()) chmodSync(path, 0o700);
}

/**
 * Where the state of a published set is by default: in the user's folder for the state of programs, where no web server looks.
 * @param {string} published the folder of the set
 */
export function defaultState(published) {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  const home =
    XDG_STATE_HOME || (process.platform === "win32" && LOCALAPPDATA) || join(homeFolder(), ".local", "state");
  const path = real(published);
  return join(home, "edgebloom", `${basename(path)}-${createHash("sha256").update(path).digest("hex").slice(0, 16)}`);
}

function homeFolder() {
  try {
    return homedir();
  } catch {
    throw new Failure("--state: this user has no home folder, where the state is by default: pass --state DIR");
  }
}

/**
 * Throws if the state would be public, or is the folder of the set.
 * @param {string} published
 * @param {string} state
 */
export function rejectNested(published, state) {
  const [outer, inner] = [real(published), real(state)];
  if (isIn(inner, outer)) {
    throw new Failure(
      `--state: expected a folder outside of ${published}, because the state must not be public, got ${state}`,
    );
  }
  if (isIn(outer, inner)) throw new Failure(`-o: expected a folder outside of the state ${state}, got ${published}`);
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isIn(path, folder) {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * A path without links, also of a folder that does not exist yet.
 * @param {string} path
 * @returns {string}
 */
function real(path) {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(real(parent), basename(whole));
  }
}
