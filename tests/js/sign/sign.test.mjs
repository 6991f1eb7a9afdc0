// Signed files: which ones are accepted, which ones are rejected, and with which message.

import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign as nodeSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { BloomFilter, load } from "edgebloom";
import { FilterFormatError, FilterSignatureError, generateSigningKeys, sign, verify } from "edgebloom/sign";

const HEAD = 56;
const SIGNATURE = 64;
const keys = await generateSigningKeys();
const others = await generateSigningKeys();
const { publicKey, privateKey } = keys;
const dump = BloomFilter.from(["a", "b"], { errorRate: 0.01, name: "list" }).toBytes();
const NOW = Date.UTC(2026, 10, 21);
const signed = await sign(dump, { privateKey, sequence: 7, expires: NOW + 1000 });
const options = { publicKey, now: NOW };

/** Asserts that a promise is rejected with this error. */
async function assertRejected(promise, Kind, facts) {
  const error = await promise.then(
    () => assert.fail("it was taken"),
    (reason) => reason,
  );
  assert.ok(error instanceof Kind, `${error.stack}`);
  assert.equal(error.name, Kind.name);
  const { message, ...rest } = facts;
  if (message) assert.match(error.message, message);
  for (const [name, value] of Object.entries(rest)) assert.deepEqual(error[name], value, `${name}: ${error.message}`);
}

const altered = (change) => {
  const bytes = signed.slice();
  change(bytes, new DataView(bytes.buffer));
  return bytes;
};

describe("accepted files", () => {
  test("verify returns the signed bytes as a view", async () => {
    const verified = await verify(signed, options);
    assert.deepEqual([...verified.bytes], [...dump]);
    assert.equal(verified.bytes.buffer, signed.buffer);
    const { sequence, expires, keyId } = verified;
    assert.deepEqual([sequence, expires], [7, NOW + 1000]);
    assert.match(keyId, /^[0-9a-f]{16}$/);
    assert.equal(load(verified.bytes).has("a"), true);
    assert.equal(signed.length, dump.length + HEAD + SIGNATURE);
  });

  test("accepts base64, part of a buffer, keys as bytes, and dates", async () => {
    const text = Buffer.from(signed).toString("base64");
    assert.equal((await verify(text, options)).sequence, 7);
    // With final line breaks, as files and editors have them.
    assert.equal((await verify(`${text}\n`, { publicKey: `${publicKey}\r\n`, now: NOW })).sequence, 7);
    assert.deepEqual(await sign(dump, { privateKey: `${privateKey}\n`, sequence: 7, expires: NOW + 1000 }), signed);
    const inside = Buffer.concat([Buffer.from("abc"), signed, Buffer.from("d")]).subarray(3, 3 + signed.length);
    assert.deepEqual([...(await verify(inside, options)).bytes], [...dump]);
    const [own, secret] = [publicKey, privateKey].map((key) => Uint8Array.from(Buffer.from(key, "base64")));
    const dated = await sign(dump, { privateKey: secret, sequence: 0, expires: new Date(NOW + 5) });
    const { expires, sequence } = await verify(dated, { publicKey: own, now: new Date(NOW) });
    assert.deepEqual([expires, sequence], [NOW + 5, 0]);
  });

  test("accepts any bytes, empty input and the largest numbers", async () => {
    for (const bytes of [new Uint8Array(), Uint8Array.of(0), new TextEncoder().encode("redis")]) {
      const one = await sign(bytes, { privateKey, sequence: Number.MAX_SAFE_INTEGER, expires: 8.64e15 });
      const verified = await verify(one, { publicKey, minSequence: Number.MAX_SAFE_INTEGER });
      assert.deepEqual([...verified.bytes], [...bytes]);
      assert.deepEqual([verified.sequence, verified.expires], [Number.MAX_SAFE_INTEGER, 8.64e15]);
    }
    const never = await verify(await sign(dump, { privateKey, sequence: 1 }), { publicKey, now: 8.64e15 });
    assert.equal(never.expires, null);
  });

  test("the same file, key and options give the same bytes", async () => {
    assert.deepEqual(await sign(dump, { privateKey, sequence: 7, expires: NOW + 1000 }), signed);
  });

  test("ignores changes to the bytes during signing", async () => {
    const mine = dump.slice();
    const promise = sign(mine, { privateKey, sequence: 1 });
    mine.fill(0);
    assert.deepEqual([...(await verify(await promise, { publicKey })).bytes], [...dump]);
  });

  test("verifies with one of several keys, old or new", async () => {
    const rotated = { publicKey: [others.publicKey, publicKey], now: NOW };
    const byOther = await sign(dump, { privateKey: others.privateKey, sequence: 8 });
    const ids = [(await verify(signed, rotated)).keyId, (await verify(byOther, rotated)).keyId];
    assert.notEqual(ids[0], ids[1]);
    await assertRejected(verify(byOther, options), FilterSignatureError, {
      code: "wrong_key",
      field: "keyId",
      keyId: ids[1],
    });
  });

  test("accepts keys as PKCS#8 and as 32 bytes", async () => {
    const secret = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
    const { x } = createPublicKey(secret).export({ format: "jwk" });
    assert.equal(Buffer.from(x, "base64url").toString("base64"), publicKey);
    assert.deepEqual([publicKey.length, privateKey.length], [44, 64]);
    assert.match(privateKey, /^MC4CAQAwBQYDK2VwBCIE/);
    // All bytes before the signature are signed.
    const signature = nodeSign(null, signed.subarray(0, -SIGNATURE), secret);
    assert.deepEqual([...signature], [...signed.subarray(-SIGNATURE)]);
    assert.notEqual((await generateSigningKeys()).privateKey, privateKey);
  });

  test("works with require", async () => {
    const required = createRequire(import.meta.url)("../../../pkg/cjs/sign.js");
    assert.deepEqual(Object.keys(required).sort(), [
      "FilterFormatError",
      "FilterSignatureError",
      "generateSigningKeys",
      "sign",
      "verify",
    ]);
    assert.equal((await required.verify(signed, options)).sequence, 7);
    await assertRejected(required.verify(signed, { ...options, minSequence: 8 }), required.FilterSignatureError, {
      code: "rolled_back",
    });
  });
});

