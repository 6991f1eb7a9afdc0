import { encode } from "../../reader/utf8.js";
import { sha256 as hash } from "../../vendor/sha256.js";
import { isBytes, plain } from "../bytes.js";
import { wrongType } from "../errors.js";

/** @param {unknown} key */
function digestOf(key) {
  if (typeof key === "string") return [hash(encode(key))];
  return isBytes(key) ? [hash(plain(key))] : wrongType("key", "a string or a Uint8Array", key);
}

/**
 * Keys that are hashed before they're added and queried: the key is the 32 bytes of the SHA-256. Use it for lists that strangers can add keys to.
 * Without it, someone can compute a key with the same digest as another one: if a list has the first, the second is always "maybe".
 * @type {import("./key-forms.js").KeyForm<string | Uint8Array>}
 * @example
 * import { sha256 } from "edgebloom/keys";
 *
 * sha256.lookups("password")[0].length; // 32
 * sha256.entries("password")[0][0]; // 94, which is 0x5e
 */
export const sha256 = {
  name: "sha256",
  entries: digestOf,
  lookups: digestOf,
};
