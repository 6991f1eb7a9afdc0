// Locks between processes. Node has no `flock`, and a lock that a kill leaves must not stay for ever.
//
// Whoever wants a lock makes a file of its own in a folder, then looks at the files of the others. If one of them may still be in use, it removes its own
// file and gives up; otherwise it has the lock. So two processes never have it: each made its file before it looked, and the one that made its
// file later saw the other's. A file that was left is only removed by a process that has the lock, and no process makes a file of the same
// name again, so nothing that a process does after a long pause can remove a lock in use. docs/maintainers/decisions/published-sets.md
// has what was rejected.

import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Failure, named, naming } from "../failure.js";
import { readIfThere } from "../read-file.js";
import { pause } from "../output.js";
import { PRIVATE } from "../replace-file.js";

const LOCK = /^lock\.[0-9a-f-]{36}$/;
/** A lock that is being written. */
const NEW = /^lock\.[0-9a-f-]{36}\.new$/;
const PUBLIC = /^\.edgebloom-[0-9a-f]{16}\.lock$/;
/** Two processes that start at once both give up: each tries again after a pause of its own. */
const TRIES = 5;
const LONGEST_PAUSE = 40;
/** A publish holds the lock of the public folder for a moment. After so many milliseconds, it must have been killed. */
const STALE = 600_000;

/**
 * Locks the folder of a state, or throws an error that names the process that has it. The lock of a process that no longer runs does not count.
 * @param {string} folder
 * @returns {() => void} releases the lock
 */
export function lockState(folder) {
  const own = join(folder, `lock.${randomUUID()}`);
  const text = JSON.stringify({ ...machine(), pid: process.pid, start: startOf(process.pid) });
  const makeOwn = () => {
    const unfinished = `${own}.new`;
    const fd = openSync(unfinished, "w", PRIVATE);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(unfinished, own);
  };
  return acquire(
    { folder, own, makeOwn, isLock: (name) => LOCK.test(name), isLeft: (name) => NEW.test(name) },
    (path) => {
      const text = readIfThere(path)?.toString();
      if (text === undefined) return undefined;
      const other = parsed(path, text);
      if (isGone(other)) return undefined;
      const where = other.host === hostname() ? "" : ` on ${other.host}`;
      return `${folder}: another publish is running (process ${other.pid}${where}); wait until it ends. If no such process runs, remove ${path}`;
    },
  );
}

/**
 * Locks the folder of a published set against publishers that have another state, or throws an error. Everyone may read this folder, so the lock says
 * nothing about the process. One that a killed run of the same state has left does not count: the caller has the lock of the state.
 * @param {string} folder
 * @param {string} state the folder of the state
 * @returns {() => void} releases the lock
 */
export function lockPublished(folder, state) {
  const id = createHash("sha256").update(`${hostname()}\0${state}`).digest("hex").slice(0, 16);
  const own = join(folder, `.edgebloom-${id}.lock`);
  const makeOwn = () => writeFileSync(own, "");
  return acquire({ folder, own, makeOwn, isLock: (name) => PUBLIC.test(name), isLeft: () => false }, (path) => {
    const [mine, theirs] = [own, path].map((each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs);
    // Both times are of the same clock, that of the file system.
    if (mine === undefined || theirs === undefined || mine - theirs > STALE) return undefined;
    return `${folder}: another publish is replacing the manifest; wait until it ends. If none runs, remove ${path}`;
  });
}

/**
 * @param {object} files
 * @param {string} files.folder
 * @param {string} files.own
 * @param {() => void} files.makeOwn
 * @param {(name: string) => boolean} files.isLock
 * @param {(name: string) => boolean} files.isLeft true for names to remove by whoever has the lock
 * @param {(path: string) => string | undefined} inUse says why a file of another counts; undefined if it does not
 */
function acquire({ folder, own, makeOwn, isLock, isLeft }, inUse) {
  const release = () => rmSync(own, { force: true });
  let reason = `${folder}: other publish runs keep starting; try again later`;
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries) pause(Math.random() * LONGEST_PAUSE);
    try {
      makeOwn();
    } catch (error) {
      // Whoever has the lock has removed what is not finished.
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") continue;
      throw named(own, error);
    }
    try {
      const names = naming(folder, () => readdirSync(folder));
      const others = names.filter(isLock).flatMap((name) => (join(folder, name) === own ? [] : join(folder, name)));
      const why = others.map(inUse).find((each) => each !== undefined);
      if (why === undefined) {
        for (const name of names.filter(isLeft)) others.push(join(folder, name));
        for (const path of others) rmSync(path, { force: true });
        return release;
      }
      reason = why;
    } catch (error) {
      release();
      throw error;
    }
    release();
  }
  throw new Failure(reason);
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {ReturnType<typeof machine> & { pid: number, start: string }}
 */
function parsed(path, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${path}: not a lock; if no publish is running, remove the file`);
  }
}

/** What tells this machine, and its processes, from others. */
const machine = () => ({
  host: hostname(),
  boot: optional(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
  // Containers of a machine may have one host name, and processes of the same number.
  processes: optional(() => readlinkSync("/proc/self/ns/pid")),
});

/**
 * True if a process has certainly ended.
 * @param {ReturnType<typeof machine> & { pid: number, start: string }} other
 */
function isGone({ host, boot, processes, pid, start }) {
  const here = machine();
  if (host !== here.host) return false;
  if (boot !== here.boot) return true;
  return processes === here.processes && startOf(pid) !== start;
}

/**
 * When a process started, in any form; "" if it does not run. A later process may have the same number.
 * @param {number} pid
 */
function startOf(pid) {
  if (process.platform === "linux") {
    const stat = optional(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
    // The second field is a name in parentheses, which may contain any character. Then come the state and 18 others.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return "ZX".includes(fields[0]) ? "" : fields[19];
  }
  if (process.platform === "win32") return optional(() => (process.kill(pid, 0), "running"));
  return optional(() =>
    execFileSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8", stdio: "pipe" }).trim(),
  );
}

/** @param {() => string} action */
function optional(action) {
  try {
    return action();
  } catch {
    return "";
  }
}
