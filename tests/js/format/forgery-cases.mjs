// The cases of tests/forgery/table.json. tests/rust/format/forgery/cases.rs has the same cases natively.

import { readFileSync } from "node:fs";
import { checksum } from "../helpers/format-reader.mjs";

const TESTS = new URL("../../", import.meta.url);
const file = (path) => readFileSync(new URL(path, TESTS), "utf8");
const table = JSON.parse(file("forgery/table.json"));
const [MOST_BYTES, MOST_FLIPPED] = [1n << 16n, 600];

/** The frozen verdicts: for each file and field, the number of accepted cases, and of cases with each error. */
export const VERDICTS = file("forgery/verdicts.tsv").trimEnd().split("\n");

const u64 = (number) => BigInt.asUintN(64, number);
const bitsOf = (real) => new BigUint64Array(Float64Array.of(real).buffer)[0];
const NOT_A_NUMBER = 0x7ff8000000000000n;
const REALS = [
  ...[1, -0, -1, Infinity, -Infinity, Number.MAX_VALUE].map(bitsOf),
  NOT_A_NUMBER,
  ...[1, 2 ** -1022, 1e-18].flatMap((real) => [bitsOf(real), bitsOf(real) - 1n]),
];

/** A filter file and its description. */
function golden(name) {
  const [path, part] = name.split("#");
  const text = file(`golden/${path}`);
  const json = path.endsWith(".json") && JSON.parse(text);
  const params = json && !part ? json.params : {};
  const base64 = !json ? text.trim() : part ? json[part].text : json.dump_base64;
  return { bytes: new Uint8Array(Buffer.from(base64, "base64")), params };
}

/** The fields of a metadata section, and the offset of its end. */
function section(bytes, fields) {
  const view = new DataView(bytes.buffer);
  const end = 64 + view.getUint32(56, true);
  fields.push(["metadata", 56, 4], ["reserved", 60, 4]);
  for (let at = 64; at < end; ) {
    const [tag, size] = [bytes[at], view.getUint32(at + 4, true)];
    fields.push(["metadata tag", at, 2], ["reserved", at + 2, 2], ["metadata text", at + 4, 4]);
    if (tag === 3) {
      fields.push(["subFilters", at + 8, 4], ["growth", at + 12, 4], ["tightening", at + 16, 8, "real"]);
    }
    const reals = [0, 1, 0, 0, 0, 4, 1][(size >> 3) % 7];
    for (let i = 0; tag === 4 && i < size >> 3; i++) {
      fields.push([`parameter ${i}`, at + 8 + 8 * i, 8, i < reals ? "real" : undefined]);
    }
    at += 8 + Math.ceil(size / 8) * 8;
  }
  return end;
}

/** The original files, before forging. */
export const originals = () =>
  table.originals.map(([format, name, pairs]) => {
    const { bytes, params } = golden(name);
    const { order, derive = {}, payload, ...said } = table.formats[format];
    const fields = [...said.fields];
    const head = format === "native" && bytes[5] & 1 ? section(bytes, fields) : said.head;
    const named = (name) => fields.find((field) => field[0] === name);
    const both = said.pairs.map((pair) => pair.map(named)).filter((pair) => pairs && pair.every(Boolean));
    return { name, format, bytes, params, fields, pairs: both, head, derive, payload, big: order === "big", named };
  });

function number(bytes, [, offset, size], big) {
  const piece = bytes.slice(offset, offset + size);
  if (!big) piece.reverse();
  return piece.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
}

function put(bytes, [, offset, size], value, big) {
  for (let i = 0; i < size; i++)
    bytes[big ? offset + size - 1 - i : offset + i] = Number((value >> BigInt(8 * i)) & 255n);
}

/** True if the case is a keyed native file or uses a field of keyed filters. Such cases are not tested here. */
const isKeyed = ({ format, head }, at, byte) =>
  format === "native" && ((at === 6 && byte >= 27 && byte <= 29) || (at >= 56 && at < head && byte === 5));

