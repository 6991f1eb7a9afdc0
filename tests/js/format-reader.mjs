// A reader of native dumps, written from docs/FORMAT.md alone: it shares no code with the package,
// so that what both agree on is what the page says. Plain and slow; the tests compare the two.

const u64 = (number) => BigInt.asUintN(64, number);
const rotate = (number, by) => u64((number << by) | (number >> (64n - by)));
const LAYOUTS = { 1: "standard", 2: "partitioned", 3: "blocked" };
const LINE = 512n;

/** Refuses: the names of the code and the field are those of docs/FORMAT.md. */
function refuse(code, field, found) {
  throw Object.assign(new Error(`${field}: ${found} (${code})`), { code, field });
}

/** Up to 8 bytes as a little-endian number. */
function little(bytes) {
  let number = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) number = (number << 8n) | BigInt(bytes[i]);
  return number;
}

/** MurmurHash3 x64 128: the two halves. */
export function murmur3(bytes, seed) {
  const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];
  const scramble1 = (k) => u64(rotate(u64(k * c1), 31n) * c2);
  const scramble2 = (k) => u64(rotate(u64(k * c2), 33n) * c1);
  const avalanche = (h) => {
    h = u64((h ^ (h >> 33n)) * 0xff51afd7ed558ccdn);
    h = u64((h ^ (h >> 33n)) * 0xc4ceb9fe1a85ec53n);
    return h ^ (h >> 33n);
  };
  let [h1, h2] = [BigInt(seed), BigInt(seed)];
  const whole = bytes.length - (bytes.length % 16);
  for (let i = 0; i < whole; i += 16) {
    h1 ^= scramble1(little(bytes.subarray(i, i + 8)));
    h1 = u64((rotate(h1, 27n) + h2) * 5n + 0x52dce729n);
    h2 ^= scramble2(little(bytes.subarray(i + 8, i + 16)));
    h2 = u64((rotate(h2, 31n) + h1) * 5n + 0x38495ab5n);
  }
  h1 ^= scramble1(little(bytes.subarray(whole, whole + 8)));
  h2 ^= scramble2(little(bytes.subarray(whole + 8)));
  h1 ^= BigInt(bytes.length);
  h2 ^= BigInt(bytes.length);
  h1 = u64(h1 + h2);
  h2 = u64(h2 + h1);
  h1 = avalanche(h1);
  h2 = avalanche(h2);
  h1 = u64(h1 + h2);
  return [h1, u64(h2 + h1)];
}

/** The last 8 bytes of a dump, as a number. */
export const checksum = (head, payload) => murmur3(head, 0)[0] ^ murmur3(payload, 1)[0];

/** The numbers x0, x1, … of a key. */
export function* sequence(key, seed) {
  const [h1, h2] = murmur3(key, seed);
  for (let x = u64(h1 + 0x9e3779b97f4a7c15n); ; x = u64(x * 0xd1342543de82ef95n + h2)) yield x;
}

const reduce = (x, span) => (x * span) >> 64n;

/** The k positions of a key. */
function positionsOf(key, { layout, bits, hashes, seed }) {
  const [m, k] = [BigInt(bits), BigInt(hashes)];
  const numbers = sequence(key, seed);
  const next = (span) => reduce(numbers.next().value, span);
  const line = layout == "blocked" ? next(m / LINE) : 0n;
  const probe = {
    standard: () => next(m),
    partitioned: (i) => BigInt(i) * (m / k) + next(m / k),
    blocked: () => line * LINE + next(LINE),
  }[layout];
  return Array.from({ length: hashes }, (_, i) => Number(probe(i)));
}

/** The bytes of a base64 text. */
export function readText(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) && !/^[A-Za-z0-9_-]*={0,2}$/.test(text)) {
    refuse("BASE64", "base64", "a character that is not of one alphabet");
  }
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Buffer.from(standard, "base64");
  if (bytes.toString("base64") != standard) refuse("BASE64", "base64", "not the canonical text");
  return new Uint8Array(bytes);
}

