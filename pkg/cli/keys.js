// Reads lists of keys, in the format and the key form that the user has chosen.

import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { domain, email, raw, sha1Hex, sha256Hex } from "../api/keys/key-forms.js";
import { sha256 } from "../api/keys/sha256-form.js";
import { url } from "../api/keys/url-form.js";
import { oneOf } from "./arguments.js";
import { Failure } from "./failure.js";
import { hintAtTerminal, measure, nameOf, readLines, readWholeList } from "./input.js";
import { DigestReader, endOfHost, splitLines } from "./lines-in-form.js";
import { LIST_FORMAT, listReader, readListFormat } from "./lists/formats.js";
import { keysInJson } from "./lists/json.js";
import { SAMPLE_BYTES, SAMPLE_LINES, rejectMistaken, rejectOtherData } from "./lists/look.js";
import { Progress } from "./progress.js";
import { eachLine } from "./lines.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("../reader/key-form.js").KeyForm} KeyForm */
/** @typedef {import("./lists/formats.js").ListFormat & { keyForm: KeyForm, strict?: boolean | undefined }} Format */
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

const KEY_FORMS = [raw, domain, email, url, sha1Hex, sha256Hex, sha256];
/** The forms of any text: a "#" in it is no comment. */
const OF_TEXT = [raw, sha256];

/** Of commands that read lists. @satisfies {import("./options.js").OptionTable} */
export const INPUT = /** @type {const} */ ({
  ...LIST_FORMAT,
  keys: {
    type: "string",
    value: "FORM",
    words: KEY_FORMS.map(({ name }) => name),
    says: "raw, domain, email, url, sha1-hex, sha256-hex or sha256",
  },
  strict: {
    type: "boolean",
    says: "fail on a bad entry, and on a listed key of --never",
  },
});

/**
 * @param {import("./lists/formats.js").ListFormat & { keys?: string, strict?: boolean | undefined }} values
 * @returns {Format}
 */
export function readFormat(values) {
  return { ...readListFormat(values, INPUT.input.words), keyForm: readKeyForm(values.keys), strict: values.strict };
}

/** @param {string | undefined} name */
export function readKeyForm(name = raw.name) {
  oneOf(name, "--keys", INPUT.keys.words);
  return /** @type {KeyForm} */ (KEY_FORMS.find((form) => form.name === name));
}

/**
 * The form with this name, as a file gives it. Nothing can be looked up in a form that somebody else has written.
 * @param {string} name
 * @returns {KeyForm}
 */
export function formNamed(name) {
  const unknown = () => {
    throw new Failure(
      `the keys have the form ${JSON.stringify(name)}, which is not one of edgebloom: use the program that built the list`,
    );
  };
  return KEY_FORMS.find((form) => form.name === name) ?? { name, entries: unknown, lookups: unknown };
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
  const { keyForm, input } = format;
  if (path === "-") hintAtTerminal(input === "json" ? "a JSON array" : "keys, one per line,");
  const keys = new FormKeys(name, format, sink);
  // JSON and tables can only be read again from their first byte. A repeated key counts once.
  const isWhole = input === "json" || input === "csv" || input === "tsv";
  const before = hash?.copy();
  if (input === "json") {
    onSkipped();
    const bytes = await readWholeList(path, progress);
    hash?.update(bytes);
    // Parsing blocks the event loop. Without a handler, Ctrl-C still ends it at once.
    progress.end();
    keys.texts(keysInJson(name, bytes, format), "utf8");
    sink.reached?.(() => position(0, before));
    return keys.doubt;
  }
  const list = listReader(name, withComments(format));
  /** @type {import("./lists/formats.js").Take} */
  const take = (read, /** @type {BufferEncoding} */ encoding = "utf8") =>
    Array.isArray(read) ? keys.texts(read, encoding) : keys.lines(read);
  /** @type {(part: Buffer, end: number) => void} */
  const use = (part, end) => {
    list.read(part, take);
    sink.reached?.(() => (isWhole ? position(0, before) : position(end, hash)));
  };
  const isKey = (/** @type {string} */ line) => keyForm.entries(Buffer.from(line, "latin1").toString()).length > 0;
  // The first lines wait until there are enough of them to look at.
  const first = new FirstLines((bytes) => rejectMistaken(name, bytes, isKey, OF_TEXT.includes(keyForm)));
  const isSure = input !== undefined || skip > 0;
  const isTable = input === "csv" || input === "tsv" || input === "adblock";
  /** @type {Parameters<typeof readLines>[1]} */
  const pass = (part, isFirst, end) => {
    if (isFirst && isTable) rejectOtherData(name, part);
    return isSure ? use(part, end) : first.pass(part, end, use);
  };
  await readLines(path, pass, progress, { hash, skip, onSkipped });
  first.end(use);
  list.end(take);
  progress.advance(0);
  return list.doubt ?? keys.doubt;
}

/**
 * The format of a list, with the comments that the form of its keys allows. A "#" can begin an email address, but not a host name or a digest.
 * @param {Format} format
 */
