import { isBytes, plain } from "../bytes.js";
import { argumentError, wrongType, wrongValue } from "../errors.js";

const LENGTH = 16;

/**
 * A new key: 16 bytes from the platform's random numbers. Keep it where secrets are kept: who has it foresees the
 * filter's answers, and without it a dump is of no use.
 * @returns {import("../types.js").Bytes}
 * @example
 * generateKey().length // 16
 */
export function generateKey() {
  return crypto.getRandomValues(new Uint8Array(LENGTH));
}

/**
 * Refuses what may be a key in another form: what would be shown of it is left out.
 * @param {string} field
 * @param {string} expected
 * @param {unknown} found
 * @returns {never}
 */
function refuseSecret(field, expected, found) {
  const type = typeof found;
  // Of these no message shows more than the class.
  if (type === "object" || type === "function" || type === "undefined") wrongType(field, expected, found);
  throw argumentError(TypeError, field, `${expected}, found a ${type}`);
}

/**
 * The key in some options. No message shows any of it.
 * @param {unknown} options
 * @returns {Uint8Array}
 */
export function readKey(options) {
  if (typeof options !== "object" || !options) refuseSecret("options", "an object with a key", options);
  const { key } = /** @type {{ key?: unknown }} */ (options);
  if (!isBytes(key)) refuseSecret("key", `a Uint8Array of ${LENGTH} bytes`, key);
  const bytes = plain(key);
  if (bytes.length !== LENGTH) wrongValue("key", `${LENGTH} bytes`, bytes.length);
  return bytes;
}
