// A reader of native dumps, written from docs/FORMAT.md alone: it shares no code with the package,
// so that what both agree on is what the page says. Plain and slow; the tests compare the two.

const u64 = (number) => BigInt.asUintN(64, number);
const rotate = (number, by) => u64((number << by) | (number >> (64n - by)));
const LAYOUTS = { 1: "standard", 2: "partitioned", 3: "blocked" };
const LINE = 512n;
/** The last ids of the entries: cells, payload encodings, metadata tags. */
const ENTRIES = {
  core: { cells: 1n, payloads: 1n, tags: 2n },
  variants: { cells: 5n, payloads: 2n, tags: 3n },
};

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

/** The largest number of words that can be, and the bits of the doubles below 1. */
const [ANY, BELOW_ONE] = [2n ** 64n - 1n, 0x3fefffffffffffffn];
const double = (bits) => new Float64Array(BigUint64Array.of(bits).buffer)[0];
const same = (one, other) => one.length == other.length && one.every((byte, i) => byte == other[i]);

/** Bytes that are taken one piece after the other. */
function cursor(bytes) {
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
  return { take, number, reserved: (size) => number(size, 0n, 0n, "UNSUPPORTED", "reserved"), at: () => offset };
}

/** The place of a stage in a chain: the bytes of tag 3. */
function readPlace(bytes) {
  const { number } = cursor(bytes);
  const index = Number(number(2, 0n, 1023n, "INVALID", "stage"));
  const stages = Number(number(2, 1n, 1024n, "INVALID", "stages"));
  const growth = Number(number(4, 1n, 1000n, "INVALID", "growth"));
  const tightening = double(number(8, 1n, BELOW_ONE, "INVALID", "tightening"));
  const errorRate = double(number(8, 1n, BELOW_ONE, "INVALID", "errorRate"));
  if (index >= stages || errorRate < 1e-18) refuse("INVALID", "stage", index);
  return { index, stages, growth, tightening, errorRate };
}

/** What comes before the payload of a dump. */
function readHead(bytes, last) {
  const { take, number, reserved, at } = cursor(bytes);
  number(4, 0x544c46ebn, 0x544c46ebn, "MAGIC", "magic");
  number(1, 1n, 1n, "UNSUPPORTED", "version");
  const flags = number(1, 0n, 3n, "UNSUPPORTED", "flags");
  const layout = LAYOUTS[number(1, 1n, 3n, "UNSUPPORTED", "scheme")];
  const counterBits = 2 ** Number(number(1, 1n, last.cells, "UNSUPPORTED", "cells") - 1n);
  number(1, 1n, 1n, "UNSUPPORTED", "keyEncoding");
  const isSparse = number(1, 1n, last.payloads, "UNSUPPORTED", "payloadEncoding") == 2n;
  const k = number(2, 1n, 64n, "INVALID", "hashes");
  const words = Number(number(4, 0n, 2n ** 32n - 1n, "INVALID", "payloadLength"));
  const m = number(8, 1n, 2n ** 32n, "INVALID", "bits");
  const seed = Number(number(8, 0n, 2n ** 32n - 1n, "INVALID", "seed"));
  const capacity = Number(number(8, 0n, ANY, "INVALID", "capacity"));
  const inserted = Number(number(8, 0n, ANY, "INVALID", "inserted"));
  const errorRate = double(number(8, 0n, BELOW_ONE, "INVALID", "errorRate"));

  // What one field cannot tell.
  if (m % { standard: 1n, partitioned: k, blocked: LINE }[layout]) refuse("INVALID", "bits", m);
  const cellWords = Math.ceil((Number(m) * counterBits) / 64);
  const hasAllowed = (flags & 2n) != 0n;
  const tailWords = words - cellWords;
  const fits = hasAllowed ? !isSparse && tailWords >= 1 && tailWords <= 4096 : isSparse || tailWords == 0;
  if (!fits) refuse("INVALID", "payloadLength", words);
  if (capacity > 0 != errorRate > 0) refuse("INVALID", "capacity", capacity);
  if (errorRate > 0 && errorRate < 1e-18) refuse("INVALID", "errorRate", errorRate);

  // The metadata section.
  const entries = [];
  if (flags & 1n) {
    const length = Number(number(4, 8n, 2616n, "INVALID", "metadata"));
    reserved(4);
    const end = at() + length;
    for (let before = 0; at() < end; ) {
      const tag = Number(number(2, 1n, last.tags, "UNSUPPORTED", "metadata tag"));
      reserved(2);
      const size = Number(number(4, 1n, 1024n, "INVALID", "metadata text"));
      if (tag <= before) refuse("INVALID", "metadata tag", tag);
      before = tag;
      if (tag == 3 && size != 24) refuse("INVALID", "metadata length", size);
      const bytes = take(size);
      entries[tag] = tag == 3 ? readPlace(bytes) : bytes;
      if (little(take((8 - (size % 8)) % 8))) refuse("INVALID", "padding", "not 0");
    }
    // The first stage of a chain describes the list.
    if (entries[3]?.index > 0 && (entries[1] || entries[2])) refuse("INVALID", "stage", "a name");
    if (at() != end) refuse("INVALID", "metadata", length);
  }
  const [name, version] = [1, 2].map((tag) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entries[tag]);
    } catch {
      return refuse("INVALID", "metadata text", "not UTF-8");
    }
  });
  const place = entries[3];
  return {
    header: {
      layout, scheme: "native", bits: Number(m), hashes: Number(k), seed, capacity: capacity || null,
      errorRate: errorRate || null, inserted, byteLength: at() + words * 8 + 8, name, version, counterBits,
      stages: place ? place.stages : 1,
    },
    isSparse, hasAllowed, cellWords, place, headBytes: at(),
  };
}