describe("rejected files", () => {
  const ALTERED = [FilterSignatureError, "altered", "signature"];
  /** The error for a flipped bit of the header, by the field that contains it. */
  function expectedOf(byte, bit) {
    if (byte < 16) return [FilterFormatError, "MAGIC", "magic"];
    if (byte === 16) return [FilterFormatError, "UNSUPPORTED", "version"];
    if (byte === 17) return [FilterFormatError, "UNSUPPORTED", "algorithm"];
    if (byte < 20) return [FilterFormatError, "UNSUPPORTED", "flags"];
    if (byte < 24) return [FilterFormatError, "UNSUPPORTED", "reserved"];
    if (byte < 32) return [FilterSignatureError, "wrong_key", "keyId"];
    // The number becomes 2^53 or more.
    if (byte < 40)
      return byte === 39 || (byte === 38 && bit >= 5) ? [FilterFormatError, "INVALID", "sequence"] : ALTERED;
    if (byte < 48) return expiresOf(byte, bit);
    if (byte < 56) return lengthOf(byte, bit);
    return ALTERED;
  }
  const flipped = (value, byte, bit) => BigInt(value) ^ (1n << BigInt(byte * 8 + bit));
  const expiresOf = (byte, bit) =>
    flipped(NOW + 1000, byte - 40, bit) > 8_640_000_000_000_000n ? [FilterFormatError, "INVALID", "expires"] : ALTERED;
  function lengthOf(byte, bit) {
    const length = flipped(dump.length, byte - 48, bit);
    if (length > 2n ** 53n - 1n) return [FilterFormatError, "INVALID", "fileLength"];
    return [FilterFormatError, length > dump.length ? "TRUNCATED" : "TRAILING_BYTES", "length"];
  }

  test("rejects each flipped bit of header and signature, and one per byte", async () => {
    const codes = new Map();
    for (let byte = 0; byte < signed.length; byte++) {
      const inDump = byte >= HEAD && byte < signed.length - SIGNATURE;
      for (let bit = 0; bit < 8; bit++) {
        if (inDump && bit !== byte % 8) continue;
        const [Kind, code, field] = expectedOf(byte, bit);
        const bytes = altered((all) => void (all[byte] ^= 1 << bit));
        // A file that is both altered and expired is reported as altered.
        await assertRejected(verify(bytes, { publicKey, now: NOW + 5000, minSequence: 9 }), Kind, { code, field });
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    }
    assert.deepEqual([...codes.keys()].sort(), [
      "INVALID",
      "MAGIC",
      "TRAILING_BYTES",
      "TRUNCATED",
      "UNSUPPORTED",
      "altered",
      "wrong_key",
    ]);
    assert.equal(codes.get("wrong_key"), 64);
    assert.ok(codes.get("altered") > SIGNATURE * 8);
  });

  test("rejects truncated and longer files", async () => {
    for (let length = 0; length < signed.length; length++) {
      await assertRejected(verify(signed.subarray(0, length), options), FilterFormatError, {
        code: "TRUNCATED",
        field: "length",
        offset: length,
      });
    }
    for (const more of [1, 8, signed.length]) {
      const bytes = new Uint8Array(signed.length + more);
      bytes.set(signed);
      await assertRejected(verify(bytes, options), FilterFormatError, {
        code: "TRAILING_BYTES",
        field: "length",
        offset: signed.length,
      });
    }
    await assertRejected(verify(dump, options), FilterFormatError, { code: "MAGIC", field: "magic", offset: 0 });
    await assertRejected(verify("60ZMV?==", options), FilterFormatError, { code: "BASE64" });
  });

  test("rejects a wrong key, also with a copied key id", async () => {
    const facts = {
      code: "wrong_key",
      field: "keyId",
      sequence: undefined,
      expires: undefined,
      minSequence: undefined,
    };
    await assertRejected(verify(signed, { publicKey: others.publicKey, now: NOW }), FilterSignatureError, facts);
    const forged = await sign(dump, { privateKey: others.privateKey, sequence: 7, expires: NOW + 1000 });
    forged.set(signed.subarray(24, 32), 24);
    await assertRejected(verify(forged, options), FilterSignatureError, {
      ...facts,
      code: "altered",
      field: "signature",
    });
  });

  test("rejects parts of two genuine files", async () => {
    const newer = await sign(dump, { privateKey, sequence: 8, expires: NOW + 1000 });
    const mixed = newer.slice();
    mixed.set(signed.subarray(0, -SIGNATURE));
    await assertRejected(verify(mixed, options), FilterSignatureError, { code: "altered" });
  });

  test("rejects sequence numbers below the minimum, not at it", async () => {
    for (const minSequence of [0, 6, 7]) assert.equal((await verify(signed, { ...options, minSequence })).sequence, 7);
    await assertRejected(verify(signed, { ...options, minSequence: 8 }), FilterSignatureError, {
      code: "rolled_back",
      field: "sequence",
      sequence: 7,
      minSequence: 8,
      expires: NOW + 1000,
      message: /^sequence: expected at least 8, got 7$/,
    });
  });

  test("rejects a file at its expiry, but not a millisecond before", async () => {
    assert.equal((await verify(signed, { publicKey, now: NOW + 999 })).sequence, 7);
    for (const now of [NOW + 1000, NOW + 1001, new Date(NOW + 1000), 8.64e15]) {
      await assertRejected(verify(signed, { publicKey, now }), FilterSignatureError, {
        code: "expired",
        field: "expires",
        expires: NOW + 1000,
        sequence: 7,
        minSequence: 0,
      });
    }
    const [past, future] = await Promise.all(
      [-60_000, 60_000].map((ms) => sign(dump, { privateKey, sequence: 1, expires: Date.now() + ms })),
    );
    await assertRejected(verify(past, { publicKey }), FilterSignatureError, { code: "expired" });
    assert.equal((await verify(future, { publicKey })).sequence, 1);
    await assertRejected(verify(past, { publicKey, minSequence: 2 }), FilterSignatureError, { code: "rolled_back" });
  });

  test("rejects a field out of range even with a valid signature", async () => {
    // Written by other software with the signing key.
    const secret = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
    const again = (change) => {
      const bytes = altered(change);
      bytes.set(nodeSign(null, bytes.subarray(0, -SIGNATURE), secret), bytes.length - SIGNATURE);
      return bytes;
    };
    const cases = [
      ["UNSUPPORTED", "flags", (bytes) => (bytes[18] = 1)],
      ["UNSUPPORTED", "algorithm", (bytes) => (bytes[17] = 2)],
      ["INVALID", "sequence", (_, view) => view.setBigUint64(32, 2n ** 53n, true)],
      ["INVALID", "expires", (_, view) => view.setBigUint64(40, 8_640_000_000_000_001n, true)],
      ["INVALID", "fileLength", (_, view) => view.setBigUint64(48, 2n ** 64n - 1n, true)],
    ];
    for (const [code, field, change] of cases)
      await assertRejected(verify(again(change), options), FilterFormatError, { code, field });
    assert.equal(
      (
        await verify(
          again((_, view) => view.setBigUint64(32, 9n, true)),
          options,
        )
      ).sequence,
      9,
    );
  });

  test("load rejects signed files", () => {
    assert.throws(() => load(signed), { name: "FilterFormatError", code: "MAGIC", field: "magic" });
  });
});

describe("arguments", () => {
  const good = { privateKey, sequence: 1 };
  test("sign rejects other values", async () => {
    for (const wrong of ["abc", [1], new ArrayBuffer(8), null, undefined])
      await assertRejected(sign(wrong, good), TypeError, { message: /^bytes: / });
    for (const wrong of [undefined, null, 5])
      await assertRejected(sign(dump, wrong), TypeError, { message: /^options: / });
    await assertRejected(sign(dump, { ...good, expire: NOW }), TypeError, { message: /^options: .*got "expire"$/ });
    for (const sequence of [undefined, null, "7", 7n])
      await assertRejected(sign(dump, { privateKey, sequence }), TypeError, { message: /^sequence: / });
    for (const sequence of [-1, 1.5, 2 ** 53, NaN])
      await assertRejected(sign(dump, { privateKey, sequence }), RangeError, { message: /^sequence: / });
    for (const expires of [null, "2027-01-01", 5n])
      await assertRejected(sign(dump, { ...good, expires }), TypeError, { message: /^expires: / });
    for (const expires of [-1, 0.5, 8.64e15 + 2, Infinity, new Date(NaN), new Date(-1)]) {
      await assertRejected(sign(dump, { ...good, expires }), RangeError, { message: /^expires: / });
    }
  });

  test("verify rejects other values", async () => {
    for (const wrong of [[1], new ArrayBuffer(200), null, undefined])
      await assertRejected(verify(wrong, options), TypeError, { message: /^signed: / });
    for (const wrong of [undefined, null, 5])
      await assertRejected(verify(signed, wrong), TypeError, { message: /^options: / });
    await assertRejected(verify(signed, { ...options, minSequnce: 8 }), TypeError, {
      message: /^options: .*got "minSequnce"$/,
    });
    for (const minSequence of [null, "7", 7n])
      await assertRejected(verify(signed, { ...options, minSequence }), TypeError, { message: /^minSequence: / });
    for (const minSequence of [-1, 0.5, 2 ** 53])
      await assertRejected(verify(signed, { ...options, minSequence }), RangeError, { message: /^minSequence: / });
    for (const now of [null, "now"])
      await assertRejected(verify(signed, { publicKey, now }), TypeError, { message: /^now: / });
    for (const now of [-1, NaN, new Date(NaN)])
      await assertRejected(verify(signed, { publicKey, now }), RangeError, { message: /^now: / });
  });

  test("rejects keys of the wrong form and never shows one", async () => {
    for (const key of [undefined, null, 5, {}, [1]])
      await assertRejected(verify(signed, { publicKey: key, now: NOW }), TypeError, { message: /^publicKey: / });
    for (const key of [
      "",
      "abc",
      "a?==",
      privateKey,
      publicKey.slice(4),
      `${publicKey}\n\n`,
      new Uint8Array(31),
      new Uint8Array(32).fill(255),
      [],
    ]) {
      await assertRejected(verify(signed, { publicKey: key, now: NOW }), RangeError, { message: /^publicKey: / });
    }
    await assertRejected(verify(signed, { publicKey: [publicKey, "abcd"], now: NOW }), RangeError, {
      message: /^publicKey: /,
    });
    for (const key of [undefined, null, 5, [privateKey]])
      await assertRejected(sign(dump, { privateKey: key, sequence: 1 }), TypeError, { message: /^privateKey: / });
    for (const key of [
      "",
      publicKey,
      `${privateKey} `,
      privateKey.slice(4),
      `AAAA${privateKey.slice(4)}`,
      new Uint8Array(32),
      new Uint8Array(48),
    ]) {
      const error = await sign(dump, { privateKey: key, sequence: 1 }).catch((reason) => reason);
      assert.ok(error instanceof RangeError);
      assert.match(error.message, /^privateKey: expected a private key of 48 bytes/);
      if (key) assert.ok(!error.message.includes(String(key).slice(8, 40)));
    }
  });
});

test("the golden signed manifest is that of the published set, and its parts agree", async () => {
  const at = (name) => new URL(`../../golden/${name}`, import.meta.url);
  const manifest = readFileSync(at("signed/manifest.json"));
  const [{ publicKey: key }] = JSON.parse(readFileSync(at("signed/index.json"), "utf8")).vectors;
  const publicKey = new Uint8Array(Buffer.from(key, "hex"));
  const { bytes, sequence, expires } = await verify(manifest, { publicKey, now: 0 });
  const { signature, ...fields } = JSON.parse(manifest);
  assert.deepEqual(JSON.parse(Buffer.from(bytes)), fields);
  assert.deepEqual([fields.name, sequence, expires], ["\ufeffdays é", 3, Date.parse(fields.expires)]);
  assert.equal(signature.length, 160);
  assert.deepEqual(fields.set, JSON.parse(readFileSync(at("published/days/manifest.json"))).set);
  const text = manifest.toString();
  for (const altered of [
    text.replace('"sequence": 3', '"sequence": 4'),
    text.replace("\ufeff", ""),
    text.replace("\n}", " \n}"),
    text.replace('"signature": "', '"signature":  "'),
  ]) {
    await assert.rejects(verify(Buffer.from(altered), { publicKey, now: 0 }), (error) =>
      ["altered", "MAGIC", "TRUNCATED", "TRAILING_BYTES"].includes(error.code),
    );
  }
});

test("golden signed files keep their bytes", async () => {
  const at = (name) => new URL(`../../golden/${name}`, import.meta.url);
  const { containers, vectors } = JSON.parse(readFileSync(at("signed/index.json"), "utf8"));
  assert.equal(containers.length, 3);
  for (const { file, of, sequence, expires = null, publicKey: key } of containers) {
    const text = readFileSync(at(`signed/${file}`), "utf8");
    const inside = of ? Buffer.from(readFileSync(at(of), "utf8"), "base64") : Buffer.alloc(0);
    const { seed } = vectors.find((one) => one.publicKey === key && one.seed);
    const verified = await verify(text, { publicKey: new Uint8Array(Buffer.from(key, "hex")), now: 0 });
    assert.deepEqual([verified.sequence, verified.expires, [...verified.bytes]], [sequence, expires, [...inside]]);
    const secret = Uint8Array.from(Buffer.from(`302e020100300506032b657004220420${seed}`, "hex"));
    const again = await sign(inside, { privateKey: secret, sequence, ...(expires !== null && { expires }) });
    assert.equal(Buffer.from(again).toString("base64"), text);
  }
});
