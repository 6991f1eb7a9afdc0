import { isBytes, plain } from "./bytes.js";
import { argumentError, wrongType, wrongValue } from "./errors.js";

const LENGTH = 16;

/**
 * Generates a secret key of 16 random bytes. Store it with your other secrets. With it, an attacker can compute false positives. Without it,
 * the filter file can't be read.
 * @returns {import("./types.js").Bytes}
 * @example
 * import { generateSecretKey } from "edgebloom";
 *
 * generateSecretKey().length; // 16
 */
export function generateSecretKey() {
  return crypto.getRandomValues(new Uint8Array(LENGTH));
}

/**
 * Throws the error for a wrong argument that may be a secret key in another form. The message does not show it.
 * @param {string} field
 * @param {string} expected
 * @param {unknown} got
 * @returns {never}
 */
function rejectSecret(field, expected, got) {
  const type = typeof got;
  // For these values, messages show only the class.
  if (type === "object" || type === "function" || type === "undefined") wrongType(field, expected, got);
  throw argumentError(TypeError, field, `${expected}, got a ${type}`);
}

/**
 * The secret key in the options. No message shows it.
 * @param {unknown} options
 * @returns {Uint8Array}
 */
export function readKey(options) {
  if (typeof options !== "object" || !options) rejectSecret("options", "an object with a key", options);
  const { key } = /** @type {{ key?: unknown }} */ (options);
  if (!isBytes(key)) rejectSecret("key", `a Uint8Array of ${LENGTH} bytes`, key);
  const bytes = plain(key);
  if (bytes.length !== LENGTH) wrongValue("key", `${LENGTH} bytes`, bytes.length);
  return bytes;
}
