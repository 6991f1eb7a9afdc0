// What the keys of the filter on the bench take as a text.

import { bench } from "./bench.js";
import { gzippedSize } from "./gzip.js";

/**
 * The keys, one per line, and gzipped: those that were added one by one count after the list, if there is one.
 * @returns {Promise<{ text: number, gzipped: number | undefined } | undefined>} undefined where nobody knows the keys
 */
export async function keySizes() {
  if (!bench.complete) return undefined;
  const { list, words } = bench;
  const blob = new Blob([[...words.keys()].join("\n")]);
  const [own, listed] = await Promise.all([
    blob.size ? gzippedSize(blob) : 0,
    // Its worker may be gone; the panel of lists says so.
    list?.gzipped().catch(() => undefined) ?? 0,
  ]);
  const gzipped = own === undefined || listed === undefined ? undefined : own + listed;
  return { text: blob.size + (list?.bytes ?? 0), gzipped };
}
