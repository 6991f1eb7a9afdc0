// What `sign`, `verify` and `info` share.

import { readFileSync } from "node:fs";
import { BRACE } from "../api/response.js";
import { readContainer } from "../api/sign/container.js";
import { detach } from "../api/sign/manifest.js";
import { Failure, naming, namingFilter } from "./failure.js";
import { dumpIn, isDump, isSigned } from "./input.js";
import { looksLike } from "./kinds.js";

/**
 * The keys in a file, one a line.
 * @param {string | undefined} path
 * @param {string} usage
 * @returns {string[]}
 */
export function readKeys(path, usage) {
  if (path === undefined) throw new Failure(`--key: which key is missing: ${usage}`);
  const keys = naming(path, () => readFileSync(path, "latin1"))
    .split(/\s+/)
    .filter(Boolean);
  if (!keys.length) throw new Failure(`${path}: no key in it; edgebloom keygen makes one`);
  return keys;
}

/**
 * What there is to tell of a signature.
 * @param {{ keyId: string, sequence: number, expires: number | null }} signed
 */
export const signatureFacts = ({ keyId, sequence, expires }) => ({
  keyId,
  sequence,
  expires: expires === null ? null : new Date(expires).toISOString(),
});

/**
 * A signed dump, or its base64 text, of which nothing is known to be true.
 * @param {string} name
 * @param {Buffer} bytes
 */
export function openSigned(name, bytes) {
  if (bytes[0] === BRACE) {
    const signed = namingFilter(name, () => detach(bytes));
    return { signed, ...namingFilter(name, () => readContainer(signed)) };
  }
  if (!isSigned(bytes)) {
    const found = isDump(bytes)
      ? "it is a filter that is not signed"
      : bytes.length
        ? looksLike(bytes).found
        : "it is empty";
    throw new Failure(`${name}: not a signed dump: ${found}; give what edgebloom sign has written`);
  }
  const signed = dumpIn(name, bytes);
  return { signed, ...namingFilter(name, () => readContainer(signed)) };
}
