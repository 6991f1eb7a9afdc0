// Files of an earlier run, and files just written: each has a checksum, and is never used without it.

import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../../api/live/manifest.js";
import { Failure, named, naming } from "../failure.js";
import { readFully, readIfThere } from "../read-file.js";
import { PRIVATE, replaceFile } from "../replace-file.js";
import { sha256Of } from "./named-files.js";

/** @typedef {import("../../api/live/manifest.js").FileRef} FileRef */
/** @typedef {import("./shard.js").Places} Places */
/** @typedef {import("./shard.js").ShardRecord} ShardRecord */

/**
 * A file of the state.
 * @typedef {object} StateFile
 * @property {string} file its name
 * @property {number} bytes
 * @property {string} sha256
 */

/** A file is missing, or its content is another one. The message names it. */
export class Damaged extends Failure {}

/**
 * Writes a record of the state: a line of JSON, and a line with its SHA-256.
 * @param {string} path
 * @param {object} record
 */
export function writeRecord(path, record) {
  const text = JSON.stringify(record);
  replaceFile(path, `${text}\n${sha256Of(text)}\n`, PRIVATE);
}

/**
 * A record of the state; undefined if there is none.
 * @param {string} path
 * @returns {any}
 */
export function readRecord(path) {
  const bytes = readIfThere(path);
  if (!bytes) return undefined;
  const end = bytes.indexOf("\n");
  const text = bytes.subarray(0, Math.max(end, 0));
  if (`${sha256Of(text)}\n` !== bytes.toString("latin1", end + 1)) {
    throw new Failure(
      `${path}: the file is damaged, or of another version of edgebloom; restore it, or remove its folder to start with a new base`,
    );
  }
  return JSON.parse(text.toString());
}

/** How many bytes are read at once: whole keys, with values or without. */
const PIECE = 20 * 2 ** 16;

/**
 * Writes a file of the state.
 * @param {string} folder
 * @param {string} file
 * @param {Iterable<Uint8Array>} pieces
 * @returns {StateFile}
 */
export function writeStateFile(folder, file, pieces) {
  const hash = createHash("sha256");
  let bytes = 0;
  function* hashed() {
    for (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  replaceFile(join(folder, file), hashed(), PRIVATE);
  return { file, bytes, sha256: hash.digest("hex") };
}

/**
 * The content of a file of the state, in pieces. A piece is valid until the next one. After the last one, it throws `Damaged` if the content is
 * another one.
 * @param {string} folder
 * @param {StateFile} file
 * @returns {Generator<Uint8Array>}
 */
export function* piecesOf(folder, { file, bytes, sha256 }) {
  const path = join(folder, file);
  const fd = openIfThere(path);
  try {
    const hash = createHash("sha256");
    const buffer = new Uint8Array(PIECE);
    let read = 0;
    for (let length = 0; (length = naming(path, () => readFully(fd, buffer, read))); read += length) {
      const piece = buffer.subarray(0, length);
      hash.update(piece);
      yield piece;
    }
    if (read !== bytes || hash.digest("hex") !== sha256) throw new Damaged(`${path}: the file has been damaged`);
  } finally {
    closeSync(fd);
  }
}

/** @param {string} path */
function openIfThere(path) {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT")
      throw new Damaged(`${path}: the file is missing`);
    throw named(path, error);
  }
}

/**
 * The content of a file of the state.
 * @param {string} folder
 * @param {StateFile} file
 */
export function readStateFile(folder, file) {
  const pieces = [];
  for (const piece of piecesOf(folder, file)) pieces.push(piece.slice());
  return Buffer.concat(pieces);
}

/**
 * A file of the published set.
 * @param {string} folder
 * @param {FileRef} ref
 */
export function readPublished(folder, ref) {
  const path = join(folder, pathOf(ref, "bloom"));
  const bytes = readIfThere(path);
  if (!bytes) throw new Damaged(`${path}: the file is missing`);
  if (bytes.length !== ref.bytes || sha256Of(bytes) !== ref.sha256) {
    throw new Damaged(`${path}: the file has been damaged`);
  }
  return bytes;
}

/**
 * Throws `Damaged` unless all files of a record are there, with their content.
 * @param {ShardRecord} record
 * @param {Places} places
 */
export function checkFiles({ base, layers, digests, added, removed }, places) {
  for (const ref of [base, ...layers]) readPublished(places.published, ref);
  for (const file of [digests, added, removed]) {
    if (file) for (const _ of piecesOf(places.digests, file));
  }
}
