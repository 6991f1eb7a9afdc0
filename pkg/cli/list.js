// A list of keys, as it comes: plain lines, lines with comments, a hosts file. Part by part, as it is read: no list is ever in
// memory as a whole.

import { oneOf } from "./arguments.js";
import { Failure } from "./failure.js";

/** @typedef {{ input?: string, comments?: boolean }} Form what the user says that a list is */

const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
/** So much of a part is looked at to tell what the list may be: a small share of the work on it. */
const SAMPLE = 1 << 13;
/** No line of a hosts file is longer. */
const LONGEST = 1 << 16;

const ADDRESS = "[ \\t]*(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[\\da-f]*:[\\da-f:.]*:[\\da-f.]*(?:%[\\w.-]+)?)";
const HOSTS_LINE = new RegExp(`^${ADDRESS}(?=[ \\t]|$)([^\\x00-\\x08\\x0a-\\x1f\\x7f]*)$`, "i");
/** What hosts files call the machine itself, and its networks. */
const OWN = /^(localhost\d?|localhost\d?\.localdomain\d?|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/i;

/** How the lines that make one doubt look. */
const COMMENT = { first: /^\s*#/, all: /^[ \t]*#/gm };
const HOST = {
  first: new RegExp(`^\\s*${ADDRESS}[ \\t]+[^\\s#]`, "i"),
  all: new RegExp(`^${ADDRESS}[ \\t]+[^\\s#]`, "gim"),
};

/** @satisfies {import("./options.js").OptionTable} */
export const COMMENTS = /** @type {const} */ ({
  comments: {
    type: "boolean",
    says: 'skip lines that begin with "#", perhaps after blanks; a "#" later in a line\nis part of the key',
  },
});

/**
 * @param {{ input?: string, comments?: boolean }} values
 * @param {readonly string[]} forms
 * @returns {Form}
 */
export function readForm({ input, comments }, forms) {
  oneOf(input, "--input", forms);
  if (comments && input === "json") throw new Failure("--comments: JSON has no comments; leave it out");
  return { input, comments };
}

/** The keys in the lines of one list, and what it looks like beside that. */
export class List {
  #name;
  #form;
  #line = 0;
  /** Of what was looked at. */
  #lines = 0;
  #comments = { first: false, count: 0 };
  #hosts = { first: false, count: 0 };
  /** Line feeds, and CRs that none follows: a few of those are in keys that are any bytes. */
  #feeds = 0;
  #returns = 0;

  /**
   * @param {string} name
   * @param {Form} form
   */
  constructor(name, form) {
    this.#name = name;
    this.#form = form;
  }

  /**
   * The keys in some lines, a key a line.
   * @param {Buffer} part whole lines
   * @returns {Buffer}
   */
  keys(part) {
    const { input, comments } = this.#form;
    if (input !== "lines") this.#look(part.toString("latin1", 0, SAMPLE));
    if (input === "hosts") return this.#namesIn(part);
    return comments ? withoutComments(part) : part;
  }

  /** What the user is to be told of a list that may be another than it was taken for. */
  get doubt() {
    const { input, comments } = this.#form;
    const isMany = ({ first = false, count = 0 }) => first || (count > 0 && count * 100 >= this.#lines);
    const orLines = "(or --input lines if these are keys)";
    if (this.#returns * 2 > this.#feeds) {
      return `${this.#name}: a CR without LF ends no line, but old Macs wrote such lists: convert it, as by tr '\\r' '\\n' ${orLines}`;
    }
    if (input === "hosts") return undefined;
    if (isMany(this.#hosts)) {
      return `${this.#name}: it looks like a hosts file, but whole lines are taken for keys: give --input hosts ${orLines}`;
    }
    if (!comments && isMany(this.#comments)) {
      return `${this.#name}: lines that begin with "#" are taken for keys: give --comments if they are comments ${orLines}`;
    }
    return undefined;
  }

  /** @param {string} text the first lines of a part */
  #look(text) {
    const isFirst = !this.#lines;
    this.#lines += text.match(/[^\r\n]+/g)?.length ?? 0;
    for (const [seen, { first, all }] of /** @type {const} */ ([
      [this.#comments, COMMENT],
      [this.#hosts, HOST],
    ])) {
      if (isFirst) seen.first = first.test(text);
      seen.count += text.match(all)?.length ?? 0;
    }
    this.#feeds += text.match(/\n/g)?.length ?? 0;
    this.#returns += text.match(/\r(?!\n|$)/g)?.length ?? 0;
  }

  /**
   * The names in lines of a hosts file: an address, names, perhaps a comment. Their bytes stay as they are.
   * @param {Buffer} part
   */
  #namesIn(part) {
    let names = "";
    for (let start = 0; start < part.length; ) {
      const { end, next } = lineAt(part, start);
      this.#line++;
      const line = part.toString("latin1", start, Math.min(end, start + LONGEST));
      const [text] = line.split("#", 1);
      if (text.trim() || end - start > LONGEST) {
        const rest = end - start > LONGEST ? undefined : HOSTS_LINE.exec(text)?.[1];
        if (rest === undefined) this.#refuse(text);
        for (const name of rest.split(/[ \t]+/)) if (name && !OWN.test(name)) names += `${name}\n`;
      }
      start = next;
    }
    return Buffer.from(names, "latin1");
  }

  /**
   * @param {string} text
   * @returns {never}
   */
  #refuse(text) {
    const found = JSON.stringify(Buffer.from(text.slice(0, 60), "latin1").toString());
    throw new Failure(
      `${this.#name}, line ${this.#line}: expected an address and names, as in a hosts file, found ${found}; ` +
        "leave --input hosts out for a key a line",
    );
  }
}

/**
 * Where a line ends, without its CR, and where the next one begins.
 * @param {Buffer} part
 * @param {number} start
 */
function lineAt(part, start) {
  const newline = part.indexOf(NEWLINE, start);
  const next = newline < 0 ? part.length : newline + 1;
  const end = newline < 0 ? next : newline;
  return { end: end > start && part[end - 1] === RETURN ? end - 1 : end, next };
}

/**
 * The lines that are no comments, as they are.
 * @param {Buffer} part
 */
function withoutComments(part) {
  if (!part.includes(HASH)) return part;
  const kept = Buffer.allocUnsafe(part.length);
  let length = 0;
  for (let start = 0; start < part.length; ) {
    const { next } = lineAt(part, start);
    let at = start;
    while (part[at] === 32 || part[at] === 9) at++;
    if (part[at] !== HASH) length += part.copy(kept, length, start, next);
    start = next;
  }
  return kept.subarray(0, length);
}