function valuesOf(original, field, alone) {
  const { bytes, big } = original;
  const [, offset, size, real] = field;
  const bits = BigInt(8 * size);
  const most = (1n << bits) - 1n;
  const is = number(bytes, field, big);
  const values = [0n, 1n, most - 1n, most, 1n << (bits - 1n), (is - 1n) & most, (is + 1n) & most];
  values.push(...[31n, 32n, 53n].filter((log2) => log2 < bits).map((log2) => 1n << log2));
  if (real) values.push(...REALS);
  if (alone && size === 1) values.push(...Array.from({ length: 32 }, (_, i) => BigInt(i)), 64n);
  const known = (value) => value > 255n || !isKeyed(original, offset, Number(value));
  return [...new Set(values)].filter((value) => value !== is && known(value)).sort((a, b) => (a < b ? -1 : 1));
}

/** The whole number that a rule computes from fields. */
function product({ named, big }, { of, per, bytes: each }, bytes) {
  const product = of.reduce((all, name) => {
    const value = number(bytes, named(name), big);
    return all * (name === "cells" ? 1n << ((value - 1n) & 7n) : value);
  }, 1n);
  return ((product + BigInt(per - 1)) / BigInt(per)) * BigInt(each);
}

function resized(bytes, length, fill = 0) {
  const all = new Uint8Array(length).fill(fill);
  all.set(bytes.subarray(0, length));
  return all;
}

/** A file with changed fields and a corrected checksum or length. */
function forged(original, changes, repair) {
  const { head, format, big, derive, payload, named } = original;
  let bytes = original.bytes.slice();
  for (const [field, value] of changes) put(bytes, field, value, big);
  const native = format === "native";
  const packed = !native || (bytes[9] === 1 && !(bytes[5] & 2));
  let end = bytes.length - 8;
  if (payload) {
    end = head + Number(product(original, payload, original.bytes));
    if (repair === "lengths") {
      const names = changes.map(([[name]]) => name);
      for (const [name, rule] of Object.entries(derive)) {
        if (packed && !names.includes(name) && rule.of.some((of) => names.includes(of))) {
          put(bytes, named(name), u64(product(original, rule, bytes)), big);
        }
      }
      const size = product(original, payload, bytes);
      if (size <= MOST_BYTES) {
        const tail = bytes.subarray(end);
        const start = resized(bytes.subarray(0, end), head + Number(size));
        end = start.length;
        bytes = new Uint8Array([...start, ...tail]);
      }
    }
  }
  if (native && repair !== "nothing") {
    new DataView(bytes.buffer).setBigUint64(end, checksum(bytes.subarray(0, end)), true);
  }
  return bytes;
}

/** All cases of a file: the forged fields, the bytes, and what was corrected. */
export function* casesOf(original) {
  const { bytes, format, fields, pairs } = original;
  const repairs = format === "native" ? ["nothing", "checksum", "lengths"] : ["nothing", "lengths"];
  for (const field of fields) {
    for (const value of valuesOf(original, field, true)) {
      for (const repair of repairs) yield [field[0], forged(original, [[field, value]], repair), repair];
    }
  }
  if (bytes.length <= MOST_FLIPPED) {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3] ^= 1 << (bit & 7);
      if (!isKeyed(original, bit >> 3, flipped[bit >> 3])) yield ["a flipped bit", flipped, "nothing"];
    }
    for (let length = 0; length < bytes.length; length++) yield ["fewer bytes", bytes.slice(0, length), "nothing"];
    for (let more = 1; more <= 16; more++) {
      for (const fill of [0, 255]) yield ["more bytes", resized(bytes, bytes.length + more, fill), "nothing"];
    }
  }
  for (const [one, other] of pairs) {
    for (const value of valuesOf(original, one, false)) {
      for (const also of valuesOf(original, other, false)) {
        for (const repair of repairs) {
          yield [
            `${one[0]} and ${other[0]}`,
            forged(
              original,
              [
                [one, value],
                [other, also],
              ],
              repair,
            ),
            repair,
          ];
        }
      }
    }
  }
}