function withComments({ keyForm, ...format }) {
  if (OF_TEXT.includes(keyForm)) return format;
  return keyForm === email ? { ...format, input: format.input ?? "lines" } : { ...format, comments: true };
}

/** Holds the first lines of a list until they have been looked at. */
class FirstLines {
  /** @type {Buffer[] | undefined} */
  #parts = [];
  #end = 0;
  #bytes = 0;
  #lines = 0;
  #look;

  /** @param {(bytes: Buffer) => void} look throws if the list is in another format */
  constructor(look) {
    this.#look = look;
  }

  /**
   * @param {Buffer} part is valid until the call returns
   * @param {number} end
   * @param {(part: Buffer, end: number) => void} use
   */
  pass(part, end, use) {
    if (!this.#parts) return use(part, end);
    this.#parts.push(Buffer.from(part));
    this.#end = end;
    this.#bytes += part.length;
    eachLine(part, () => this.#lines++);
    if (this.#lines >= SAMPLE_LINES || this.#bytes >= SAMPLE_BYTES) this.end(use);
  }

  /** @param {(part: Buffer, end: number) => void} use */
  end(use) {
    const part = Buffer.concat(this.#parts ?? []);
    this.#parts = undefined;
    if (!part.length) return;
    this.#look(part.subarray(0, SAMPLE_BYTES));
    use(part, this.#end);
  }
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

/** The forms of digests in hexadecimal, and the bytes of a digest. @type {Map<KeyForm, number>} */
const DIGEST_BYTES = new Map([
  [sha1Hex, 20],
  [sha256Hex, 32],
]);

/** Entries that the user should know of: how many, and the first. */
class Doubtful {
  #count = 0;
  #first = "";

  /** @param {string} text */
  add(text) {
    if (!this.#count++) this.#first = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  }

  /** @param {(entries: string) => string} sentence */
  told(sentence) {
    if (!this.#count) return "";
    const entries = this.#count === 1 ? "1 entry" : `${grouped(this.#count)} entries`;
    return `${sentence(entries)}; the first is ${JSON.stringify(this.#first)}`;
  }
}

/** Turns the entries of a list into keys of a form, and passes them on. */
class FormKeys {
  #name;
  #form;
  #strict;
  #sink;
  #wrong = new Doubtful();
  #addresses = new Doubtful();

  /**
   * @param {string} name
   * @param {Format} format
   * @param {Sink} sink
   */
  constructor(name, { keyForm, strict }, sink) {
    this.#name = name;
    this.#form = keyForm;
    this.#strict = strict;
    this.#sink = sink;
  }

  /** @param {Buffer} lines whole lines, with an entry each */
  lines(lines) {
    if (this.#form === raw) this.#sink.lines(lines);
    else if (this.#form === sha256) this.#sink.keys(sha256OfLines(lines), SHA256_BYTES);
    else this.#read(lines);
  }

  /**
   * Entries, perhaps with line breaks in them.
   * @param {string[]} texts
   * @param {BufferEncoding} encoding
   */
  texts(texts, encoding) {
    const isLine = (/** @type {string} */ text) => text !== "" && !/\n|\r$/.test(text);
    const lines = texts.filter(isLine);
    if (lines.length) this.lines(Buffer.from(`${lines.join("\n")}\n`, encoding));
    for (const text of texts) {
      if (isLine(text)) continue;
      const bytes = Buffer.from(text, encoding);
      const keys = OF_TEXT.includes(this.#form)
        ? this.#form.entries(/** @type {any} */ (bytes))
        : this.keysOf(bytes.toString());
      for (const key of keys) this.#sink.key(key);
    }
  }

  /**
   * Reads the keys of some lines. Most lists are already in form: only the other lines become strings of their own.
   * @param {Buffer} lines
   */
  #read(lines) {
    const sink = this.#sink;
    /** @type {Buffer[]} */
    let inForm = [];
    let others = [lines];
    const width = DIGEST_BYTES.get(this.#form);
    if (width) {
      const reader = new DigestReader(lines, width);
      ({ others } = splitLines(lines, (start) => reader.read(start)));
      sink.keys(reader.digests, width);
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
    const comment = this.#form === email ? /\s#.*|^#(?:\s.*)?$|^[!;#][^@]*$/ : /#.*|^[!;].*/;
    const text = line.trim().replace(comment, "").trim();
    if (!text) return [];
    const keys = this.#form.entries(text);
    if (!keys.length && this.#strict) {
      const got = JSON.stringify(text.slice(0, 60));
      throw new Failure(`${this.#name}: --strict: expected entries of the form "${this.#form.name}", got ${got}`);
    }
    if (!keys.length) this.#wrong.add(text);
    else if (this.#form === email && text.includes("@")) this.#addresses.add(text);
    return keys;
  }

  get doubt() {
    const doubts = [
      this.#wrong.told((entries) => `skipped ${entries} not of the form "${this.#form.name}"`),
      this.#addresses.told((entries) => `${entries} with "@": an address stands for its whole domain`),
    ].filter(Boolean);
    return doubts.length ? `${this.#name}: ${doubts.join("; ")}` : undefined;
  }
}
