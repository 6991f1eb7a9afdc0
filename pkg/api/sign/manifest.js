// A signed manifest is a JSON object whose last member is the signature: what is signed is the same text without that member, as the
// container of docs/format/signed.md. So it stays JSON, and is verified before it is parsed.

import { decode, encodeDump } from "../base64.js";
import { FilterFormatError } from "../errors.js";
import { HEAD_BYTES, SIGNATURE_BYTES } from "./container.js";

const END = "\n}\n";
/** Of 120 bytes base64 has 160 characters. */
const SIGNED_END = /,\n "signature": "([\w+/]{160})"\n\}\n$/;

/**
 * A manifest with its signature.
 * @param {string} text
 * @param {Uint8Array} container of the text: what `sign` gives
 */
export function attach(text, container) {
  const parts = new Uint8Array(HEAD_BYTES + SIGNATURE_BYTES);
  parts.set(container.subarray(0, HEAD_BYTES));
  parts.set(container.subarray(container.length - SIGNATURE_BYTES), HEAD_BYTES);
  return `${text.slice(0, -END.length)},\n "signature": "${encodeDump(parts)}"${END}`;
}

/**
 * The container of a signed manifest, of which nothing is known to be true.
 * @param {Uint8Array} bytes
 */
export function detach(bytes) {
  const text = new TextDecoder().decode(bytes.slice());
  const [member, signature] = SIGNED_END.exec(text) ?? [];
  if (!member) {
    throw new FilterFormatError(
      "signature: expected a manifest that ends with one, got a manifest that is not signed",
      "MAGIC",
      "signature",
      Math.max(0, bytes.length - END.length),
    );
  }
  const payload = new TextEncoder().encode(text.slice(0, -member.length) + END);
  const parts = decode(signature);
  const container = new Uint8Array(payload.length + parts.length);
  container.set(parts.subarray(0, HEAD_BYTES));
  container.set(payload, HEAD_BYTES);
  container.set(parts.subarray(HEAD_BYTES), HEAD_BYTES + payload.length);
  return container;
}
