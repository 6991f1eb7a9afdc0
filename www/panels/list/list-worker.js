// Looks at a list, builds a filter from it step by step, and keeps its keys to say which "maybe" is on the list. After each step it sends the bits, and
// waits until the page has drawn them.

import { BloomFilter } from "edgebloom";
import { fetchUnpacked, gzippedSize } from "../../lib/gzip.js";
import { FORMS, lookupsOf } from "./forms.js";
import { nextStep, singlesOf } from "./pace.js";
import { MOST_BYTES, readKeys } from "./read-keys.js";
import { Refusal } from "./refusal.js";
import { sharedFile } from "./shared.js";
import { lookAt } from "./table.js";

/** Bytes that are looked at. */
const HEAD = 1 << 16;

/** Milliseconds between two messages about reading. */
const BETWEEN = 100;

/** @typedef {{ blob?: Blob, url?: string, json?: boolean, gzipBytes?: number }} Source */
/** @typedef {{ errorRate: number, form: string, table?: import("./table.js").Table, isStill: boolean }} Options */

/** Continues with the next step; true to leave out all others. @type {(skip: boolean) => void} */
let goOn = () => {};
/** @type {Set<string>} */
let keys = new Set();
/** @type {import("./forms.js").KeyForm | undefined} */
let form;

self.onmessage = async ({ data }) => {
  if (data.go) return goOn(data.skip);
  if (data.query !== undefined)
    return self.postMessage({ query: data.query, listed: lookupsOf(data.query, form).some((key) => keys.has(key)) });
  try {
    if (data.look) await look(data.look);
    else await build(data.list, data.options);
  } catch (error) {
    const { code = "failed", values = { detail: String(error) } } = error instanceof Refusal ? error : {};
    self.postMessage({ refused: code, values });
  }
};

/** @param {Source} list */
async function look({ blob, json }) {
  const text = blob ? await blob.slice(0, HEAD).text() : "";
  self.postMessage({ looked: lookAt(text, !blob || blob.size <= HEAD, json) });
}

/** @param {Source} source @param {Options} options */
async function build({ blob, url = "", json, gzipBytes }, { errorRate, form: name, table, isStill }) {
  form = FORMS[name];
  const { stream, total } = blob ? { stream: blob.stream(), total: blob.size } : await fetched(url);
  if (total > MOST_BYTES) throw new Refusal("tooBig", { found: total });
  let told = performance.now();
  const { entries, ...found } = await readKeys(stream, {
    json,
    table,
    form,
    onPiece(bytes) {
      if (performance.now() - told < BETWEEN) return;
      told = performance.now();
      self.postMessage({ share: total && bytes / total });
    },
  });
  ({ keys } = found);
  const options = { errorRate, keys: form };
  const count = entries.length;
  const filter = new BloomFilter({ ...options, capacity: count });
  let seconds = 0;
  let skip = isStill;
  let start = 0;
  for (let from = 0; from < count; ) {
    if (from === singlesOf(count)) start = performance.now();
    const to = skip ? count : nextStep(from, count, performance.now() - start);
    const begun = performance.now();
    filter.addMany(entries.slice(from, to));
    seconds += (performance.now() - begun) / 1000;
    if (!skip) skip = await draw(filter, entries[to - 1], { added: to, count, single: to <= singlesOf(count) });
    from = to;
  }
  const file = filter.toBytes();
  filter.free();
  const text = new Blob([[...keys].join("\n")]);
  const { lines, skipped, example } = found;
  self.postMessage({ file, count, lines, skipped, example, seconds, bytes: text.size, first: entries[0] });
  const { fixed, shared, least } = sharedFile(entries, file, options);
  self.postMessage({ fixed, shared, least, gzipped: gzipBytes ?? (await gzippedSize(text)) });
}

/**
 * Sends the bits, and waits until they are drawn.
 * @param {BloomFilter} filter
 * @param {string} entry that was added last
 * @param {{ added: number, count: number, single: boolean }} far
 * @returns {Promise<boolean>} whether to leave out the other steps
 */
function draw(filter, entry, far) {
  const bits = filter.bits();
  const [key] = form ? /** @type {string[]} */ (form.entries(entry)) : [entry];
  const { bits: size, fillRatio } = filter.stats;
  const step = { ...far, bits, size, fillRatio, entry, positions: filter.positions(key) };
  self.postMessage({ step }, { transfer: [bits.buffer] });
  return new Promise((resolve) => (goOn = resolve));
}

/** @param {string} url */
async function fetched(url) {
  try {
    return await fetchUnpacked(url);
  } catch {
    throw new Refusal("unfetched");
  }
}
