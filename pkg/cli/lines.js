// Lines of text, which end with LF or CRLF.

export const NEWLINE = 10;
const RETURN = 13;

/**
 * @param {Buffer} part whole lines
 * @param {(start: number, end: number, next: number) => void} use `end` is before the line break, `next` after it
 */
export function eachLine(part, use) {
  for (let start = 0; start < part.length; ) {
    const newline = part.indexOf(NEWLINE, start);
    const next = newline < 0 ? part.length : newline + 1;
    const end = newline < 0 ? next : newline;
    use(start, end > start && part[end - 1] === RETURN ? end - 1 : end, next);
    start = next;
  }
}

/**
 * The lines that are keys: all except empty ones.
 * @param {Buffer} part whole lines
 * @param {(start: number, end: number) => void} use
 */
export function eachKey(part, use) {
  eachLine(part, (start, end) => {
    if (end > start) use(start, end);
  });
}
