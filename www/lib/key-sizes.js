// The size of the bench's keys as text.

import { bench } from "./bench.js";
import { gzippedSize } from "./gzip.js";

/**
 * The size of the keys, one per line, and gzipped. Keys that were added one by one follow those of the list, if there is one.
 * @returns {Promise<{ text: number, gzipped: number | undefined } | undefined>} undefined if the keys are unknown
 */
export async function keySizes() {
  if (!bench.complete) return undefined;
  const { list, words } = bench;
  const blob = new Blob([[...words.keys()].join("\n")]);
  const [own, listed] = await Promise.all([
    blob.size ? gzippedSize(blob) : 0,
    // The worker may be gone. The panel of lists shows the message.
    list?.gzipped().catch(() => undefined) ?? 0,
  ]);
  const gzipped = own === undefined || listed === undefined ? undefined : own + listed;
  return { text: blob.size + (list?.bytes ?? 0), gzipped };
}
