// Digests of made-up passwords: 40 hexadecimal digits a line. Digest i follows from i alone: node digests.mjs COUNT

import { createCipheriv } from "node:crypto";
import { pathToFileURL } from "node:url";

const BYTES = 20;
/** How many digests are made at once. */
const BLOCK = 1 << 14;
const zeros = Buffer.alloc(BYTES * BLOCK);

/**
 * The lines of a block of digests.
 * @param {number} block
 */
function linesOf(block) {
  const iv = Buffer.alloc(16);
  iv.writeUInt32BE(block);
  const hex = Buffer.from(createCipheriv("aes-128-ctr", Buffer.alloc(16), iv).update(zeros).toString("hex"), "latin1");
  const lines = Buffer.alloc((2 * BYTES + 1) * BLOCK, "\n");
  for (let i = 0; i < BLOCK; i++) hex.copy(lines, (2 * BYTES + 1) * i, 2 * BYTES * i, 2 * BYTES * (i + 1));
  return lines;
}

/**
 * A digest.
 * @param {number} i
 */
export function digest(i) {
  const start = (2 * BYTES + 1) * (i % BLOCK);
  return linesOf(Math.floor(i / BLOCK)).toString("latin1", start, start + 2 * BYTES);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = Number(process.argv[2]);
  for (let done = 0; done < count; done += BLOCK) {
    const lines = linesOf(done / BLOCK).subarray(0, (2 * BYTES + 1) * Math.min(BLOCK, count - done));
    if (!process.stdout.write(lines)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