/** The positions in a payload of encoding 2. */
function readPositions(payload, bits) {
  const wrong = (found) => refuse("INVALID", "payload", found);
  if (payload.length == 0) wrong("no count");
  const count = Number(little(payload.subarray(0, 8)));
  if (count > payload.length) wrong(count);
  let slots = 1024;
  while (slots < 2 * count) slots *= 2;
  if (bits < 2 ** 24 || slots >= Math.floor(bits / 64)) wrong("not worth it");
  const positions = new Set();
  let at = 8;
  for (let i = 0, next = 0n; i < count; i++) {
    let delta = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = payload[at++];
      if (byte === undefined) wrong("no more bytes");
      delta |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        if (byte == 0 && shift > 0n) wrong("a longer number than needed");
        break;
      }
    }
    if (next + delta >= bits) wrong(next + delta);
    positions.add(Number(next + delta));
    next += delta + 1n;
  }
  if (Math.ceil(at / 8) * 8 != payload.length) wrong("another length");
  if (payload.subarray(at).some((byte) => byte != 0)) wrong("not 0");
  return positions;
}

/** The allowed keys at the end of a payload. */
function readAllowed(bytes) {
  const keys = [];
  let at = 0;
  for (;;) {
    const length = Number(little(bytes.subarray(at, at + 2))) - 1;
    if (length < 0 || at + 2 + length > bytes.length) break;
    keys.push(bytes.slice(at + 2, (at += 2 + length)));
  }
  if (bytes.length - at >= 8 || bytes.subarray(at).some((byte) => byte != 0)) refuse("INVALID", "payload", "keys");
  return keys;
}

/** One dump at the start of some bytes: a filter, or a stage of a chain. */
function readStage(bytes, entry, isLater) {
  const { header, isSparse, hasAllowed, cellWords, place, headBytes } = readHead(bytes, ENTRIES[entry]);
  if (isLater && !place) refuse("INVALID", "stage", "none");
  // The length; only now would a reader allocate.
  const { bits, byteLength, counterBits } = header;
  const isLast = !place || place.index + 1 == place.stages;
  if (bytes.length < byteLength) refuse("TRUNCATED", "length", bytes.length);
  if (isLast && bytes.length > byteLength) refuse("TRAILING_BYTES", "length", bytes.length);
  const payload = Uint8Array.from(bytes.subarray(headBytes, byteLength - 8));
  const sum = little(bytes.subarray(byteLength - 8, byteLength));
  if (sum != checksum(bytes.subarray(0, headBytes), payload)) refuse("CHECKSUM", "checksum", sum);
  if (isSparse && counterBits > 1) refuse("INVALID", "payload", "positions of counters");

  const set = isSparse ? readPositions(payload, bits) : undefined;
  const cell = (i) => {
    if (set) return Number(set.has(i));
    const [bit, at] = [i * counterBits, Math.floor((i * counterBits) / 8)];
    return ((payload[at] | (payload[at + 1] << 8)) >> (bit % 8)) & (2 ** counterBits - 1);
  };
  for (let i = bits * counterBits; !set && i < cellWords * 64; i++) {
    if ((payload[i >> 3] >> (i & 7)) & 1) refuse("INVALID", "payload", i);
  }
  const allowed = hasAllowed ? readAllowed(payload.subarray(cellWords * 8)) : [];
  const positions = (key) => positionsOf(key, header);
  return {
    header, place, payload, cell, allowed, positions, isLast,
    set: set && [...set],
    count: (key) => Math.min(...positions(key).map(cell)),
    has: (key) => positions(key).every((position) => cell(position) > 0) && !allowed.some((one) => same(one, key)),
  };
}

/**
 * The filter in a dump; throws on anything that is not one whole and sound dump that `entry` reads.
 * Of a scalable filter it is the first stage, with `chain`, all of them, and `has`, which asks all.
 */
export function read(bytes, entry = "variants") {
  const first = readStage(bytes, entry, false);
  const { growth, tightening, errorRate, stages } = first.place ?? {};
  if (first.place && first.place.index != 0) refuse("INVALID", "stage", first.place.index);
  const chain = [first];
  for (let offset = first.header.byteLength; !chain[chain.length - 1].isLast; ) {
    const next = readStage(bytes.subarray(offset), entry, true);
    const { place, header } = next;
    const follows =
      place.index == chain.length && place.stages == stages && place.growth == growth &&
      place.tightening == tightening && place.errorRate == errorRate &&
      ["layout", "seed", "counterBits"].every((field) => header[field] == first.header[field]);
    if (!follows) refuse("INVALID", "stage", place.index);
    chain.push(next);
    offset += header.byteLength;
  }
  return { ...first, chain, has: (key) => chain.some((stage) => stage.has(key)) };
}
