// Lists with keys in lines: one key per line, lines with comments, hosts files.

import { Failure } from "../failure.js";
import { eachLine } from "../lines.js";

/** @typedef {import("./formats.js").ListFormat} ListFormat */

const HASH = 35;
/** The bytes of each part that are checked for other formats: a small part of the work. */
const SAMPLE = 1 << 13;
/** The longest line of a hosts file. */
const LONGEST = 1 << 16;

const ADDRESS = "[ \\t]*(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[\\da-f]*:[\\da-f:.]*:[\\da-f.]*(?:%[\\w.-]+)?)";
const HOSTS_LINE = new RegExp(`^${ADDRESS}(?=[ \\t]|$)([^\\x00-\\x08\\x0a-\\x1f\\x7f]*)$`, "i");
/** The names of the machine itself and its networks in hosts files. */
const OWN = /^(localhost\d?|localhost\d?\.localdomain\d?|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/i;

/** Lines that suggest another format. */
const COMMENT = { first: /^\s*#/, all: /^[ \t]*#/gm };
const HOST = {
  first: new RegExp(`^\\s*${ADDRESS}[ \\t]+[^\\s#]`, "i"),
  all: new RegExp(`^${ADDRESS}[ \\t]+[^\\s#]`, "gim"),
};

/** The keys in the lines of one list, and a warning if it looks like another format. */
export class Lines {
  #name;
  #format;
  #line = 0;
  /** The lines that were checked. */
  #lines = 0;
  #comments = { first: false, count: 0 };
  #hosts = { first: false, count: 0 };
  /** Line feeds, and CRs without LF. A few of these may be part of keys. */
  #feeds = 0;
  #returns = 0;

  /**
   * @param {string} name
   * @param {ListFormat} format
   */
  constructor(name, format) {
    this.#name = name;
    this.#format = format;
  }

  /**
   * @param {Buffer} part whole lines
   * @param {import("./formats.js").Take} take
   */
  read(part, take) {
    take(this.keys(part));
  }

  end() {}

  /**
   * The keys in some lines, one key per line.
   * @param {Buffer} part whole lines
   * @returns {Buffer}
   */
  keys(part) {
    const { input, comments } = this.#format;
    if (input !== "lines") this.#look(part.toString("latin1", 0, SAMPLE));
    if (input === "hosts") return this.#namesIn(part);
    return comments ? withoutComments(part) : part;
  }

  /** A warning if the list looks like another format. */
  get doubt() {
    const { input, comments } = this.#format;
    const isMany = ({ first = false, count = 0 }) => first || (count > 0 && count * 100 >= this.#lines);
    const orLines = "(or --input lines if these are keys)";
    if (this.#returns * 2 > this.#feeds) {
      return `${this.#name}: CR without LF does not end a line: convert the list, for example with tr '\\r' '\\n' ${orLines}`;
    }
    if (input === "hosts") return undefined;
    if (isMany(this.#hosts)) {
      return `${this.#name}: this looks like a hosts file, but each line is read as one key: pass --input hosts ${orLines}`;
    }
    if (!comments && isMany(this.#comments)) {
      return `${this.#name}: lines that begin with "#" are read as keys: pass --comments if they are comments ${orLines}`;
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
   * The names in lines of a hosts file: an address, names, perhaps a comment. Their bytes are unchanged.
   * @param {Buffer} part
   */
  #namesIn(part) {
    let names = "";
    eachLine(part, (start, end) => {
      this.#line++;
      const line = part.toString("latin1", start, Math.min(end, start + LONGEST));
      const [text] = line.split("#", 1);
      if (text.trim() || end - start > LONGEST) {
        const rest = end - start > LONGEST ? undefined : HOSTS_LINE.exec(text)?.[1];
        if (rest === undefined) this.#reject(text);
        for (const name of rest.split(/[ \t]+/)) if (name && !OWN.test(name)) names += `${name}\n`;
      }
    });
    return Buffer.from(names, "latin1");
  }

  /**
   * @param {string} text
   * @returns {never}
   */
  #reject(text) {
    const found = JSON.stringify(Buffer.from(text.slice(0, 60), "latin1").toString());
    throw new Failure(
      `${this.#name}, line ${this.#line}: expected an address and names, as in a hosts file, got ${found}; ` +
        "for one key per line leave out --input hosts",
    );
  }
}

/**
 * The lines that are not comments, unchanged.
 * @param {Buffer} part
 */
function withoutComments(part) {
  if (!part.includes(HASH)) return part;
  const output = Buffer.allocUnsafe(part.length);
  let length = 0;
  eachLine(part, (start, _, next) => {
    let at = start;
    while (part[at] === 32 || part[at] === 9) at++;
    if (part[at] !== HASH) length += part.copy(output, length, start, next);
  });
  return output.subarray(0, length);
}
