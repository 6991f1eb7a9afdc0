// Finds the lines of a list that are already in the form of their keys. They are most lines of most lists, and need no string of their own.

const [NEWLINE, RETURN, COLON, DOT, HYPHEN, X, N] = Buffer.from("\n\r:.-xn");

/** The value of each hexadecimal digit; 255 for the other bytes. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return value >= 0 ? value : 255;
});

/** The bytes of labels of host names: letters, and what a top-level domain does not have. */
const [LETTER, OTHER] = [1, 2];
const LABEL = new Uint8Array(256);
for (const byte of Buffer.from("abcdefghijklmnopqrstuvwxyz")) LABEL[byte] = LETTER;
for (const byte of Buffer.from("0123456789-_")) LABEL[byte] = OTHER;

/**
 * Splits lines into those in form and the others.
 * @param {Buffer} lines
 * @param {(start: number) => number} endOf the end of the line that starts there, with its line break; 0 if it is not in form
 */
export function splitLines(lines, endOf) {
  /** @type {Buffer[]} */
  const inForm = [];
  /** @type {Buffer[]} */
  const others = [];
  let start = 0;
  let at = 0;
  let isInForm = true;
  const endRun = () => {
    (isInForm ? inForm : others).push(lines.subarray(start, at));
    start = at;
    isInForm = !isInForm;
  };
  while (at < lines.length) {
    const end = endOf(at);
    if (isInForm !== end > 0) endRun();
    at = end || lines.indexOf(NEWLINE, at) + 1 || lines.length;
  }
  endRun();
  return { inForm, others };
}

/**
 * For a host name in lower case and ASCII, whose top-level domain has only letters. Punycode needs a check of its own.
 * @param {Buffer} lines
 * @param {number} start
 */
export function endOfHost(lines, start) {
  let label = start;
  for (let at = start, isName = true; at < lines.length && at - start < 254; at++) {
    const kind = LABEL[lines[at]];
    if (kind) {
      isName &&= kind === LETTER;
      continue;
    }
    const length = at - label;
    const isPunycode =
      lines[label] === X && lines[label + 1] === N && lines[label + 2] === HYPHEN && lines[label + 3] === HYPHEN;
    if (length < 1 || length > 63 || isPunycode) return 0;
    if (lines[at] === DOT) {
      label = at + 1;
      isName = true;
      continue;
    }
    if (lines[at] === RETURN) at++;
    return lines[at] === NEWLINE && isName && length > 1 && label > start ? at + 1 : 0;
  }
  return 0;
}

/** The digests in lines of the form "DIGEST" or "DIGEST:COUNT", in hexadecimal. */
export class DigestReader {
  #lines;
  #width;
  #bytes;
  #length = 0;

  /**
   * @param {Buffer} lines
   * @param {number} width bytes of a digest
   */
  constructor(lines, width) {
    this.#lines = lines;
    this.#width = width;
    this.#bytes = Buffer.allocUnsafe(lines.length >> 1);
  }

  /** The digests so far. */
  get digests() {
    return this.#bytes.subarray(0, this.#length);
  }

  /**
   * Reads the digest of the line that starts there. Returns the end of the line, 0 if the line has another form.
   * @param {number} start
   */
  read(start) {
    const lines = this.#lines;
    const length = this.#length;
    let at = start;
    for (let i = 0; i < this.#width; i++) {
      const high = DIGITS[lines[at++]];
      const low = DIGITS[lines[at++]];
      if ((high | low) > 15) return 0;
      this.#bytes[length + i] = (high << 4) | low;
    }
    if (lines[at] === COLON)
      do at++;
      while (DIGITS[lines[at]] < 10);
    if (lines[at] === RETURN) at++;
    if (lines[at] !== NEWLINE) return 0;
    this.#length += this.#width;
    return at + 1;
  }
}