/** The filter in a dump; throws on anything that is not one whole and sound dump. */
export function read(bytes) {
  let offset = 0;
  const take = (count) => {
    if (count > bytes.length - offset) refuse("TRUNCATED", "length", bytes.length);
    return bytes.subarray(offset, (offset += count));
  };
  const number = (size, least, most, code, field) => {
    const found = little(take(size));
    if (found < least || found > most) refuse(code, field, found);
    return found;
  };
  const reserved = (size) => number(size, 0n, 0n, "UNSUPPORTED", "reserved");
  const any = 2n ** 64n - 1n;

  // The header.
  number(4, 0x544c46ebn, 0x544c46ebn, "MAGIC", "magic");
  number(1, 1n, 1n, "UNSUPPORTED", "version");
  const flags = number(1, 0n, 1n, "UNSUPPORTED", "flags");
  const layout = LAYOUTS[number(1, 1n, 3n, "UNSUPPORTED", "scheme")];
  number(1, 1n, 1n, "UNSUPPORTED", "cells");
  number(1, 1n, 1n, "UNSUPPORTED", "keyEncoding");
  number(1, 1n, 1n, "UNSUPPORTED", "payloadEncoding");
  const k = number(2, 1n, 64n, "INVALID", "hashes");
  const words = number(4, 0n, 2n ** 32n - 1n, "INVALID", "payloadLength");
  const m = number(8, 1n, 2n ** 32n, "INVALID", "bits");
  const seed = Number(number(8, 0n, 2n ** 32n - 1n, "INVALID", "seed"));
  const capacity = Number(number(8, 0n, any, "INVALID", "capacity"));
  const inserted = Number(number(8, 0n, any, "INVALID", "inserted"));
  const rate = number(8, 0n, 0x3fefffffffffffffn, "INVALID", "errorRate");
  const errorRate = new Float64Array(BigUint64Array.of(rate).buffer)[0];

  // What one field cannot tell.
  if (m % { standard: 1n, partitioned: k, blocked: LINE }[layout]) refuse("INVALID", "bits", m);
  if (words != (m + 63n) / 64n) refuse("INVALID", "payloadLength", words);
  if (capacity > 0 !== rate > 0n) refuse("INVALID", "capacity", capacity);
  if (rate > 0n && errorRate < 1e-18) refuse("INVALID", "errorRate", rate);

  // The metadata section.
  const texts = ["", "", ""];
  const raw = [];
  if (flags == 1n) {
    const length = Number(number(4, 8n, 2064n, "INVALID", "metadata"));
    reserved(4);
    const end = offset + length;
    for (let last = 0; offset < end; ) {
      const tag = Number(number(2, 1n, 2n, "UNSUPPORTED", "metadata tag"));
      reserved(2);
      const size = Number(number(4, 1n, 1024n, "INVALID", "metadata text"));
      if (tag <= last) refuse("INVALID", "metadata tag", tag);
      last = tag;
      raw[tag] = take(size);
      if (little(take((8 - (size % 8)) % 8))) refuse("INVALID", "padding", "not 0");
    }
    if (offset != end) refuse("INVALID", "metadata", length);
  }
  for (const tag of [1, 2]) {
    try {
      texts[tag] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw[tag]);
    } catch {
      refuse("INVALID", "metadata text", "not UTF-8");
    }
  }

  // The length; only now would a reader allocate.
  const [bits, hashes] = [Number(m), Number(k)];
  const payloadBytes = Number(words) * 8;
  const byteLength = offset + payloadBytes + 8;
  if (bytes.length < byteLength) refuse("TRUNCATED", "length", bytes.length);
  if (bytes.length > byteLength) refuse("TRAILING_BYTES", "length", bytes.length);
  const head = bytes.subarray(0, offset);
  const payload = Uint8Array.from(take(payloadBytes));
  if (little(take(8)) != checksum(head, payload)) refuse("CHECKSUM", "checksum", "another");
  const bit = (i) => (payload[Math.floor(i / 8)] >> (i % 8)) & 1;
  for (let i = bits; i < payloadBytes * 8; i++) if (bit(i)) refuse("INVALID", "payload", i);

  const shape = { layout, bits, hashes, seed };
  const positions = (key) => positionsOf(key, shape);
  return {
    ...shape,
    scheme: "native",
    capacity: capacity || null,
    errorRate: errorRate || null,
    inserted,
    byteLength,
    name: texts[1],
    version: texts[2],
    payload,
    positions,
    has: (key) => positions(key).every((position) => bit(position) == 1),
  };
}
