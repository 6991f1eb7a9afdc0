// Reads lists of keys, in the format and the key form that the user has chosen.

import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { domain, email, raw, sha1Hex } from "../api/keys/key-forms.js";
import { sha256 } from "../api/keys/sha256-form.js";
import { oneOf } from "./arguments.js";
import { Failure } from "./failure.js";
import { hintAtTerminal, measure, nameOf, readJson, readLines } from "./input.js";
import { rejectMistaken } from "./kinds.js";
import { SHA1_BYTES, Sha1Reader, endOfHost, splitLines } from "./lines-in-form.js";
import { COMMENTS, List, readListFormat } from "./list.js";
import { Progress } from "./progress.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("../api/keys/key-forms.js").KeyForm} KeyForm */
/** @typedef {import("./list.js").ListFormat & { keyForm: KeyForm }} Format */
/** @typedef {ReturnType<typeof openLists>} Lists */
/**
 * @typedef {{ input: number, offset: number, sha256: string }} Position the number of an input, the offset of a line in it, and the SHA-256 of
 *   everything before it
 */

/**
 * Where keys go.
 * @typedef {object} Sink
 * @property {(lines: Buffer) => unknown} lines keys, one per line
 * @property {(key: import("../api/types.js").Key) => unknown} key
 * @property {(bytes: Uint8Array, width: number) => unknown} keys keys of so many bytes each
 * @property {() => number} count how many keys it has so far
 * @property {(position: () => Position) => void} [reached] called when all keys before a position are in
 */

const KEY_FORMS = [raw, domain, email, sha1Hex, sha256];
/** The forms of any text: a "#" in it is no comment. */
const OF_TEXT = [raw, sha256];

/** Of commands that read lists. @satisfies {import("./options.js").OptionTable} */
export const INPUT = /** @type {const} */ ({
  input: {
    type: "string",
    value: "FORM",
    words: ["lines", "hosts", "json"],
    says: "input format: lines, hosts or json; default lines",
  },
  ...COMMENTS,
  keys: {
    type: "string",
    value: "FORM",
    words: KEY_FORMS.map(({ name }) => name),
    says: "raw, domain, email, sha1-hex or sha256 keys; default raw",
  },
});

/**
 * @param {{ input?: string, comments?: boolean, keys?: string }} values
 * @returns {Format}
 */
export function readFormat(values) {
  const format = { ...readListFormat(values, INPUT.input.words), keyForm: readKeyForm(values.keys) };
  if (OF_TEXT.includes(format.keyForm)) return format;
  // A "#" can begin an email address, but not a host name or a digest.
  return format.keyForm === email ? { ...format, input: format.input ?? "lines" } : { ...format, comments: true };
}

/** @param {string | undefined} name */
export function readKeyForm(name = raw.name) {
  oneOf(name, "--keys", INPUT.keys.words);
  return /** @type {KeyForm} */ (KEY_FORMS.find((form) => form.name === name));
}

/**
 * The lists that the user gives; without any, standard input. A missing file is reported here, before the work begins.
 * @param {string[]} positionals
 * @param {Format} format
 */
export function openLists(positionals, format) {
  const paths = positionals.length ? positionals : ["-"];
  return { paths, format, bytes: measure(paths) };
}

/** The lists are not those of the run that was killed. */
export class OtherLists extends Failure {}

/** The end of an input, in the hash of all inputs. */
const END = "\0end\0";

/**
 * Reads lists, with a progress line.
 * @param {Lists} lists
 * @param {Sink} sink
 * @param {{ quiet?: boolean }} report
 * @param {{ hash?: import("node:crypto").Hash, from?: Position | undefined, onDoubt?: (warning: string) => void }} [more] the hash of positions, the
 *   position to begin at, and what to do if a list looks like another format
 * @returns {Promise<Position>} the end
 * @throws {OtherLists} what is before the position has another SHA-256
 */
