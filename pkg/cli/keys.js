// The keys of an input, in the form that the user has chosen.

import { domain, email, raw, sha1Hex } from "../api/keys/key-forms.js";
import { oneOf } from "./arguments.js";
import { Failure } from "./failure.js";
import { nameOf, readJson, readLines } from "./input.js";
import { Digests, SHA1_BYTES, endOfHost, splitLines } from "./lines-in-form.js";
import { COMMENTS, List, readForm as readListForm } from "./list.js";
import { grouped } from "./show.js";

/** @typedef {import("../api/keys/key-forms.js").KeyForm} KeyForm */
/** @typedef {import("./list.js").Form & { keys: KeyForm }} Form */

/**
 * Where keys go.
 * @typedef {object} Sink
 * @property {(lines: Buffer, end?: number) => unknown} lines keys, one per line; of a part that ends at this offset of the input
 * @property {(key: import("../api/types.js").Key) => unknown} key
 * @property {(bytes: Uint8Array, width: number) => unknown} keys keys of so many bytes each
 */

const FORMS = [raw, domain, email, sha1Hex];

/** @satisfies {import("./options.js").OptionTable} */
export const KEYS = /** @type {const} */ ({
  keys: {
    type: "string",
    value: "FORM",
    words: FORMS.map(({ name }) => name),
    says: "raw, domain, email or sha1-hex keys; default raw",
  },
});

/** Of commands that read lists. @satisfies {import("./options.js").OptionTable} */
export const INPUT = /** @type {const} */ ({
  input: {
    type: "string",
    value: "FORM",
    words: ["lines", "hosts", "json"],
    says: "input format: lines, hosts or json; default lines",
  },
  ...COMMENTS,
  ...KEYS,
});

/**
 * @param {{ input?: string, comments?: boolean, keys?: string }} values
 * @returns {Form}
 */
export function readForm(values) {
  const form = { ...readListForm(values, INPUT.input.words), keys: readKeyForm(values.keys) };
  if (form.keys === raw) return form;
  // A "#" can begin an email address, but not a host name or a digest.
  return form.keys === email ? { ...form, input: form.input ?? "lines" } : { ...form, comments: true };
}

/** @param {string | undefined} name */
export function readKeyForm(name = raw.name) {
  oneOf(name, "--keys", KEYS.keys.words);
  return /** @type {KeyForm} */ (FORMS.find((form) => form.name === name));
}

/**
 * Takes the keys of one input.
 * @param {string} path
 * @param {Form} form
 * @param {Sink} sink
 * @param {import("./progress.js").Progress} progress
 * @param {number} [from] the offset of the line to begin at
 * @returns {Promise<string | undefined>} a warning for the user
 */
export async function takeKeys(path, form, sink, progress, from = 0) {
  const entries = new Entries(nameOf(path), form.keys);
  if (form.input === "json") {
    for (const key of await readJson(path, progress)) {
      if (form.keys === raw) sink.key(key);
      else for (const each of entries.keysOf(key)) sink.key(each);
    }
    return entries.doubt;
  }
  const list = new List(nameOf(path), form);
  await readLines(
    path,
    (part, first, end) => {
      if (first && form.input === undefined) rejectMistaken(nameOf(path), part);
      const lines = list.keys(part);
      if (form.keys === raw) {
        if (lines.length) sink.lines(lines, end);
        return;
      }
      entries.take(lines, sink, end);
    },
    progress,
    from,
  );
  return list.doubt ?? entries.doubt;
}

/** Turns the entries of a list into keys, for every form except raw. */
class Entries {
  #name;
  #form;
  #wrong = 0;
  #example = "";

  /**
   * @param {string} name
   * @param {KeyForm} form
   */
  constructor(name, form) {
    this.#name = name;
    this.#form = form;
  }

  /**
   * Takes the keys of some lines. Most lists are already in form: only the other lines become strings of their own.
   * @param {Buffer} lines
   * @param {Sink} sink
   * @param {number} [end] the offset of their end in the input
   */
  take(lines, sink, end) {
    /** @type {Buffer[]} */
    let inForm = [];
    let others = [lines];
    if (this.#form === sha1Hex) {
      const digests = new Digests(lines);
      ({ others } = splitLines(lines, (start) => digests.take(start)));
      sink.keys(digests.taken, SHA1_BYTES);
    } else if (this.#form === domain || this.#form === email) {
      ({ inForm, others } = splitLines(lines, (start) => endOfHost(lines, start)));
    }
    let texts = "";
    for (const line of Buffer.concat(others).toString().split("\n")) {
      for (const key of this.keysOf(line)) {
        if (typeof key === "string") texts += `${key}\n`;
        else sink.key(key);
      }
    }
    sink.lines(Buffer.concat([...inForm, Buffer.from(texts)]), end);
  }

  /**
   * The keys of a line, without blanks around them. Host names and digests contain no "#" and do not begin like a comment of
   * Adblock. An address may do both.
   * @param {string} line
   */
  keysOf(line) {
    const text = line.replace(this.#form === email ? /(?:^|\s)(?:#\s.*|#$)|^[!;#][^@]*$/ : /#.*|^[!;].*/, "").trim();
    if (!text) return [];
    const keys = this.#form.entries(text);
    if (!keys.length && !this.#wrong++) this.#example = text.slice(0, 60);
    return keys;
  }

  get doubt() {
    if (!this.#wrong) return undefined;
    const lines = this.#wrong === 1 ? "1 entry" : `${grouped(this.#wrong)} entries`;
    const example = JSON.stringify(this.#example);
    return `${this.#name}: skipped ${lines} not of the form "${this.#form.name}"; the first is ${example}`;
  }
}

/**
 * Rejects an input that certainly does not have one key per line, unless the user gives --input lines. Otherwise the command would
 * build a filter without any of the intended keys.
 * @param {string} name
 * @param {Buffer} part the first lines
 */
function rejectMistaken(name, part) {
  const start = part.toString("latin1", 0, 64);
  if (/^\s*(\[\s*(["\]\d{[tfn-]|$)|\{\s*")/.test(start)) {
    throw new Failure(
      `${name}: this looks like JSON: for an array of strings give --input json (or --input lines if these are keys)`,
    );
  }
  if (/^(\xeb(FLT|edgebloom sign)|60ZMV|62VkZ2VibG9vbSBzaWdu)/.test(start)) {
    throw new Failure(
      `${name}: this is a filter, not a list: use edgebloom merge (or give --input lines if these are keys)`,
    );
  }
  if (/^\s*<(!doctype\s+html|html)\b/i.test(start)) {
    throw new Failure(
      `${name}: this looks like an HTML page, perhaps a server error: download the list again (or give --input lines if these are keys)`,
    );
  }
  if (start.startsWith("\x1f\x8b")) {
    throw new Failure(
      `${name}: this is gzip: unpack it, for example with gunzip -c (or give --input lines if these are keys)`,
    );
  }
  if (start.startsWith("\xff\xfe") || start.startsWith("\xfe\xff")) {
    throw new Failure(`${name}: this looks like UTF-16: convert it to UTF-8 (or give --input lines if these are keys)`);
  }
}
