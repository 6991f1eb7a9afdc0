// How the module is written into JavaScript. Base64 spreads three bytes over four characters, so
// that gzip no longer finds what repeats and pays 29 % more for the text than for the module.
// Here every byte is a printable character of its own: those that are frequent one, the others one with
// a prefix. gzip pays no more for the text than for the module. docs/DESIGN.md has the figures.

/** So many bytes are one character; one of two prefixes stands before the others. */
const BASE = 91;
/** The printable characters without the quote and the backslash, which a string would escape. */
const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => character !== '"' && character !== "\\",
);

/** The source of a module that exports a function which gives the bytes back. */
export function inlineText(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const values = counts.map((_, value) => value);
  const frequent = new Set(values.toSorted((a, b) => counts[b] - counts[a] || a - b).slice(0, BASE));
  // A bit for each value, four to a digit: whether it is one of the frequent ones.
  const digits = Array.from({ length: 64 }, (_, i) =>
    [0, 1, 2, 3].reduce((digit, bit) => digit | (frequent.has(i * 4 + bit) << bit), 0).toString(16),
  );
  const order = values.toSorted((a, b) => frequent.has(b) - frequent.has(a) || a - b);
  const place = [];
  order.forEach((value, i) => (place[value] = i));
  let text = "";
  for (const byte of bytes) {
    const prefix = Math.floor(place[byte] / BASE);
    if (prefix) text += CHARACTERS[BASE + prefix - 1];
    text += CHARACTERS[place[byte] % BASE];
  }
  return `const text =
  "${text}";

/** The bytes of the module. */
export function bytes() {
  const order = [[], []];
  for (let i = 0; i < 256; i++) order[~(${"`0x${"}"${digits.join("")}"[i >> 2]}${"`"} >> (i & 3)) & 1].push(i);
  const values = order.flat();
  const bytes = new Uint8Array(${bytes.length});
  let length = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i) - 32;
    // Neither the quote nor the backslash is there.
    code -= (code > 2) + (code > 60);
    if (code < ${BASE}) {
      bytes[length++] = values[high + code];
      high = 0;
    } else high = (code - ${BASE - 1}) * ${BASE};
  }
  return bytes;
}
`;
}
