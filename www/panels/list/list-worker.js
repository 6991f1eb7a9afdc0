// Reads a list, builds its filter and what else the page offers of it, and keeps the keys to say which "maybe" is on the list. Then it adds the
// keys once more, a step at a time, for the page to draw.

import { BloomFilter } from "edgebloom";
import { fetchUnpacked, gzippedSize } from "../../lib/gzip.js";
import { WHOLE_LINE } from "./columns.js";
import { FORMS, lookupsOf, readAs, stillWanted } from "./forms.js";
import { lookAt } from "./looks.js";
import { nextStep, singlesOf } from "./pace.js";
import { MOST_BYTES, readKeys } from "./read-keys.js";
import { Refusal } from "./refusal.js";
import { sharedFile } from "./shared.js";

/** Bytes that are looked at. */
const HEAD = 1 << 16;

/** Milliseconds between two messages about reading. */
const BETWEEN = 100;

/** The fewest characters that are looked for inside of keys. */
const LEAST_PART = 3;

/** Entries of a list that the page shows, and of those that became no keys. */
const SHOWN = 12;
const NAMED = 1000;

/** @typedef {{ blob?: Blob, url?: string, json?: boolean, gzipBytes?: number }} List `gzipBytes`: of a file that is gzipped already */
/**
 * @typedef {{ form?: string, wanted?: string, column?: string, header?: boolean }} Choices what the user has chosen, `wanted` for another list; the
 *   rest is as the list looks
 */
/** @typedef {import("./looks.js").Looks & { column: string, header: boolean, chosen: string, dropped?: string }} Seen `chosen`: the form of the keys; `dropped`: the one that was chosen for the last list */

/** The keys of the last list. @type {Set<string>} */
let keys = new Set();
/** Its entries without the form. @type {Set<string>} */
let skippedOnes = new Set();
/** @type {import("./forms.js").KeyForm | undefined} */
let form;
/** @type {ReturnType<typeof stepsOf> | undefined} */
let steps;
/** The list that came last. */
let latest = 0;

self.onmessage = async ({ data }) => {
  const { run, list, choices, errorRate, query } = data;
  if (query !== undefined)
    return self.postMessage({
      query,
      listed: lookupsOf(query, form).some((key) => keys.has(key)),
      isSkipped: skippedOnes.has(query.trim()),
      ...nearOf(query),
    });
  const tell = (/** @type {Record<string, any>} */ message) => self.postMessage({ run, ...message });
  if (!list) return tell({ step: steps?.next().value });
  latest = run;
  try {
    const built = await build(list, choices, errorRate, tell);
    if (run !== latest) return;
    ({ keys, skippedOnes, form } = built);
    steps?.return();
    steps = built.steps;
    tell({ built: built.all });
  } catch (error) {
    const { code = "failed", values = { detail: String(error) } } = error instanceof Refusal ? error : {};
    tell({ refused: { code, ...values } });
  }
};

/**
 * A key that looks much the same, or one that has the query in it, if keys are text and none is the query itself.
 * @param {string} query
 * @returns {{ near?: string, around?: string }}
 */
function nearOf(query) {
  const isText = !form || form === FORMS.words;
  if (!isText || lookupsOf(query, form).some((key) => keys.has(key))) return {};
  const [sought, part] = [plain(query), query.trim()];
  let around;
  for (const key of keys) {
    if (sought && plain(key) === sought) return { near: key };
    if (part.length >= LEAST_PART) around ??= hasPart(key, part) ? key : undefined;
  }
  return { around };
}

/** Letters and digits only, without capitals, accents and wide letters. "ß" is "SS". @param {string} key */
const plain = (key) =>
  key
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toUpperCase();

/** Whether a key has a part that begins and ends where words do. @param {string} key @param {string} part */
function hasPart(key, part) {
  const at = key.indexOf(part);
  return at >= 0 && !/[\p{L}\p{N}]/u.test((key[at - 1] ?? "") + (key[at + part.length] ?? ""));
}

/**
 * How a list is read: as the user has chosen, and otherwise as its first lines look.
 * @param {List} list
 * @param {Choices} choices
 * @returns {Promise<Seen>}
 */
