// A process that answers the bench: node in-node.mjs FOLDER. The folder has worker.js and the files.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { makeWorker } = await import(pathToFileURL(join(folder, "worker.js")).href);
/** @type {ReturnType<typeof import("./main.js").makeWorker>} */
const call = makeWorker(async (/** @type {string} */ file) => {
  const bytes = await readFile(join(folder, file));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length).slice();
});

/** Sends an answer to the parent process. */
const send = (/** @type {object} */ answer) => process.send?.(answer);

process.on("message", async (/** @type {[group: string, name: string, ...args: unknown[]]} */ args) => {
  try {
    send({ answer: await call(...args) });
  } catch (error) {
    send({ error: /** @type {Error} */ (error).stack });
  }
});
// The bench has ended early.
process.on("disconnect", () => process.exit());
send({ answer: process.versions });
