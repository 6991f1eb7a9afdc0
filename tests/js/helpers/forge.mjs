// Writes files of the native format from their fields, valid or invalid.

import { checksum, lanesOf, nativePositions } from "./format-reader.mjs";
import { utf8 } from "./helpers.mjs";

/** The bits of a filter with these keys, as 64-bit words. */
export function bitsOf(keys, { layout = "standard", bits, hashes, seed = 0, salt = 0 }) {
  const bytes = Array(Number(bits) / 8).fill(0);
  for (const key of keys) {
    for (const i of nativePositions(lanesOf(key, seed, salt), { layout, bits, hashes })) bytes[i >> 3] |= 1 << (i & 7);
  }
  return bytes;
}

/** The keys of `forge()`: "cat", "dög" and −2. */
export const THREE = [utf8("cat"), utf8("dög"), new Uint8Array(BigInt64Array.of(-2n).buffer)];
const THREE_BITS = bitsOf(THREE, { bits: 128n, hashes: 3, seed: 7 });

/** A file with these fields, valid or invalid. Its checksum is valid. */
export function forge(fields = {}) {
  const of = {
    magic: [0xeb, 0x46, 0x4c, 0x54],
    version: 1,
    flags: fields.section ? 1 : 0,
    scheme: 1,
    cells: 1,
    keys: 1,
    encoding: 1,
    hashes: 3,
    bits: 128n,
    seed: 7,
    salt: 0,
    capacity: 0n,
    inserted: 3n,
    rate: 0,
    section: [],
    payload: THREE_BITS,
    ...fields,
  };
  const { words = of.payload.length / 8 } = of;
  const head = new Uint8Array(56 + of.section.length);
  const view = new DataView(head.buffer);
  head.set(of.magic);
  [of.version, of.flags, of.scheme, of.cells, of.keys, of.encoding].forEach((value, i) => view.setUint8(4 + i, value));
  view.setUint16(10, of.hashes, true);
  view.setUint32(12, words, true);
  view.setBigUint64(16, of.bits, true);
  view.setUint32(24, of.seed, true);
  view.setUint32(28, of.salt, true);
  view.setBigUint64(32, of.capacity, true);
  view.setBigUint64(40, of.inserted, true);
  if (typeof of.rate === "bigint") view.setBigUint64(48, of.rate, true);
  else view.setFloat64(48, of.rate, true);
  head.set(of.section, 56);
  const payload = Uint8Array.from(of.payload);
  return joined(head, payload, Uint8Array.from(u64(checksum(head, payload))));
}

export const u16 = (value) => [value & 255, value >> 8];
export const u32 = (value) => [...u16(value & 0xffff), ...u16(value >>> 16)];
export const u64 = (value) => [...new Uint8Array(BigUint64Array.of(value).buffer)];
export const f64 = (value) => [...new Uint8Array(Float64Array.of(value).buffer)];
export const words = (bytes) => [...bytes, ...Array((8 - (bytes.length % 8)) % 8).fill(0)];

/** An entry of a metadata section. */
export function entry(tag, text, { length = text.length, reserved = 0, padding = 0 } = {}) {
  const spare = Array((8 - (text.length % 8)) % 8).fill(0);
  if (padding) spare[spare.length - 1] = padding;
  return [...u16(tag), ...u16(reserved), ...u32(length), ...text, ...spare];
}

export function section(entries, { length = entries.flat().length, reserved = 0 } = {}) {
  return [...u32(length), ...u32(reserved), ...entries.flat()];
}

/** An exception, as bytes. */
export const allow = (key, length = key.length + 1) => [...u16(length), ...key];

/** A number in LEB128, in `size` bytes. */
export function leb128(number, size = 1) {
  const bytes = [];
  for (let rest = BigInt(number); rest > 0n || bytes.length < size; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes[bytes.length - 1] &= 127;
  return bytes;
}

/** A payload of positions (payload encoding 2). */
export function positionsOf(positions, count = positions.length) {
  const deltas = positions.map((position, i) => position - (i ? positions[i - 1] + 1 : 0));
  return [...u64(BigInt(count)), ...words(deltas.flatMap((delta) => leb128(delta)))];
}

/** The metadata entry of a scalable filter. */
export const growth = (subFilters, { growth = 2, tightening = 0.5 } = {}) =>
  entry(3, [...u32(subFilters), ...u32(growth), ...f64(tightening)]);

/** A sub-filter with these fields, valid or invalid. */
export const subFilter = (fields) => forge({ capacity: 9n, rate: 0.125, ...fields });

/** A scalable filter of these sub-filters. The sums in its header are right, even if other fields are not. */
export function scalable(subFilters, { entries, growing, ...fields } = {}) {
  const sum = (field) => {
    const all = subFilters.reduce((sum, bytes) => sum + field(new DataView(bytes.buffer)), 0n);
    return all < 2n ** 64n ? all : 2n ** 64n - 1n;
  };
  return forge({
    encoding: 3,
    hashes: Number(sum((view) => BigInt(view.getUint16(10, true)))),
    bits: sum((view) => view.getBigUint64(16, true)),
    capacity: sum((view) => view.getBigUint64(32, true)),
    inserted: sum((view) => view.getBigUint64(40, true)),
    rate: 0.25,
    section: section(entries ?? [growth(subFilters.length, growing)]),
    payload: joined(...subFilters),
    ...fields,
  });
}

export const joined = (...files) => new Uint8Array(Buffer.concat(files.map((bytes) => Uint8Array.from(bytes))));
