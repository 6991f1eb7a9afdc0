// How the module is written into JavaScript. Base64 spreads three bytes over four characters, so
// that gzip no longer finds what repeats and pays 29 % more for the text than for the module.
// Here every byte is a printable character of its own, most bytes one and the others one with a
// prefix: gzip pays 2 % more. docs/DESIGN.md has the figures.

/** Values below this are one character; one of two prefixes adds it once or twice. */
const BASE = 91;
/** The printable characters without the quote and the backslash, which a string would escape. */
const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => character !== '"' && character !== "\\",
);

/** The source of a module that exports a function which gives the bytes back. */
export function inlineText(bytes) {
  let text = "";
  for (const byte of bytes) {
    const prefix = Math.floor(byte / BASE);
    if (prefix) text += CHARACTERS[BASE + prefix - 1];
    text += CHARACTERS[byte % BASE];
  }
  return `const text =
  "${text}";

/** The bytes of the module. */
export function bytes() {
  const bytes = new Uint8Array(${bytes.length});
  let length = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i) - 32;
    // Neither the quote nor the backslash is there.
    code -= (code > 2) + (code > 60);
    if (code < ${BASE}) {
      bytes[length++] = high + code;
      high = 0;
    } else high = (code - ${BASE - 1}) * ${BASE};
  }
  return bytes;
}
`;
}
