// A lock on a folder: a file that only one process at a time can create.

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { Failure, named, naming } from "../failure.js";

/**
 * Acquires a lock, or throws an error that names the process that has it. If that process was on this machine and no longer runs, the
 * lock passes to this process.
 * @param {string} path
 * @param {string} folder that it protects
 * @returns {() => void} releases the lock
 */
export function acquireLock(path, folder) {
  const id = randomUUID();
  const text = `${JSON.stringify({ pid: process.pid, host: hostname(), id })}\n`;
  const own = `${path}.${id}`;
  try {
    naming(path, () => writeFileSync(own, text, { flag: "wx" }));
    for (let tries = 0; tries < 3; tries++) {
      // A link has all its content at once.
      if (link(own, path)) return () => release(path, text);
      const theirs = read(path);
      if (theirs !== undefined) breakLock(path, theirs, folder, id);
    }
    throw new Failure(`${folder}: other publish runs keep starting; try again later`);
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} own
 * @param {string} path
 */
function link(own, path) {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "EEXIST") return false;
    // The file system has no links.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return copy(own, path);
    throw named(path, error);
  }
}

/**
 * @param {string} own
 * @param {string} path
 */
function copy(own, path) {
  try {
    writeFileSync(path, readFileSync(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The other process has just released it.
    return undefined;
  }
}

/**
 * Removes a lock whose process has ended. If the process still runs, it throws an error.
 * @param {string} path
 * @param {string} theirs
 * @param {string} folder
 * @param {string} id
 */
function breakLock(path, theirs, folder, id) {
  const { pid = 0, host = "" } = parseLock(theirs);
  const isGone = host === hostname() && (pid === process.pid || !isAlive(pid));
  if (!isGone) {
    const where = host && host !== hostname() ? ` on ${host}` : "";
    throw new Failure(
      `${folder}: another publish is running (process ${pid}${where}); wait until it ends. If no such process runs, remove ${path}`,
    );
  }
  const stale = `${path}.${id}.stale`;
  try {
    renameSync(path, stale);
  } catch {
    // Another process was faster.
    return;
  }
  // This may be the new lock of a faster process. Then restore it.
  if (read(stale) !== theirs) link(stale, path);
  rmSync(stale, { force: true });
}

/** @param {string} text @returns {{ pid?: number, host?: string }} */
function parseLock(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
function release(path, text) {
  if (read(path) === text) rmSync(path, { force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
