// The size of the bench's keys as text.

import { bench } from "./bench.js";
import { gzippedSize } from "./gzip.js";

/**
 * The size of the keys, one per line, and gzipped.
 * @returns {Promise<{ text: number, gzipped: number | undefined } | undefined>} undefined if the keys are unknown
 */
export async function keySizes() {
  if (!bench.complete) return undefined;
  const blob = new Blob([[...bench.words.keys()].join("\n")]);
  return { text: blob.size, gzipped: blob.size ? await gzippedSize(blob) : 0 };
}
