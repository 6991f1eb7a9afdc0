// Reads files of keyed filters. Written from docs/reference/format/kinds.md, with BigInt. It does not check the files.

import { keyedLanes, nativePositions } from "./format-reader.mjs";

const WORD = (1n << 64n) - 1n;
const number = (bytes, from, size) =>
  bytes.slice(from, from + size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const rotated = (x, by) => ((x << by) | (x >> (64n - by))) & WORD;
const utf8 = (text) => new TextEncoder().encode(text);

/** SipHash-2-4 with a 128-bit result, as two numbers. */
export function siphash(bytes, key) {
  const [k0, k1] = [number(key, 0, 8), number(key, 8, 8)];
  let [a, b, c, d] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn ^ 0xeen,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ];
  const rounds = (count) => {
    for (let i = 0; i < count; i++) {
      a = (a + b) & WORD;
      b = rotated(b, 13n) ^ a;
      a = rotated(a, 32n);
      c = (c + d) & WORD;
      d = rotated(d, 16n) ^ c;
      a = (a + d) & WORD;
      d = rotated(d, 21n) ^ a;
      c = (c + b) & WORD;
      b = rotated(b, 17n) ^ c;
      c = rotated(c, 32n);
    }
  };
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  for (let i = 0; i < padded.length; i += 8) {
    const word = number(padded, i, 8);
    d ^= word;
    rounds(2);
    a ^= word;
  }
  c ^= 0xeen;
  rounds(4);
  const h1 = a ^ b ^ c ^ d;
  b ^= 0xddn;
  rounds(4);
  return [h1, a ^ b ^ c ^ d];
}

const bytesOf = (...numbers) => new Uint8Array(BigUint64Array.from(numbers).buffer);

/** The key check: the value in a file by which a reader recognizes the secret key. */
export const checkOf = (secret) => bytesOf(siphash(utf8("edgebloom keyed check"), secret)[0]);

/** The positions and the answers of the filter in a file. */
export function read(dump, secret) {
  const hashKey = bytesOf(...siphash(utf8("edgebloom keyed hash"), secret));
  const layout = ["standard", "partitioned", "blocked"][dump[6] - 27];
  const [hashes, bits] = [Number(number(dump, 10, 2)), number(dump, 16, 8)];
  const salt = number(dump, 28, 4);
  const head = 64 + Number(number(dump, 56, 4));
  const check = dump.slice(head - 8, head);
  const positions = (key) => {
    const lanes = keyedLanes(siphash(typeof key === "string" ? utf8(key) : key, hashKey), salt);
    return nativePositions(lanes, { layout, bits, hashes });
  };
  const isSet = (position) => (dump[head + (position >> 3)] >> (position & 7)) & 1;
  return { check, positions, has: (key) => positions(key).every(isSet) };
}
