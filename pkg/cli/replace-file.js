// Replaces a file as a whole. After an error, a kill or a power cut, its name has the old content or the new content, never a part.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFile,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { named, naming } from "./failure.js";
import { onSignals } from "./signals.js";

/** The mode of files that only their owner may read. */
export const PRIVATE = 0o600;
/** Small pieces, so that signals are handled between them. */
const PIECE = 1 << 22;
const TEMPORARY = /^\.edgebloom-[0-9a-f]{12}\.tmp$/;

/**
 * Replaces a file, or creates it.
 * @param {string} path
 * @param {Uint8Array | string | Iterable<Uint8Array>} content
 * @param {number} [mode]
 */
export function replaceFile(path, content, mode) {
  const pieces =
    typeof content === "string" ? [Buffer.from(content)] : ArrayBuffer.isView(content) ? [content] : content;
  naming(path, () => {
    for (const { fd, piece } of replacing(path, pieces, { mode })) {
      if (piece) writeFileSync(fd, piece);
      else fsyncSync(fd);
    }
  });
}

/**
 * The same for a large file or a slow disk: a signal ends the process at once, and then the file is not replaced.
 * @param {string} path
 * @param {Uint8Array} bytes
 * @param {string} name of the file in messages
 * @param {import("node:fs").Stats} [old] the file that is replaced: the new one gets its owner and its mode
 */
export async function replaceLargeFile(path, bytes, name, old) {
  const steps = replacing(path, piecesOf(bytes), { mode: old && old.mode & 0o777, old });
  const release = onSignals(() => steps.return());
  try {
    for (const { fd, piece } of steps) {
      if (piece) await promisify(writeFile)(fd, piece);
      else await promisify(fsync)(fd);
      // Handle signals now. After the rename it is too late.
      await turn();
    }
  } catch (error) {
    throw named(name, error);
  } finally {
    release();
  }
}

/**
 * Replaces a file by a temporary one in the same folder. The caller writes each piece, and flushes the file when there is none.
 * @param {string} path
 * @param {Iterable<Uint8Array>} pieces
 * @param {{ mode: number | undefined, old?: import("node:fs").Stats | undefined }} how
 * @returns {Generator<{ fd: number, piece?: Uint8Array }, void>} `return`, as after an error of the caller, removes the temporary file
 */
function* replacing(path, pieces, { mode, old }) {
  // Not a longer form of the file's name: that may be too long.
  const temporary = join(dirname(path), `.edgebloom-${randomBytes(6).toString("hex")}.tmp`);
  const fd = openSync(temporary, "wx", mode);
  let isRenamed = false;
  try {
    try {
      if (old) keepOwner(fd, old);
      for (const piece of pieces) yield { fd, piece };
      // Without this, a power cut could leave an empty file under the name.
      yield { fd };
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
    isRenamed = true;
  } finally {
    if (!isRenamed) rmSync(temporary, { force: true });
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

/**
 * Writes the names in a folder to the disk, if the system can do that.
 * @param {string} folder
 */
export function syncFolder(folder) {
  try {
    const fd = openSync(folder, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    // Windows opens no folders, and some file systems do not sync them.
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"].includes(code)) throw named(folder, error);
  }
}
