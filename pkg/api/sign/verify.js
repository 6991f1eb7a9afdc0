import { decode } from "../base64.js";
import { isBytes, plain } from "../bytes.js";
import { BRACE } from "../response.js";
import { whole, wrongType, wrongValue } from "../errors.js";
import { compute } from "./backend.js";
import { hex, readContainer } from "./container.js";
import { FilterSignatureError } from "./errors.js";
import { keyIdOf, readPublicKey } from "./keys.js";
import { detach } from "./manifest.js";
import { isSignature } from "./points.js";
import { moment, only } from "./sign.js";

/**
 * A public key: its base64 text, or its 32 bytes.
 * @typedef {string | Uint8Array} PublicKey
 */

/**
 * What a signed dump has to be.
 * @typedef {object} VerifyOptions
 * @property {PublicKey | readonly PublicKey[]} publicKey as `generateKeys` gives it, or its bytes; or several, of which one has to fit
 * @property {number} [minSequence] the smallest sequence number that is taken, 0 to 2^53 − 1: that of the last dump that was; 0 by
 *   default
 * @property {Date | number} [now] what time it is, as a date or in milliseconds since 1970; that of the clock by default
 */

/**
 * A signed dump that is what it has to be.
 * @typedef {object} Verified
 * @property {Uint8Array} dump as it was signed: a view of the signed dump's bytes
 * @property {number} sequence which edition of the list it is; to be the next `minSequence`
 * @property {number | null} expires from when on it is refused, in milliseconds since 1970; null for never
 * @property {string} keyId which key has signed it: the first 8 bytes of the SHA-256 of the public key, in hexadecimal
 */

/**
 * The dump in a signed dump, if it was signed with one of these keys, nothing of it was changed, it has not expired, and it is
 * not older than the last one that was taken.
 * @param {Uint8Array | string} signed what `sign` gave, or its base64 text; or a manifest that `edgebloom publish` has signed
 * @param {VerifyOptions} options
 * @returns {Promise<Verified>}
 * @throws {TypeError} (as the promise's rejection, as all of these) neither bytes nor a text, or an option of the wrong type, unknown,
 *   or missing
 * @throws {RangeError} an option out of its range, or what is no public key
 * @throws {FilterFormatError} no signed dump, or not all of one
 * @throws {FilterSignatureError} one that is refused: `code` "wrong_key", "altered", "rolled_back" or "expired", looked at in this order
 * @example
 * const { publicKey, privateKey } = await generateKeys();
 * const signed = await sign(filter.toBytes(), { privateKey, sequence: 7 });
 * const { dump, sequence } = await verify(signed, { publicKey, minSequence: 7 });
 * load(dump).has("a") // true
 */
export async function verify(signed, options) {
  const { publicKey, minSequence = 0, now = Date.now() } = only(options, ["publicKey", "minSequence", "now"]);
  const keys = (Array.isArray(publicKey) ? publicKey : [publicKey]).map(readPublicKey);
  if (!keys.length) wrongValue("publicKey", "a public key or more", "none");
  whole(minSequence, "minSequence", 0);
  const time = moment(now, "now");
  if (typeof signed !== "string" && !isBytes(signed)) wrongType("signed", "a Uint8Array or a base64 text", signed);
  const bytes = typeof signed === "string" ? decode(signed) : plain(signed);
  const container = bytes[0] === BRACE ? detach(bytes) : bytes;
  const { keyId, sequence, expires, dump, message, signature } = readContainer(container);

  const ids = await Promise.all(keys.map(async (key) => hex(await keyIdOf(key))));
  const named = keys.filter((_, i) => ids[i] === keyId);
  if (!named.length) throw new FilterSignatureError("wrong_key", "keyId", ids.join(" or "), keyId, keyId);
  let isGenuine = false;
  if (isSignature(signature)) {
    // Two keys may have one name.
    for (const key of named) isGenuine ||= await compute("verify", signature, message, key);
  }
  if (!isGenuine) throw new FilterSignatureError("altered", "signature", "that of these bytes", "another", keyId);
  const known = { sequence, minSequence, expires };
  if (sequence < minSequence) {
    throw new FilterSignatureError("rolled_back", "sequence", `${minSequence} or more`, sequence, keyId, known);
  }
  if (expires !== null && time >= expires) {
    const [after, found] = [time, expires].map((each) => new Date(each).toISOString());
    throw new FilterSignatureError("expired", "expires", `after ${after}`, found, keyId, known);
  }
  return { dump, sequence, expires, keyId };
}
