// Dumps of the native format from their fields, right or wrong.

import { checksum } from "./format-reader.mjs";

/** A dump from its fields, right or wrong, with a right checksum. */
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
    bits: 100n,
    seed: 7n,
    capacity: 0n,
    inserted: 3n,
    rate: 0,
    section: [],
    payload: [0, 16, 0, 16, 0, 8, 67, 129, 2, 0, 0, 0, 0, 0, 0, 0],
    ...fields,
  };
  const { words = of.payload.length / 8 } = of;
  const head = new Uint8Array(56 + of.section.length);
  const view = new DataView(head.buffer);
  head.set(of.magic);
  [of.version, of.flags, of.scheme, of.cells, of.keys, of.encoding].forEach((value, i) => view.setUint8(4 + i, value));
  view.setUint16(10, of.hashes, true);
  view.setUint32(12, words, true);
  [of.bits, of.seed, of.capacity, of.inserted].forEach((value, i) => view.setBigUint64(16 + 8 * i, value, true));
  if (typeof of.rate === "bigint") view.setBigUint64(48, of.rate, true);
  else view.setFloat64(48, of.rate, true);
  head.set(of.section, 56);
  const payload = Uint8Array.from(of.payload);
  return Uint8Array.of(...head, ...payload, ...new Uint8Array(BigUint64Array.of(checksum(head, payload)).buffer));
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

/** An allowed key. */
export const allow = (key, length = key.length + 1) => [...u16(length), ...key];

/** The number in LEB128, of `size` bytes. */
export function leb128(number, size = 1) {
  const bytes = [];
  for (let rest = BigInt(number); rest > 0n || bytes.length < size; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes[bytes.length - 1] &= 127;
  return bytes;
}

/** A payload of positions. */
export function positionsOf(positions, count = positions.length) {
  const deltas = positions.map((position, i) => position - (i ? positions[i - 1] + 1 : 0));
  return [...u64(BigInt(count)), ...words(deltas.flatMap((delta) => leb128(delta)))];
}

/** The entry of a place in a chain. */
export const place = (index, stages, { growth = 2, tightening = 0.5, rate = 0.25 } = {}) =>
  entry(3, [...u16(index), ...u16(stages), ...u32(growth), ...f64(tightening), ...f64(rate)]);
/** A dump with an entry after its name. */
export const staged = (bytes, fields) => forge({ section: section([bytes]), ...fields });
export const joined = (...dumps) => Uint8Array.from(dumps.flatMap((dump) => [...dump]));