async function look({ blob, json }, choices) {
  const head = blob
    ?.slice(0, HEAD)
    .text()
    .catch(() => {
      throw new Refusal("unreadable");
    });
  const text = (await head) ?? "";
  const looks = lookAt(text, !blob || blob.size <= HEAD, json);
  const { table } = looks;
  const likely = table && table.column !== WHOLE_LINE ? String(table.column) : "";
  const column = table ? (choices.column ?? likely) : "";
  const found = table?.columns[Number(column || NaN)]?.form ?? looks.form;
  const header = choices.header ?? !!table?.header;
  const entries = table && column ? [table.columns[Number(column)]?.first ?? ""] : text.split("\n");
  const kept = choices.form ?? stillWanted(choices.wanted, found, entries);
  const dropped = kept === undefined ? choices.wanted : undefined;
  return { ...looks, form: found, column, header, chosen: kept ?? readAs(found), dropped };
}

/**
 * @param {List} list
 * @param {Choices} choices
 * @param {number} errorRate
 * @param {(message: Record<string, any>) => void} tell
 */
async function build(list, choices, errorRate, tell) {
  const { blob, url = "", json, gzipBytes } = list;
  if (blob && blob.size > MOST_BYTES) throw new Refusal("tooBig", { found: blob.size });
  const seen = await look(list, choices);
  tell({ seen });
  const { stream, total } = blob ? { stream: blob.stream(), total: blob.size } : await fetched(url);
  let told = performance.now();
  const ofForm = FORMS[seen.chosen];
  const { table, column, header } = seen;
  const isJson = json || seen.json;
  const { entries, ...found } = await readKeys(stream, {
    json: isJson,
    table: table && column ? { ...table, column: Number(column), header } : undefined,
    name: isJson ? table?.columns[Number(column)]?.name : undefined,
    form: ofForm,
    onPiece(bytes) {
      if (performance.now() - told < BETWEEN) return;
      told = performance.now();
      tell({ reading: total && bytes / total });
    },
  });
  tell({ building: entries.length });
  const options = { errorRate, keys: ofForm };
  const begun = performance.now();
  const filter = BloomFilter.from(entries, options);
  const seconds = (performance.now() - begun) / 1000;
  const file = filter.toBytes();
  filter.free();
  const text = new Blob([[...found.keys].join("\n")]);
  const gzipped = gzipBytes ?? (await gzippedSize(text));
  const known = keys.size ? entries.filter((entry) => keys.has(keyOf(entry, ofForm))) : [];
  const fresh = known.length ? entries.filter((entry) => !keys.has(keyOf(entry, ofForm))) : entries;
  const { lines, skipped, odd, repeats, addresses, address, commented, uneven } = found;
  const counts = {
    count: entries.length,
    known: known.length,
    lines,
    skipped,
    odd: odd.slice(0, NAMED),
    repeats: repeats.slice(0, NAMED),
    addresses,
    address,
    commented,
    uneven,
    bytes: text.size,
    gzipped,
    seconds,
  };
  return {
    keys: found.keys,
    skippedOnes: new Set(odd),
    form: ofForm,
    steps: stepsOf(known, fresh, options),
    all: {
      file,
      ...sharedFile(entries, file, options),
      ...counts,
      head: entries.slice(0, SHOWN),
      first: keyOf(entries[0], ofForm),
    },
  };
}

/** @param {string} entry @param {import("./forms.js").KeyForm} [form] */
const keyOf = (entry, form) => (form ? /** @type {string[]} */ (form.entries(entry))[0] : entry);

/**
 * Adds keys to a filter, a few at a time. Each step has the bits; the first one those of the keys that the last list had, too.
 * @param {string[]} known
 * @param {string[]} fresh
 * @param {{ errorRate: number, keys?: import("./forms.js").KeyForm }} options
 */
function* stepsOf(known, fresh, options) {
  const count = fresh.length;
  const filter = new BloomFilter({ ...options, capacity: known.length + count });
  const bitsNow = () => {
    const { bits: size, fillRatio } = filter.stats;
    return { bits: filter.bits(), size, fillRatio };
  };
  try {
    filter.addMany(known);
    yield { added: 0, ...bitsNow() };
    let start = 0;
    for (let from = 0; from < count; ) {
      if (from === singlesOf(count)) start = performance.now();
      const to = nextStep(from, count, performance.now() - start);
      filter.addMany(fresh.slice(from, to));
      const entry = fresh[to - 1];
      const positions = filter.positions(keyOf(entry, options.keys));
      yield { added: to, single: to <= singlesOf(count), entry, positions, ...bitsNow() };
      from = to;
    }
  } finally {
    filter.free();
  }
}

/** @param {string} url */
async function fetched(url) {
  try {
    return await fetchUnpacked(url);
  } catch {
    throw new Refusal("unfetched");
  }
}