export async function readLists({ paths, format, bytes }, sink, report, { hash, from, onDoubt = warn } = {}) {
  const progress = new Progress(bytes, sink.count, report);
  /** @type {(input: number, offset: number, hash: import("node:crypto").Hash | undefined) => Position} */
  const position = (input, offset, hash) => ({ input, offset, sha256: hash?.copy().digest("hex") ?? "" });
  const check = () => {
    if (from && position(0, 0, hash).sha256 !== from.sha256)
      throw new OtherLists(`${paths.map(nameOf).join(", ")}: not the same lists as in the run that was killed`);
  };
  try {
    for (const [input, path] of paths.entries()) {
      const isSkipped = from !== undefined && input < from.input;
      if (isSkipped) await readLines(path, () => {}, progress, { hash, skip: Number.POSITIVE_INFINITY });
      else {
        const skip = input === from?.input ? from.offset : 0;
        const onSkipped = input === from?.input ? check : undefined;
        const doubt = await readList(path, format, sink, progress, { hash, skip, onSkipped }, (offset, hash) =>
          position(input, offset, hash),
        );
        if (doubt) {
          progress.end();
          onDoubt(doubt);
        }
      }
      hash?.update(END);
    }
    if (from?.input === paths.length) check();
    // Handle signals now. The next step blocks the event loop.
    await turn();
    return position(paths.length, 0, hash);
  } finally {
    progress.end();
  }
}

/**
 * @param {string} path
 * @param {Format} format
 * @param {Sink} sink
 * @param {Progress} progress
 * @param {{ hash: import("node:crypto").Hash | undefined, skip: number, onSkipped: (() => void) | undefined }} start
 * @param {(offset: number, hash: import("node:crypto").Hash | undefined) => Position} position
 * @returns {Promise<string | undefined>} a warning for the user
 */
async function readList(path, format, sink, progress, { hash, skip, onSkipped = () => {} }, position) {
  const name = nameOf(path);
  const { keyForm } = format;
  const isJson = format.input === "json";
  if (path === "-") hintAtTerminal(isJson ? "a JSON array" : "keys, one per line,");
  const entries = new Entries(name, keyForm);
  if (isJson) {
    onSkipped();
    const before = hash?.copy();
    for (const text of await readJson(path, progress, hash)) {
      for (const key of OF_TEXT.includes(keyForm) ? keyForm.entries(text) : entries.keysOf(text)) sink.key(key);
      // JSON can only be read again from its first byte: a repeated key counts once.
      sink.reached?.(() => position(0, before));
    }
    return entries.doubt;
  }
  const list = new List(name, format);
  /** @type {Parameters<typeof readLines>[1]} */
  const use = (part, isFirst, end) => {
    if (isFirst && format.input === undefined) rejectMistaken(name, part);
    const lines = list.keys(part);
    if (keyForm === raw) sink.lines(lines);
    else if (keyForm === sha256) sink.keys(sha256OfLines(lines), SHA256_BYTES);
    else entries.read(lines, sink);
    sink.reached?.(() => position(end, hash));
  };
  await readLines(path, use, progress, { hash, skip, onSkipped });
  return list.doubt ?? entries.doubt;
}

const SHA256_BYTES = 32;

/**
 * The SHA-256 of each line, one after the other.
 * @param {Buffer} lines
 */
function sha256OfLines(lines) {
  /** @type {Buffer[]} */
  const digests = [];
  for (let at = 0; at < lines.length; ) {
    const next = lines.indexOf("\n", at) + 1 || lines.length + 1;
    const line = lines.subarray(at, lines[next - 2] === RETURN ? next - 2 : next - 1);
    if (line.length) digests.push(createHash("sha256").update(line).digest());
    at = next;
  }
  return Buffer.concat(digests);
}

const RETURN = 13;

/** Turns the entries of a list into keys, for every form except those of any text. */
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
   * Reads the keys of some lines. Most lists are already in form: only the other lines become strings of their own.
   * @param {Buffer} lines
   * @param {Sink} sink
   */
  read(lines, sink) {
    /** @type {Buffer[]} */
    let inForm = [];
    let others = [lines];
    if (this.#form === sha1Hex) {
      const reader = new Sha1Reader(lines);
      ({ others } = splitLines(lines, (start) => reader.read(start)));
      sink.keys(reader.digests, SHA1_BYTES);
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
    sink.lines(Buffer.concat([...inForm, Buffer.from(texts)]));
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
