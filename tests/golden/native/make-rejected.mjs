// Writes rejected.json, files that every reader must reject: node tests/golden/native/make-rejected.mjs
// Their checksums are right, unless that is what is wrong. Codes and fields are those of docs/reference/format.

import { writeFileSync } from "node:fs";
import { checksum } from "../../js/helpers/format-reader.mjs";
import { allow, entry, forge, growth, positionsOf, scalable, section, subFilter, u64, words } from "../../js/helpers/forge.mjs";
import { goldenJson, utf8 } from "../../js/helpers/helpers.mjs";

const sealed = (bytes) => {
  const file = Buffer.from(bytes);
  file.writeBigUInt64LE(checksum(file.subarray(0, -8), new Uint8Array()), file.length - 8);
  return file;
};
const bits = [...forge().subarray(56, -8)];
const name = entry(1, utf8("pets"));
const text = (bytes) => forge({ section: section([entry(1, bytes)]) });
const excepting = (bytes, fields) => forge({ flags: 2, payload: [...bits, ...bytes], ...fields });
const sparse = (payload, fields) => forge({ encoding: 2, bits: 2n ** 24n, payload, ...fields });
const counting = (fields) => forge({ cells: 3, bits: 64n, payload: Array(32).fill(0), ...fields });

/** A golden static set with other bytes. */
function staticSet(row, change) {
  const { base64 } = goldenJson("static/index.json").find((each) => each.row === row);
  const file = Buffer.from(base64, "base64");
  return sealed(change(file) ?? file);
}
/** A static set with a payload of so many words more or less. */
const resized = (file, words) => {
  const payload = file.readUInt32LE(12) + words;
  file.writeUInt32LE(payload, 12);
  file.writeBigUInt64LE(BigInt(payload * 64), 16);
  const end = file.length - 8;
  return Buffer.concat([file.subarray(0, end + Math.min(words, 0) * 8), Buffer.alloc(8 + Math.max(words, 0) * 8)]);
};

