// A signed manifest is a JSON object whose last member is the signature. The signature covers the text without that member, as a signed file
// of docs/reference/format/signed.md. The manifest stays JSON, and is verified before it is parsed.

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
 * The signed file that a signed manifest stands for. It has not been verified.
 * @param {Uint8Array} bytes
 */
export function detach(bytes) {
  const text = new TextDecoder().decode(bytes.slice());
  const [member, signature] = SIGNED_END.exec(text) ?? [];
  if (!member) {
    throw new FilterFormatError(
      "signature: expected a signed manifest, got a manifest without signature",
      "MAGIC",
      "signature",
      Math.max(0, bytes.length - END.length),
    );
  }
  const payload = new TextEncoder().encode(text.slice(0, -member.length) + END);
  const parts = decode(signature);
  const container = new Uint8Array(payload.length + parts.length);
  container.set(parts.subarray(0, HEADER_BYTES));
  container.set(payload, HEADER_BYTES);
  container.set(parts.subarray(HEADER_BYTES), HEADER_BYTES + payload.length);
  return container;
}
