// A process that answers the bench: node in-node.mjs FOLDER, in which worker.js and the files are.

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

/** What it answers; it has been forked. */
const send = (/** @type {object} */ answer) => process.send?.(answer);

process.on("message", async (/** @type {[group: string, name: string, ...args: unknown[]]} */ args) => {
  try {
    send({ answer: await call(...args) });
  } catch (error) {
    send({ error: /** @type {Error} */ (error).stack });
  }
});
// The bench has ended before its time.
process.on("disconnect", () => process.exit());
send({ answer: process.versions });
