// Runs in Node, in a page and in a worker for vectors.test.mjs: the entry point, WebCrypto and the fallback library.

import * as fallback from "../../../pkg/api/sign/fallback.js";
import { isPoint, isSignature } from "../../../pkg/api/sign/points.js";
import * as webCrypto from "../../../pkg/api/sign/webcrypto.js";
import { generateSigningKeys, sign, verify } from "edgebloom/sign";

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const backends = { webCrypto, fallback };

/** For each backend: which vectors it accepts (after the first check), and what it computes from the seeds. */
export async function answersOf(vectors, names) {
  const answers = {};
  for (const name of names) {
    const { verify: ask, sign: make, publicKeyOf, sha256 } = backends[name];
    const of = (answers[name] = { taken: [], made: [], keyIds: [] });
    for (const { publicKey, message, signature, seed } of vectors) {
      const all = [signature, message, publicKey].map(bytes);
      of.taken.push(isPoint(all[2]) && isSignature(all[0]) && (await ask(...all)));
      if (!seed) continue;
      const key = bytes(`302e020100300506032b657004220420${seed}`);
      of.made.push([hex(await make(all[1], key)), hex(await publicKeyOf(key))]);
      of.keyIds.push(hex(await sha256(all[2])));
    }
  }
  return answers;
}

/** Signs and verifies a file with the backend of the platform; returns the error codes of four invalid cases. */
export async function roundTrip() {
  const { publicKey, privateKey } = await generateSigningKeys();
  const dump = Uint8Array.from({ length: 1000 }, (_, i) => i & 255);
  const signed = await sign(dump, { privateKey, sequence: 5, expires: 2000 });
  const options = { publicKey, minSequence: 5, now: 1000 };
  const verified = await verify(signed, options);
  const codeOf = (promise) =>
    promise.then(
      () => "taken",
      (error) => error.code,
    );
  const altered = signed.slice();
  altered[100] ^= 1;
  return {
    same: hex(verified.bytes) === hex(dump),
    sequence: verified.sequence,
    hasSubtle: !!globalThis.crypto.subtle,
    codes: [
      await codeOf(verify(altered, options)),
      await codeOf(verify(signed, { ...options, publicKey: (await generateSigningKeys()).publicKey })),
      await codeOf(verify(signed, { ...options, minSequence: 6 })),
      await codeOf(verify(signed, { ...options, now: 2000 })),
    ],
  };
}
