// Writes vectors.json and the golden signed files. Existing files never change: different bytes are an error.
//
// The first vectors are those of RFC 8032, 7.1 (TEST 1, 2, 3 and SHA(abc)). The others are computed here, from the
// private key of TEST 1, by the arithmetic of @noble/ed25519: signatures on which implementations of Ed25519 are known to differ
// (K. Chalkias, F. Garillot and V. Nikolaenko, Taming the many EdDSAs, 2020, section 5).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Point } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { sign } from "edgebloom/sign";
import { writeManifest } from "../../../pkg/api/live/manifest.js";
import { attach } from "../../../pkg/api/sign/manifest.js";

const RFC = [
  {
    name: "RFC 8032, TEST 1",
    seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    message: "",
    signature:
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  },
  {
    name: "RFC 8032, TEST 2",
    seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    message: "72",
    signature:
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  },
  {
    name: "RFC 8032, TEST 3",
    seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    message: "af82",
    signature:
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  },
  {
    name: "RFC 8032, TEST SHA(abc)",
    seed: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
    publicKey: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
    message:
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    signature:
      "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
  },
];

const { n: L, p: P } = Point.CURVE();
const B = Point.BASE;
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");
const number = (data) => data.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
const le = (value) => Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
const mod = (value) => ((value % L) + L) % L;

// The secret scalar of TEST 1 (RFC 8032, 5.1.5).
const digest = sha512(bytes(RFC[0].seed)).slice(0, 32);
digest[0] &= 248;
digest[31] = (digest[31] & 127) | 64;
const a = mod(number(digest));
const A = B.multiply(a);
/** A point of order 8: among the points with a small y, the first whose small-order part has order 8. */
const T8 = (() => {
  for (let y = 2n; ; y++) {
    try {
      const point = Point.fromBytes(le(y));
      // L times the point leaves only its small-order part.
      const part = point.multiply((L - 1n) / 2n, false).double().add(point);
      if (!part.double().double().is0()) return part;
    } catch {
      // No point has this y.
    }
  }
})();
const r = mod(number(sha512(bytes("01"))));

const vectors = RFC.map((one) => ({ ...one, good: true }));
const add = (name, good, publicKey, message, R, S) =>
  vectors.push({ name, good, publicKey: hex(publicKey), message: hex(message), signature: hex(R) + hex(S) });
const challenge = (R, key, message) => mod(number(sha512(Uint8Array.of(...R, ...key, ...message))));
/** The first message of one or two bytes that fulfils a condition. */
const messageWith = (holds) => {
  for (let i = 0; ; i++) if (holds(Uint8Array.of(i & 255, i >> 8))) return Uint8Array.of(i & 255, i >> 8);
};

const key = A.toBytes();
const message = bytes("af82");
const R = B.multiply(r).toBytes();
const S = mod(r + challenge(R, key, message) * a);
add("an honest one, of another nonce", true, key, message, R, le(S));
add("S + L", false, key, message, R, le(S + L));
add("S + 8 L", false, key, message, R, le(S + 8n * L));
add("S = L", false, key, message, R, le(L));
add("another message", false, key, bytes("af83"), R, le(S));

// R is a point of small order, with a matching S.
for (const [name, encoding] of [
  ["the neutral element", le(1n)],
  ["the neutral element, with the sign of x", Uint8Array.from(le(1n), (byte, i) => (i == 31 ? byte | 128 : byte))],
  ["the neutral element, y + p", le(P + 1n)],
]) {
  add(`R is ${name}`, false, key, message, encoding, le(mod(challenge(encoding, key, message) * a)));
}
// R outside the large group: valid only after a multiplication by 8.
const mixedR = B.multiply(r).add(T8).toBytes();
add("R with a part of order 8", false, key, message, mixedR, le(mod(r + challenge(mixedR, key, message) * a)));

// A outside the large group: valid without the multiplication only if 8 divides k.
const mixed = A.add(T8).toBytes();
for (const [name, good] of [["divides", true], ["does not divide", false]]) {
  const text = messageWith((one) => (challenge(R, mixed, one) % 8n == 0n) == good);
  add(`A with a part of order 8, which ${name} k`, good, mixed, text, R, le(mod(r + challenge(R, mixed, text) * a)));
}

// A of small order: R = S B is valid for each message whose k is divisible by the order.
let point = Point.ZERO;
for (let i = 0; i < 8; i++, point = point.add(T8)) {
  const small = point.toBytes();
  const text = messageWith((one) => challenge(R, small, one) % 8n == 0n);
  add(`A is of small order, ${i} times the point of order 8`, false, small, text, R, le(r));
}
for (const y of [P, P + 1n]) {
  const text = messageWith((one) => challenge(R, le(y), one) % 8n == 0n);
  add(`A is of small order, y = p + ${y - P}`, false, le(y), text, R, le(r));
}
// No point has this y.
let y = 2n;
for (; ; y++) {
  try {
    Point.fromBytes(le(y));
  } catch {
    break;
  }
}
add("A is no point", false, le(y), message, R, le(S));
add("R is no point", false, key, message, le(y), le(S));

const at = (file) => new URL(file, import.meta.url);
const pkcs8 = (seed) => Buffer.concat([bytes("302e020100300506032b657004220420"), bytes(seed)]).toString("base64");
const dump = Buffer.from(readFileSync(at("../native/allowed.b64"), "utf8"), "base64");
const containers = [
  { file: "allowed.b64", seed: RFC[0].seed, sequence: 7, expires: Date.UTC(2027, 0, 31), of: "native/allowed.b64" },
  { file: "never.b64", seed: RFC[1].seed, sequence: Number.MAX_SAFE_INTEGER, of: "native/allowed.b64" },
  { file: "empty.b64", seed: RFC[2].seed, sequence: 0, expires: 8_640_000_000_000_000 },
];
const files = new Map();
for (const { file, seed, sequence, expires, of } of containers) {
  const options = { privateKey: pkcs8(seed), sequence, ...(expires && { expires }) };
  files.set(file, Buffer.from(await sign(of ? dump : new Uint8Array(), options)).toString("base64"));
}
// A signed manifest, with a name that begins with U+FEFF. Its files are those of ../published/days.
const days = JSON.parse(readFileSync(at("../published/days/manifest.json"), "utf8"));
const expires = "2027-01-31T00:00:00.000Z";
const manifest = writeManifest({ ...days, name: "\ufeffdays é", version: "3", sequence: 3, expires });
const signature = await sign(Buffer.from(manifest), {
  privateKey: pkcs8(RFC[0].seed),
  sequence: 3,
  expires: Date.parse(expires),
});
files.set("manifest.json", attach(manifest, signature));
const described = containers.map(({ seed, ...one }) => ({ ...one, publicKey: RFC.find((each) => each.seed == seed).publicKey }));
files.set("index.json", `${JSON.stringify({ vectors, containers: described }, null, 1)}\n`);
const changed = [...files].filter(([file, text]) => existsSync(at(file)) && readFileSync(at(file), "utf8") != text);
if (changed.length) throw new Error(`${changed.map(([file]) => file)}: would change, and golden files never do`);
for (const [file, text] of files) writeFileSync(at(file), text);
