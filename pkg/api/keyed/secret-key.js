import { isBytes, plain } from "../engine.js";
import { wrongType, wrongValue } from "../errors.js";

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
 * The key in some options. No message shows any of it.
 * @param {unknown} options
 * @returns {Uint8Array}
 */
export function readKey(options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object with a key", typeof options);
  const { key } = /** @type {{ key?: unknown }} */ (options);
  if (!isBytes(key)) wrongType("key", `a Uint8Array of ${LENGTH} bytes`, typeof key);
  const bytes = plain(key);
  if (bytes.length !== LENGTH) wrongValue("key", `${LENGTH} bytes`, bytes.length);
  return bytes;
}
