// How a module is written into JavaScript, in one of two ways. docs/DESIGN.md has the figures.
//
// inlineText: base64 spreads three bytes over four characters, so that gzip no longer finds what repeats and pays
// 29 % more for the text than for the module. Here every byte is a printable character of its own: those that
// are frequent one, the others one with a prefix. gzip pays no more for the text than for the module.
//
// packedText: LZMA, which makes a large module a seventh smaller than gzip does, but takes some milliseconds to
// undo. gzip finds the six bits of a base64 digit again, so that the text costs 1 % more.

/** What LZMA writes before the data: its parameters and two lengths. */
const LZMA_HEADER_BYTES = 13;
/** lc = 3, lp = 0, pb = 2: what pkg/api/compat/unpack.js undoes. */
const LZMA_PARAMETERS = 0x5d;

/**
 * Longer texts are two files. The package has each text twice (scripts/flat.mjs), files of one name next to each other, and
 * gzip finds again what is within 32 kB: the second one then costs nothing.
 */
const LONGEST_TEXT = 30_000;

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

/** The source of a module that unpacks the bytes of another one. */
export async function packedText(bytes) {
  // This file is read before anything is installed.
  const { default: lzma } = await import("lzma");
  const packed = Uint8Array.from(lzma.compress(bytes, 9));
  if (packed[0] !== LZMA_PARAMETERS) throw new Error(`LZMA has other parameters: ${packed[0]}`);
  return `import { unpack } from "../api/compat/unpack.js";

const text =
  "${Buffer.from(packed.subarray(LZMA_HEADER_BYTES)).toString("base64")}";

/** The bytes of the module. */
export const bytes = () => unpack(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)), ${bytes.length});
`;
}

/** The sources of a module by what they are called, of one that has a text. */
export function inFiles(source, name) {
  const [whole, text] = /^const text =\n {2}"(.*)";$/m.exec(source);
  if (text.length <= LONGEST_TEXT) return { inline: source };
  const half = text.length >> 1;
  // Last of the imports, so that bundlers write the two next to each other.
  const imported = `import { rest } from "./${name}-rest.js";\n`;
  return {
    inline: source.replace(whole, () => `${imported}\nconst text =\n  "${text.slice(0, half)}" + rest;`),
    rest: `export const rest =\n  "${text.slice(half)}";\n`,
  };
}
