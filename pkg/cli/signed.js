// Signed files.

import { BRACE } from "../reader/response.js";
import { readContainer } from "../api/sign/container.js";
import { detach } from "../api/sign/manifest.js";
import { Failure, namingFilter } from "./failure.js";
import { binaryOf, isFilterFile, isSigned } from "./filter-file.js";
import { looksLike } from "./kinds.js";
import { isoTime } from "./show.js";

/**
 * The facts about a signature.
 * @param {{ keyId: string, sequence: number, expires: number | null }} signed
 */
export const signatureFacts = ({ keyId, sequence, expires }) => ({
  keyId,
  sequence,
  expires: isoTime(expires),
});

/**
 * Opens a signed file, in binary or base64, without verifying it.
 * @param {string} name
 * @param {Buffer} bytes
 */
export function openSigned(name, bytes) {
  if (bytes[0] === BRACE) {
    const signed = namingFilter(name, () => detach(bytes));
    return { signed, ...namingFilter(name, () => readContainer(signed)) };
  }
  if (!isSigned(bytes)) {
    const found = isFilterFile(bytes)
      ? "it is a filter without a signature"
      : bytes.length
        ? looksLike(bytes).found
        : "it is empty";
    throw new Failure(`${name}: not a signed file: ${found}; pass a file that edgebloom sign has written`);
  }
  const signed = binaryOf(name, bytes);
  return { signed, ...namingFilter(name, () => readContainer(signed)) };
}