const FILES = {
  "another magic": [forge({ magic: [0xeb, 0x46, 0x4c, 0x55] }), "MAGIC", "magic"],
  "version 2": [forge({ version: 2 }), "UNSUPPORTED", "version"],
  "flag 2": [forge({ flags: 4 }), "UNSUPPORTED", "flags"],
  "scheme 0": [forge({ scheme: 0 }), "UNSUPPORTED", "scheme"],
  "scheme 32": [forge({ scheme: 32 }), "UNSUPPORTED", "scheme"],
  "cells 6": [forge({ cells: 6 }), "UNSUPPORTED", "cells"],
  "key encoding 2 of a native scheme": [forge({ keys: 2 }), "INVALID", "keyEncoding"],
  "payload encoding 4": [forge({ encoding: 4 }), "UNSUPPORTED", "payloadEncoding"],
  "no hashes": [forge({ hashes: 0 }), "INVALID", "hashes"],
  "65 hashes": [forge({ hashes: 65 }), "INVALID", "hashes"],
  "65 bits": [forge({ bits: 65n }), "INVALID", "bits"],
  "2^32 + 64 bits": [forge({ bits: 2n ** 32n + 64n, words: 2 ** 26 + 1 }), "INVALID", "bits"],
  "partitioned: bits that are not a multiple of 64 hashes": [forge({ scheme: 2 }), "INVALID", "bits"],
  "blocked: bits that are not a multiple of 512": [forge({ scheme: 3 }), "INVALID", "bits"],
  "a payload length for more bits": [forge({ words: 3, payload: Array(24).fill(0) }), "INVALID", "payloadLength"],
  "a capacity without a rate": [forge({ capacity: 5n }), "INVALID", "capacity"],
  "a rate without a capacity": [forge({ rate: 0.5 }), "INVALID", "capacity"],
  "rate 1": [forge({ capacity: 5n, rate: 1 }), "INVALID", "errorRate"],
  "rate NaN": [forge({ capacity: 5n, rate: Number.NaN }), "INVALID", "errorRate"],
  "rate −0": [forge({ rate: -0 }), "INVALID", "errorRate"],
  "a file that is cut off": [forge().subarray(0, -8), "TRUNCATED", "length"],
  "a header that is cut off": [forge().subarray(0, 55), "TRUNCATED", "length"],
  "a byte after the checksum": [Uint8Array.of(...forge(), 0), "TRAILING_BYTES", "length"],
  "a wrong checksum": [forge().with(-1, forge().at(-1) ^ 1), "CHECKSUM", "checksum"],
  "a bit that the checksum does not have": [forge().with(60, forge()[60] ^ 1), "CHECKSUM", "checksum"],
  "metadata: version before name": [
    forge({ section: section([entry(2, utf8("7")), name]) }),
    "INVALID",
    "metadata tag",
  ],
  "metadata: a name twice": [forge({ section: section([name, name]) }), "INVALID", "metadata tag"],
  "metadata: tag 9": [forge({ section: section([entry(9, utf8("x"))]) }), "UNSUPPORTED", "metadata tag"],
  "metadata: a key form of 65 bytes": [forge({ section: section([entry(8, utf8("x".repeat(65)))]) }), "INVALID", "metadata length"],
  "metadata: a key form that is not UTF-8": [forge({ section: section([entry(8, Uint8Array.of(0xff))]) }), "INVALID", "metadata text"],
  "metadata: an empty name": [text([]), "INVALID", "metadata text"],
  "metadata: a name that is a lone surrogate in UTF-8": [text([0xed, 0xa0, 0x80]), "INVALID", "metadata text"],
  "metadata: a name in overlong UTF-8": [text([0xc0, 0x80]), "INVALID", "metadata text"],
  "metadata: padding that is not 0": [
    forge({ section: section([entry(1, utf8("pets"), { padding: 1 })]) }),
    "INVALID",
    "padding",
  ],
  "metadata: no entry": [forge({ section: section([]) }), "INVALID", "metadata"],
  "metadata: the growth of a filter that does not grow": [
    forge({ section: section([name, growth(1)]) }),
    "INVALID",
    "payloadEncoding",
  ],
  "exceptions: keys that do not ascend": [
    excepting(words([...allow(utf8("cat")), ...allow(utf8("a"))])),
    "INVALID",
    "payload",
  ],
  "exceptions: a key twice": [excepting(words([...allow(utf8("a")), ...allow(utf8("a"))])), "INVALID", "payload"],
  "exceptions: a word of padding": [
    excepting([...words(allow(utf8("a"))), ...Array(8).fill(0)]),
    "INVALID",
    "payload",
  ],
  "exceptions: none": [excepting([]), "INVALID", "payloadLength"],
  "positions: a count that is too large": [sparse([...u64(9n), ...Array(8).fill(1)]), "INVALID", "payload"],
  "positions: one that is the number of bits": [sparse(positionsOf([2 ** 24])), "INVALID", "payload"],
  "positions: a number of two bytes that has room in one": [sparse([...u64(1n), ...words([133, 0])]), "INVALID", "payload"],
  "positions: more than one in 256 bits": [sparse(positionsOf([1, 2]), { bits: 448n }), "INVALID", "payload"],
  "counters: a payload of bits": [forge({ cells: 3 }), "INVALID", "payloadLength"],
  "counters: positions": [
    counting({ bits: 2n ** 24n, encoding: 2, payload: u64(0n) }),
    "INVALID",
    "payload",
  ],
  "scalable: sums that differ from the sub-filters": [
    scalable([subFilter()], { inserted: 4n }),
    "INVALID",
    "inserted",
  ],
  "scalable: a number of sub-filters that differs": [
    scalable([subFilter()], { entries: [growth(2)] }),
    "TRUNCATED",
    "length",
  ],
  "scalable: growth 1001": [scalable([subFilter()], { growing: { growth: 1001 } }), "INVALID", "growth"],
  "scalable: a sub-filter with a wrong checksum": [
    scalable([subFilter().with(-1, subFilter().at(-1) ^ 1)]),
    "CHECKSUM",
    "checksum",
  ],
  "static: 1 block": [staticSet("one-key", (file) => void file.writeUInt32LE(1, 56)), "INVALID", "blocks"],
  "static: 2^27 + 1 blocks": [
    staticSet("one-key", (file) => void file.writeUInt32LE(2 ** 27 + 1, 56)),
    "INVALID",
    "blocks",
  ],
  "static: a layer that is cut off": [staticSet("one-column", (file) => resized(file, -1)), "INVALID", "blocks"],
  "static: a word after the last layer": [staticSet("one-column", (file) => resized(file, 1)), "INVALID", "blocks"],
  "static: a bit after the thresholds": [
    staticSet("whole-bucket", (file) => void (file[64 + 8 * Math.ceil(Math.ceil((32 * (file.readUInt32LE(56) - 2 ** 31) - 63) / 128) / 32) - 1] |= 0x80)),
    "INVALID",
    "payload",
  ],
  "static: a bit after the solution": [
    staticSet("rounded", (file) => void (file[file.length - 9] |= 0x80)),
    "INVALID",
    "payload",
  ],
  "static: 2 hashes for another rate": [staticSet("one-column", (file) => void file.writeUInt16LE(2, 10)), "INVALID", "hashes"],
  "static: rate 0.75": [staticSet("one-column", (file) => void file.writeDoubleLE(0.75, 48)), "INVALID", "errorRate"],
  "static: a capacity that differs from the number of keys": [
    staticSet("one-column", (file) => void file.writeUInt8(7, 32)),
    "INVALID",
    "capacity",
  ],
  "static: the payload of bits for counters": [staticSet("one-column", (file) => void file.writeUInt8(2, 7)), "INVALID", "payloadLength"],
};

const plain = Buffer.from(forge()).toString("base64");
const TEXTS = {
  "base64 without padding": plain.slice(0, -1),
  "base64 with a space": ` ${plain}`,
  "base64 with two line breaks": `${plain}\n\n`,
  "base64 in both alphabets": `-${plain.slice(1, -3)}+A=`,
  "base64 with bits that no byte takes": plain.replace(/(.)=$/, (_, last) => `${String.fromCharCode(last.charCodeAt(0) + 1)}=`),
};

const rows = [
  ...Object.entries(FILES).map(([what, [file, code, field]]) => ({
    what,
    code,
    field,
    base64: Buffer.from(file).toString("base64"),
  })),
  ...Object.entries(TEXTS).map(([what, base64]) => ({ what, code: "BASE64", field: "base64", base64 })),
];
writeFileSync(
  new URL("rejected.json", import.meta.url),
  `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`,
);
