// A signed manifest is a JSON object whose last member is the signature. The signature covers the text without that member, as a signed file
// of docs/reference/format/published.md. The manifest stays JSON, and is verified before it is parsed.

import { decode, encodeFile } from "../base64.js";
import { FilterFormatError } from "../errors.js";
import { HEADER_BYTES, SIGNATURE_BYTES } from "./container.js";

const END = "\n}\n";
/** 120 bytes are 160 characters of base64. */
const SIGNED_END = /,\n "signature": "([\w+/]{160})"\n\}\n$/;

/**
 * Adds the signature to a manifest.
 * @param {string} text
 * @param {Uint8Array} container the result of `sign` for the text
 */
export function attach(text, container) {
  const parts = new Uint8Array(HEADER_BYTES + SIGNATURE_BYTES);
  parts.set(container.subarray(0, HEADER_BYTES));
  parts.set(container.subarray(container.length - SIGNATURE_BYTES), HEADER_BYTES);
  return `${text.slice(0, -END.length)},\n "signature": "${encodeFile(parts)}"${END}`;
}

/**
 * The text of a manifest; "" for bytes that are not UTF-8.
 * @param {Uint8Array} bytes
 */
function textOf(bytes) {
  try {
    // A copy, because browsers do not decode shared memory.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.slice());
  } catch {
    return "";
  }
}

/**
 * The signed file that a signed manifest stands for. It has not been verified.
 * @param {Uint8Array} bytes
 */
export function detach(bytes) {
  const [member, signature] = SIGNED_END.exec(textOf(bytes)) ?? [];
  if (!member) {
    throw new FilterFormatError(
      "signature: expected a signed manifest, got a manifest without signature",
      "MAGIC",
      "signature",
      Math.max(0, bytes.length - END.length),
    );
  }
  const start = bytes.subarray(0, bytes.length - member.length);
  const payload = new Uint8Array(start.length + END.length);
  payload.set(start);
  payload.set(new TextEncoder().encode(END), start.length);
  const parts = decode(signature);
  const container = new Uint8Array(payload.length + parts.length);
  container.set(parts.subarray(0, HEADER_BYTES));
  container.set(payload, HEADER_BYTES);
  container.set(parts.subarray(HEADER_BYTES), HEADER_BYTES + payload.length);
  return container;
}
