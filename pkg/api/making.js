// The ways to a filter: of keys, of lines, from a file.

import { adviseOnKeys } from "./advice.js";
import { FilterHandle } from "./filter-handle.js";
import { checkIterable } from "./handle.js";
import { entriesIn, keysIn, wrongEntry } from "./entries.js";
import { linesOf, textsOf } from "./lines.js";
import { readFile } from "./loading.js";
import { handleOf } from "./membership-filter.js";
import { checkNames } from "./option-names.js";
import { readOptions } from "./options.js";
import { engine } from "./own-engine.js";
import { WatchedHandle } from "./watched-handle.js";

/** @typedef {import("../wasm/edgebloom.js").Builder} Builder */
/** @typedef {import("../wasm/edgebloom.js").Filter} WasmFilter */
/** @typedef {import("./engine.js").OwnModule} OwnModule */
/** @typedef {import("../reader/key-form.js").FormOptions} FormOptions */
/** @typedef {import("../reader/key-form.js").QueryForm} QueryForm */
/** @typedef {import("./lines.js").Lines} Lines */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {ReturnType<typeof readOptions>} Settings */

/**
 * What the class of a filter is, for the functions here.
 * @typedef {object} Kind
 * @property {string[]} options the names of its options
 * @property {import("./loading.js").Kind[]} files the kinds of filter file that it reads
 * @property {(wasm: OwnModule, settings: Settings) => any} make makes an empty filter in the module
 * @property {(builder: Builder, settings: Settings) => any} [build] makes a filter of keys in the module
 * @property {boolean} [repeats] true if a repeated key counts again
 */

/** @typedef {{ new (options: any): any, kind: Kind }} FilterClass */

/**
 * An instance of a class for a filter that exists already.
 * @param {new (handle: any) => any} Class
 * @param {import("./handle.js").Handle<any>} handle
 * @param {{ name: string, version: string }} texts
 */
export function instance(Class, handle, { name, version }) {
  return Object.assign(new Class(handle), { name, version });
}

/**
 * A filter that was just made of keys, and has the size for these.
 * @template {import("./membership-filter.js").MembershipFilter} T
 * @param {T} filter
 */
export function advised(filter) {
  adviseOnKeys(handleOf(filter).header({ name: "", version: "" }));
  return filter;
}

/**
 * The handle of a new filter.
 * @param {WasmFilter} inner
 * @param {Settings} settings
 */
export const handleFor = (inner, { onSaturated, form }) =>
  onSaturated === undefined
    ? new FilterHandle(engine(), inner, form)
    : new WatchedHandle(engine(), inner, onSaturated, form);

/**
 * Makes something of keys whose number is not known in advance.
 * @template T
 * @param {number} seed
 * @param {(builder: Builder) => void} collect
 * @param {(builder: Builder) => T} finish
 * @returns {T}
 */
export function build(seed, collect, finish) {
  const builder = new (engine().wasm.Builder)(seed);
  try {
    collect(builder);
    return finish(builder);
  } finally {
    builder.free();
  }
}

/** @type {(entries: Iterable<Key>, form?: QueryForm) => (builder: Builder) => void} */
export const collectKeys = (entries, form) => (builder) => {
  for (const key of keysIn(form, entries)) builder.push(engine().putKey(key), 1);
};

/** @type {(texts: Iterable<string | Uint8Array>, form?: QueryForm) => (builder: Builder) => void} */
export const collectLines = (texts, form) => (builder) => {
  if (form) return collectKeys(entriesIn(texts), form)(builder);
  for (const text of texts) engine().eachPiece(text, (length) => builder.pushLines(length));
};

/**
 * The keys that queries look up, for example the parents of a host name. Throws if a query does not have the form: without its keys, it would not
 * be protected.
 * @type {(queries: Iterable<Key>, form: QueryForm | undefined) => (builder: Builder) => void}
 */
export const collectLookups = (queries, form) => (builder) => {
  for (const query of queries) {
    const keys = form ? form.form.lookups(query) : [query];
    if (form && !keys.length) wrongEntry("never", form.form);
    for (const key of keys) builder.push(engine().putKey(key), 1);
  }
};

/**
 * @param {FilterClass} Class
 * @param {Settings} settings
 * @param {(builder: Builder) => void} collect
 */
function built(Class, settings, collect) {
  const finish = (/** @type {Builder} */ builder) => Class.kind.build?.(builder, settings);
  const handle = handleFor(build(settings.seed, collect, finish), settings);
  const filter = instance(Class, handle, settings);
  if (handle instanceof WatchedHandle) handle.changed(Number.POSITIVE_INFINITY);
  return advised(filter);
}

/**
 * Makes a filter and adds keys. An error frees the filter.
 * @param {FilterClass} Class
 * @param {object} options
 * @param {(filter: any) => void} addAll
 */
function filled(Class, options, addAll) {
  const filter = new Class(options);
  try {
    addAll(filter);
    return filter;
  } catch (error) {
    filter.free();
    throw error;
  }
}

/**
 * @param {FilterClass} Class
 * @param {Iterable<Key>} keys
 * @param {object} options
 */
export function fromKeys(Class, keys, options) {
  const settings = readOptions(options, Class.kind.options, true);
  checkIterable(keys);
  if (!settings.byKeys) return filled(Class, options, (filter) => filter.addMany(keys));
  return Class.kind.build
    ? built(Class, settings, collectKeys(keys, settings.form))
    : fromCountedKeys(Class, keys, options);
}

/**
 * Makes a filter that cannot be built from digests, because its positions need more than these.
 * @param {FilterClass} Class
 * @param {Iterable<Key>} entries
 * @param {object} options
 */
function fromCountedKeys(Class, entries, options) {
  const keys = keysIn(readOptions(options, Class.kind.options, true).form, entries);
  const all = Class.kind.repeats ? [...keys] : undefined;
  /** @type {Map<string, Key>} */
  const distinct = new Map();
  for (const key of all ?? keys) distinct.set(engine().textOf(key), key);
  const sized = { ...options, capacity: distinct.size || 1 };
  // These are keys already, not entries.
  return advised(filled(Class, sized, (filter) => handleOf(filter).addMany(all ?? distinct.values())));
}

/**
 * @param {FilterClass} Class
 * @param {Lines} lines
 * @param {object} options
 */
export function fromLines(Class, lines, options) {
  const settings = readOptions(options, Class.kind.options, true);
  const texts = textsOf(lines);
  if (settings.byKeys && Class.kind.build) return built(Class, settings, collectLines(texts, settings.form));
  if (settings.byKeys) return fromCountedKeys(Class, settings.form ? entriesIn(texts) : linesIn(texts), options);
  return filled(Class, options, (filter) => {
    for (const text of texts) filter.addLines(text);
  });
}

/** @param {Iterable<string | Uint8Array>} texts */
function* linesIn(texts) {
  for (const text of texts) yield* linesOf(text);
}

/**
 * @param {{ new (options: any): any, kind: Pick<Kind, "files"> }} Class
 * @param {Uint8Array} bytes
 * @param {FormOptions} [options]
 * @param {Uint8Array} [key] the secret key of a keyed filter
 */
export function fromFile(Class, bytes, options = {}, key = undefined) {
  checkNames(options, key ? ["key", "keys", "invalid"] : ["keys", "invalid"]);
  const file = readFile(engine(), bytes, Class.kind.files, { options, ...(key && { key }) });
  return instance(Class, file.handle, file);
}
