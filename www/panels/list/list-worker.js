// Builds a filter from a list in the background, and keeps the list to answer requests about it.

import { BloomFilter } from "edgebloom";
import { fetchUnpacked } from "../../lib/gzip.js";
import { keeperOf } from "./keeper.js";
import { MOST_BYTES, Refusal, readKeys } from "./read-keys.js";

/** Keys that are added per step. */
const BATCH = 4096;

/** Milliseconds between two messages about progress: slow enough for a screen reader. */
const BETWEEN = 200;

/** @type {ReturnType<typeof keeperOf> | undefined} */
let keeper;
let told = performance.now();

self.onmessage = async ({ data }) => {
  if (data.id) return answer(data);
  try {
    await build(data);
  } catch (error) {
    const { code = "failed", values = { detail: String(error) } } = error instanceof Refusal ? error : {};
    self.postMessage({ refused: code, values });
  }
};

/**
 * @param {"reading" | "building"} phase
 * @param {number} done
 * @param {number} total 0 if it is not known
 * @param {number} keys
 */
function tell(phase, done, total, keys) {
  const now = performance.now();
  if (now - told < BETWEEN) return;
  told = now;
  self.postMessage({ phase, done, total, keys });
}

/**
 * @param {{ blob?: Blob, url?: string, json: boolean, options: { errorRate: number, layout: any, name: string } }} given
 */
async function build({ blob, url = "", json, options }) {
  const { stream, total } = blob ? { stream: blob.stream(), total: blob.size } : await fetched(url);
  if (total > MOST_BYTES) throw new Refusal("tooBig", { found: total });
  const { keys, lines } = await readKeys(stream, {
    json,
    onPiece: (bytes, count) => tell("reading", bytes, total, count),
  });
  const filter = new BloomFilter({ ...options, capacity: keys.size });
  keeper = keeperOf(keys, filter);
  let batch = [];
  let added = 0;
  for (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    filter.addMany(batch);
    added += batch.length;
    batch = [];
    tell("building", added, keys.size, keys.size);
  }
  filter.addMany(batch);
  const dump = filter.toBytes();
  self.postMessage({ dump, count: keys.size, lines, bytes: keeper.bytes }, { transfer: [dump.buffer] });
}

/** @param {string} url */
async function fetched(url) {
  try {
    return await fetchUnpacked(url);
  } catch {
    throw new Refusal("unfetched");
  }
}

/** @param {{ id: number, what: "owners" | "has" | "gzipped" | "staticFile", given: any }} request */
async function answer({ id, what, given }) {
  try {
    self.postMessage({ id, answer: await /** @type {any} */ (keeper)[what](given) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
}
