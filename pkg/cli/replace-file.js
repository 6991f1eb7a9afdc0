// Replaces a file as a whole. After an error, a kill or a power cut, its name has the old content or the new content, never a part.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { named, naming } from "./failure.js";
import { onSignals } from "./signals.js";

/** Small pieces, so that signals are handled between them. */
const PIECE = 1 << 22;
const TEMPORARY = /^\.edgebloom-[0-9a-f]{12}\.tmp$/;

/**
 * Replaces a file, or creates it. Signals are handled afterwards.
 * @param {string} path
 * @param {Uint8Array | string | Iterable<Uint8Array>} content
 */
export function replaceFile(path, content) {
  const pieces =
    typeof content === "string" ? [Buffer.from(content)] : ArrayBuffer.isView(content) ? [content] : content;
  naming(path, () => {
    for (const _ of replacing(path, pieces));
  });
}

/**
 * The same for a large file. A signal ends the process before the file is replaced.
 * @param {string} path
 * @param {Uint8Array} bytes
 * @param {string} name of the file in messages
 * @param {import("node:fs").Stats} [old] the file that is replaced: the new one gets its owner and its mode
 */
export async function replaceLargeFile(path, bytes, name, old) {
  const steps = replacing(path, piecesOf(bytes), old);
  const release = onSignals(() => steps.return());
  try {
    for (const _ of steps) await turn();
  } catch (error) {
    throw named(name, error);
  } finally {
    release();
  }
}

/**
 * The steps: they write a temporary file in the same folder and rename it.
 * @param {string} path
 * @param {Iterable<Uint8Array>} pieces
 * @param {import("node:fs").Stats} [old]
 * @returns {Generator<void, void>} `return` removes the temporary file
 */
function* replacing(path, pieces, old) {
  // Not a longer form of the file's name: that may be too long.
  const temporary = join(dirname(path), `.edgebloom-${randomBytes(6).toString("hex")}.tmp`);
  const fd = openSync(temporary, "wx", old && old.mode & 0o777);
  try {
    try {
      if (old) keepOwner(fd, old);
      for (const piece of pieces) {
        writeFileSync(fd, piece);
        yield;
      }
      // Without this, a power cut could leave an empty file under the name.
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    // After the rename it is too late for a signal.
    yield;
    renameSync(temporary, path);
  } finally {
    // It is there only if something failed.
    rmSync(temporary, { force: true });
  }
}

/** @param {Uint8Array} bytes */
function* piecesOf(bytes) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/**
 * Gives a file the owner and the mode of another.
 * @param {number} fd
 * @param {import("node:fs").Stats} old
 */
function keepOwner(fd, { uid, gid, mode }) {
  const now = fstatSync(fd);
  try {
    if (now.uid !== uid || now.gid !== gid) fchownSync(fd, uid, gid);
  } catch {
    // Only root may change the owner. Otherwise the file belongs to the user.
  }
  fchmodSync(fd, mode & 0o777);
}

/**
 * True for the name of a temporary file, which a killed process may have left.
 * @param {string} name
 */
export const isTemporary = (name) => TEMPORARY.test(name);

/**
 * Removes the temporary files of killed processes.
 * @param {string} folder
 */
export function removeTemporaries(folder) {
  for (const name of readdirSync(folder)) if (isTemporary(name)) rmSync(join(folder, name), { force: true });
}
