// A process that answers the bench: node in-node.mjs FOLDER, in which worker.js and the files are.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { makeWorker } = await import(pathToFileURL(join(folder, "worker.js")).href);
const call = makeWorker(async (file) => {
  const bytes = await readFile(join(folder, file));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length).slice();
});

process.on("message", async (args) => {
  try {
    process.send({ answer: await call(...args) });
  } catch (error) {
    process.send({ error: error.stack });
  }
});
// The bench has ended before its time.
process.on("disconnect", () => process.exit());
process.send({ answer: process.versions });
