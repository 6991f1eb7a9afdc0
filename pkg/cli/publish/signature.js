// A signed manifest: its last member is the signature of everything before it.

import { readPrivateKey } from "../../api/sign/keys.js";
import { attach } from "../../api/sign/manifest.js";
import { sign } from "../../api/sign/sign.js";
import { namingOptions } from "../failure.js";
import * as keyFile from "../signing-keys.js";

/**
 * @param {string | undefined} path
 * @param {string} usage
 */
export function readSigningKey(path, usage) {
  if (path === undefined) return undefined;
  const key = keyFile.readSigningKey(path, usage);
  namingOptions({ privateKey: "--signing-key" }, () => readPrivateKey(key));
  return key;
}

/**
 * @param {string} text
 * @param {string | undefined} privateKey
 * @param {number} sequence
 * @param {number | undefined} expires
 */
export async function signedText(text, privateKey, sequence, expires) {
  if (privateKey === undefined) return text;
  const signed = await namingOptions({ privateKey: "--signing-key" }, () =>
    sign(Buffer.from(text), { privateKey, sequence, ...(expires !== undefined && { expires }) }),
  );
  return attach(text, signed);
}
