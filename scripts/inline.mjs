// How the module is written into JavaScript. Base64 spreads three bytes over four characters, so
// that gzip no longer finds what repeats and pays 29 % more for the text than for the module.
// Here every byte is a printable character of its own, most bytes one and the others one with a
// prefix: gzip pays 2 % more. docs/DESIGN.md has the figures.

/** Values below this are one character; a prefix adds it once or twice. */
const BASE = 86;
const FIRST = 35;
/** The backslash, which a string would have to escape, and what stands for it. */
const BACKSLASH = 92;
const INSTEAD = 126;
const PREFIX = 120;

const character = (code) => String.fromCharCode(code === BACKSLASH ? INSTEAD : code);

/** The source of a module that exports a function which gives the bytes back. */
export function inlineText(bytes) {
  let text = "";
  for (const byte of bytes) {
    const prefix = Math.floor(byte / BASE);
    if (prefix) text += character(PREFIX + prefix);
    text += character(FIRST + (byte % BASE));
  }
  return `const text =
  "${text}";

/** The bytes of the module. */
export function bytes() {
  const bytes = new Uint8Array(${bytes.length});
  let length = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code == ${INSTEAD}) code = ${BACKSLASH};
    if (code > ${PREFIX}) high = (code - ${PREFIX}) * ${BASE};
    else {
      bytes[length++] = high + code - ${FIRST};
      high = 0;
    }
  }
  return bytes;
}
`;
}
