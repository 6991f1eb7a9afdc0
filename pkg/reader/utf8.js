// Strings as UTF-8. TextEncoder and TextDecoder are faster, but not there in every engine: React Native and jsdom have none.

const encoder = /* @__PURE__ */ (() => (typeof TextEncoder === "function" ? new TextEncoder() : undefined))();
const decoder = /* @__PURE__ */ (() =>
  // A byte order mark is a character of the text.
  typeof TextDecoder === "function" ? new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }) : undefined)();

/**
 * A string as UTF-8, with U+FFFD for lone surrogates.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function encode(text) {
  if (encoder) return encoder.encode(text);
  const whole = text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (each) =>
    each.length > 1 ? each : decodeURIComponent("%EF%BF%BD"),
  );
  return Uint8Array.from(unescape(encodeURIComponent(whole)), (byte) => byte.charCodeAt(0));
}

/**
 * The string in UTF-8 bytes. Throws if they are not valid.
 * @param {Uint8Array} bytes
 */
export function decodeText(bytes) {
  // A copy, because browsers do not decode shared memory.
  if (decoder) return decoder.decode(bytes.slice());
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
}

/**
 * A string with a character for each byte.
 * @param {Uint8Array} bytes
 */
export function latin1(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

/**
 * Up to this length, a loop over the characters is faster than `encodeInto`. Browsers have no `Buffer`, and a slower `encodeInto` than Node.
 * The loop writes words, which must begin with their lowest byte.
 */
const SHORT = new Uint8Array(Int32Array.of(1).buffer)[0] ? ("Buffer" in globalThis ? 24 : 256) : -1;

/**
 * Returns a function that writes a string as UTF-8 to the start of a buffer, a lone surrogate as U+FFFD. It returns the length in bytes. The buffer
 * needs room for three bytes per character, and one more.
 *
 * A function for one buffer is faster than one with the buffer as an argument: to V8 the buffer is a constant.
 * @param {Uint8Array} bytes the buffer, in whole words
 * @returns {(text: string) => number}
 */
export function utf8Writer(bytes) {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (text) => {
    const { length } = text;
    let i = 0;
    let end = 0;
    if (length <= SHORT) {
      for (; i + 4 <= length; i += 4) {
        const a = text.charCodeAt(i);
        const b = text.charCodeAt(i + 1);
        const c = text.charCodeAt(i + 2);
        const d = text.charCodeAt(i + 3);
        if ((a | b | c | d) > 127) break;
        words[i >> 2] = a | (b << 8) | (c << 16) | (d << 24);
      }
      end = i;
      for (; i < length; i++) {
        const code = text.charCodeAt(i);
        if (code < 0x80) view.setInt8(end++, code);
        else if (code < 0x800) {
          view.setInt16(end, 0x80c0 | (code >> 6) | ((code & 63) << 8), true);
          end += 2;
        } else if ((code & 0xf800) === 0xd800) break;
        else {
          // One store for three bytes. The next character overwrites the fourth.
          view.setInt32(end, 0x8080e0 | (code >> 12) | ((code & 0xfc0) << 2) | ((code & 63) << 16), true);
          end += 3;
        }
      }
    }
    if (i === length) return end;
    // `encodeInto` encodes pairs of surrogates.
    if (encoder?.encodeInto) return encoder.encodeInto(text, bytes).written;
    const encoded = encode(text);
    bytes.set(encoded);
    return encoded.length;
  };
}
