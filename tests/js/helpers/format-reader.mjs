// A reader of filter files, written from docs/reference/format/index.md and docs/reference/format alone. It shares no
// code with the package. The tests compare the two; where they agree, the page is right. It is simple and slow.
//
// The entry point "compat" also reads schemes 9 to 26 and 31 of other systems, but not schemes 4 to 8. It does not implement
// XXH128, which scheme 25 uses when 128 bits per key are enough.

import { createHash } from "node:crypto";

const u32 = (number) => BigInt.asUintN(32, number);
const i32 = (number) => BigInt.asIntN(32, number);
const u64 = (number) => BigInt.asUintN(64, number);
const rotate32 = (number, by) => u32((number << by) | (number >> (32n - by)));
const rotate = (number, by) => u64((number << by) | (number >> (64n - by)));
const LAYOUTS = { 1: "standard", 2: "partitioned", 3: "blocked", 30: "static" };
/** The layouts of the schemes with a secret key. */
const KEYED = { 27: "standard", 28: "partitioned", 29: "blocked" };
/** The multiplier of both number sequences. */
const MULTIPLIER = 0x2c9277b5n;
/** The bits of a word (a probe chooses one of them), and the bits of a block. */
const [WORD, BLOCK] = [64n, 512n];
const OWN = { hashes: [1, 64], bits: 2n ** 32n };
const STATIC = { hashes: [1, 32], bits: 2n ** 38n, inserted: 2n ** 32n, errorRate: [2 ** -32, 0.5] };
/** The kinds of files that each entry point reads: `BloomFilter`, `load` of `edgebloom`, `load` of `edgebloom/compat`. */
const ENTRIES = {
  core: (kind) => kind === "plain",
  variants: (kind) => ["plain", "counting", "scalable", "sparse", "static"].includes(kind),
  compat: (kind) => kind !== "keyed",
};

/** Throws an error with the code and field that docs/reference/format/index.md names. */
function reject(code, field, found) {
  throw Object.assign(new Error(`${field}: ${found} (${code})`), { code, field });
}

/** Up to 8 bytes as a little-endian number. */
function little(bytes) {
  let number = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) number = (number << 8n) | BigInt(bytes[i]);
  return number;
}

/** The finalizer of MurmurHash3: every bit of the input affects all 32 bits. */
function fmix32(h) {
  h = u32((h ^ (h >> 16n)) * 0x85ebca6bn);
  h = u32((h ^ (h >> 13n)) * 0xc2b2ae35n);
  return h ^ (h >> 16n);
}

/** The last step of MurmurHash3 x86 128; `number` takes the place of the length. */
export function finish(lanes, number) {
  let [h1, h2, h3, h4] = lanes.map((lane) => lane ^ number);
  const spread = () => {
    h1 = u32(h1 + h2 + h3 + h4);
    [h2, h3, h4] = [h2, h3, h4].map((lane) => u32(lane + h1));
  };
  spread();
  [h1, h2, h3, h4] = [h1, h2, h3, h4].map(fmix32);
  spread();
  return [h1, h2, h3, h4];
}

/** MurmurHash3 x86 128 as in SMHasher. Returns the four lanes. */
export function murmur3x86(bytes, seed) {
  const [c1, c2, c3, c4] = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];
  const scrambles = [
    (k) => u32(rotate32(u32(k * c1), 15n) * c2),
    (k) => u32(rotate32(u32(k * c2), 16n) * c3),
    (k) => u32(rotate32(u32(k * c3), 17n) * c4),
    (k) => u32(rotate32(u32(k * c4), 18n) * c1),
  ];
  const h = Array(4).fill(BigInt(seed));
  const mix = (at) => {
    for (const [i, scramble] of scrambles.entries()) {
      h[i] ^= scramble(little(bytes.subarray(at + 4 * i, at + 4 * i + 4)));
    }
  };
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 16) {
    // SMHasher updates the lanes one after the other. Here all words are mixed in first, which gives the same result.
    const before = [...h];
    mix(at);
    const mixed = [...h];
    h[0] = u32(u32(rotate32(mixed[0], 19n) + before[1]) * 5n + 0x561ccd1bn);
    h[1] = u32(u32(rotate32(mixed[1], 17n) + before[2]) * 5n + 0x0bcaa747n);
    h[2] = u32(u32(rotate32(mixed[2], 15n) + before[3]) * 5n + 0x96cd1c35n);
    h[3] = u32(u32(rotate32(mixed[3], 13n) + h[0]) * 5n + 0x32ac3b17n);
  }
  mix(whole);
  return finish(h, u32(BigInt(bytes.length)));
}

/** The hash seed that belongs to the seed of a filter. */
export const scrambled = (seed) => u32(BigInt(seed) * 0x9e3779b1n) | 0x80000000n;

/** The lanes under the salt of a layer of a static set. */
const layered = ([a, b, c, d], salt) =>
  salt
    ? finish([a, b ^ u32(salt * 0x85ebca6bn), c ^ u32(salt * 0xc2b2ae35n), d ^ u32(salt * 0x27d4eb2fn)], salt)
    : [a, b, c, d];

const salted = (lanes, salt) => (Number(salt) ? finish(lanes, BigInt(salt)) : lanes);

/** The four lanes of a key's hash. */
export const lanesOf = (key, seed, salt = 0) => salted(murmur3x86(key, scrambled(seed)), salt);

/** The four lanes of a key in a keyed filter. The hash is two 64-bit numbers. */
export const keyedLanes = (numbers, salt = 0) =>
  salted(
    numbers.flatMap((number) => [u32(number), number >> 32n]),
    salt,
  );

/** The checksum of a file (its last 8 bytes), from the pieces before it. */
export function checksum(...pieces) {
  const all = Buffer.concat(pieces);
  const [h1, h2] = murmur3x86(all, scrambled(0));
  return h1 + (h2 << 32n);
}

/** The numbers x0, x1, … or y0, y1, … from two lanes. */
export function* sequence(start, step) {
  for (let number = start; ; number = u32(number * MULTIPLIER + step)) yield number;
}

/** The positions of the native schemes, in order. */
export function nativePositions([h1, h2, h3, h4], { layout, bits, hashes }) {
  const [m, k] = [BigInt(bits), BigInt(hashes)];
  const [xs, ys] = [sequence(h1, h2), sequence(h3, h4)];
  /** Chooses one of `count` words or blocks. */
  const draw = (count) => (xs.next().value * count) >> 32n;
  const slice = m / WORD / k;
  const block = layout === "blocked" ? draw(m / BLOCK) : 0n;
  const word = {
    standard: () => draw(m / WORD),
    partitioned: (i) => BigInt(i) * slice + draw(slice),
    blocked: () => (block * BLOCK) / WORD + draw(BLOCK / WORD),
  }[layout];
  return Array.from({ length: hashes }, (_, i) => Number(word(i) * WORD + (ys.next().value >> 26n)));
}

/** MurmurHash3 x64 128 of other systems. Returns the two halves. */
export function murmur3x64(bytes, seed) {
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

/** XXH64. */
export function xxh64(bytes, seed) {
  const [P1, P2, P3, P4, P5] = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
    0x27d4eb2f165667c5n,
  ];
  const lane = (sum, word) => u64(rotate(u64(sum + word * P2), 31n) * P1);
  const word = (at, size) => little(bytes.subarray(at, at + size));
  let [h, at] = [u64(seed + P5), 0];
  if (bytes.length >= 32) {
    const sums = [seed + P1 + P2, seed + P2, seed, seed - P1].map(u64);
    for (; bytes.length - at >= 32; at += 32) {
      for (let i = 0; i < 4; i++) sums[i] = lane(sums[i], word(at + 8 * i, 8));
    }
    const [a, b, c, d] = sums;
    h = u64(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
    for (const sum of sums) h = u64((h ^ lane(0n, sum)) * P1 + P4);
  }
  h = u64(h + BigInt(bytes.length));
  for (; bytes.length - at >= 8; at += 8) h = u64(rotate(h ^ lane(0n, word(at, 8)), 27n) * P1 + P4);
  if (bytes.length - at >= 4) {
    h = u64(rotate(h ^ u64(word(at, 4) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at++) h = u64(rotate(h ^ u64(word(at, 1) * P5), 11n) * P1);
  h = u64((h ^ (h >> 33n)) * P2);
  h = u64((h ^ (h >> 29n)) * P3);
  return h ^ (h >> 32n);
}

/** MurmurHash3 x86 32 in Spark's variant. */
export function sparkMurmur3(bytes, seed) {
  let h = seed;
  const mix = (word) => {
    const k = u32(rotate32(u32(word * 0xcc9e2d51n), 15n) * 0x1b873593n);
    h = u32(rotate32(h ^ k, 13n) * 5n + 0xe6546b64n);
  };
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) mix(little(bytes.subarray(at, at + 4)));
  for (const byte of bytes.subarray(whole)) mix(u32(BigInt.asIntN(8, BigInt(byte))));
  return fmix32(h ^ BigInt(bytes.length));
}

/** MurmurHash64A. */
export function murmur64a(bytes, seed) {
  const m = 0xc6a4a7935bd1e995n;
  let h = seed ^ u64(BigInt(bytes.length) * m);
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8) {
    let k = u64(little(bytes.subarray(at, at + 8)) * m);
    k = u64((k ^ (k >> 47n)) * m);
    h = u64((h ^ k) * m);
  }
  if (whole < bytes.length) h = u64((h ^ little(bytes.subarray(whole))) * m);
  h = u64((h ^ (h >> 47n)) * m);
  return h ^ (h >> 47n);
}

/** MurmurHash2. */
export function murmur2(bytes, seed) {
  const m = 0x5bd1e995n;
  let h = seed ^ BigInt(bytes.length);
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) {
    let k = u32(little(bytes.subarray(at, at + 4)) * m);
    k = u32((k ^ (k >> 24n)) * m);
    h = u32(h * m) ^ k;
  }
  if (whole < bytes.length) h = u32((h ^ little(bytes.subarray(whole))) * m);
  h = u32((h ^ (h >> 13n)) * m);
  return h ^ (h >> 15n);
}

/** The UTF-16 code units of a key. */
const unitsOf = (key) => Array.from({ length: key.length / 2 }, (_, i) => little(key.subarray(2 * i, 2 * i + 2)));

export const fnv64 = (key) => unitsOf(key).reduce((h, unit) => u64((h ^ unit) * 0x100000001b3n), 0xcbf29ce484222325n);

export function fnv32(key, seed) {
  let h = 0x811c9dc5n ^ seed;
  for (const unit of unitsOf(key)) {
    if (unit > 255n) h = u32((h ^ (unit >> 8n)) * 16777619n);
    h = u32((h ^ (unit & 255n)) * 16777619n);
  }
  h = u32(h + (h << 13n));
  h ^= h >> 7n;
  h = u32(h + (h << 3n));
  h ^= h >> 17n;
  return u32(h + (h << 5n));
}

/** The number or its complement, whichever is not negative. */
const complemented = (number) => (number < 0n ? ~number : number);
const euclidean = (number, m) => ((number % m) + m) % m;

/** a + b, a + 2b, … in 32-bit arithmetic. */
function* wrapping(a, b, m) {
  for (let sum = i32(a + b); ; sum = i32(sum + b)) yield complemented(sum) % m;
}

function* mitz64(key, m) {
  const [h1, h2] = murmur3x64(key, 0);
  for (let sum = h1; ; sum = u64(sum + h2)) yield (sum % 2n ** 63n) % m;
}

function* sparkV2(key, m, seed) {
  const first = sparkMurmur3(key, BigInt(seed));
  const step = i32(sparkMurmur3(key, first));
  for (let sum = i32(first) * 0x7fffffffn + step; ; sum = BigInt.asIntN(64, sum + step)) yield complemented(sum) % m;
}

function* redis(a, b, m) {
  for (let sum = a; ; sum = u64(sum + b)) yield sum % m;
}

function* go(key, m) {
  const [[a, b], [c, d]] = [murmur3x64(key, 0), murmur3x64(Uint8Array.of(...key, 1), 0)];
  for (let i = 0n; ; i++) yield u64((i % 2n ? b : a) + i * ([1n, 2n].includes(i % 4n) ? d : c)) % m;
}

const SALTS = [0x47b6137bn, 0x44974d91n, 0x8824ad5bn, 0xa2b7289dn, 0x705495c7n, 0x2df1424bn, 0x9efc4947n, 0x5c6bfb31n];

function* splitBlock(key, m) {
  const hash = xxh64(key, 0n);
  const block = ((hash >> 32n) * (m / 256n)) >> 32n;
  for (const [i, salt] of SALTS.entries()) yield 256n * block + 32n * BigInt(i) + (u32(u32(hash) * salt) >> 27n);
}

function* npmBloomfilter(a, b, m, more) {
  let [position, step] = [euclidean(i32(a), m), euclidean(i32(b), m)];
  for (let i = 1n; ; i++) {
    yield position;
    position = (position + step) % m;
    step = (step + more * i) % m;
  }
}

/** x(s) of the npm package bloom-filters, which applies JavaScript's `>>> 0` to the seed. */
const low32 = (key, seed) => u32(xxh64(key, BigInt(seed >>> 0)));

function* bloomFilters2(key, span, seed, isParted) {
  const [a, b] = [1, 2].map((more) => low32(key, seed + more || 78187493520));
  for (let i = 0n; ; i++) yield (isParted ? i * span : 0n) + ((a + i * b + (i ** 3n - i) / 6n) % span);
}

function* bloomFilters1(key, span, seed, adds) {
  for (let i = 1; ; i++) {
    const inner = seed + (adds ? Number(span) + i : Number(span) % i);
    yield (low32(key, inner + 1) + BigInt(i) * low32(key, inner + 2)) % span;
  }
}

function* distinct(numbers, k) {
  const seen = new Set();
  let tried = 0;
  for (const number of numbers) {
    if (++tried < 128 * (k + 8) && seen.has(number)) continue;
    seen.add(number);
    yield number;
  }
}

function* parts(numbers, span) {
  let start = -span;
  for (const number of numbers) yield (start += span) + number;
}

function* pybloom(key, span, k, hash128) {
  const chunk = span >= 2n ** 31n ? 8 : span >= 2n ** 15n ? 4 : 2;
  const bits = 8 * k * chunk;
  const name = bits > 384 ? "sha512" : bits > 256 ? "sha384" : bits > 160 ? "sha256" : bits > 128 ? "sha1" : hash128;
  const digest = (...pieces) => createHash(name).update(Buffer.concat(pieces)).digest();
  for (let salt = 0; ; salt++) {
    const bytes = digest(digest(Uint8Array.of(salt, salt >> 8, salt >> 16, salt >> 24)), key);
    for (let at = 0; at + chunk <= bytes.length; at += chunk) yield little(bytes.subarray(at, at + chunk)) % span;
  }
}

function* rbloom(key, m) {
  let state = little(key);
  for (;;) {
    state = BigInt.asUintN(128, state * 0x2360ed051fc65da44385df649fcb5cedn + 1n);
    yield u64(state >> 32n) % m;
  }
}

function* datasketches(key, m, seed) {
  const first = xxh64(key, seed);
  const step = xxh64(key, first);
  for (let i = 1n; ; i++) yield (u64(first + i * step) >> 1n) % m;
}

const isFinite = (bits) => Number.isFinite(double(bits));

/** Whether parameters are a valid record of RedisBloom. */
function isRecord([entry, log2, bytes, bits, growth, last], { scheme, bits: m, hashes }) {
  const [options, layout, all] = [last & 255n, last >> 8n, bytes * 8n];
  const modulus = log2 ? 2n ** (log2 % 64n) : bits;
  return (
    log2 < 64n &&
    growth < 2n ** 32n &&
    options < 16n &&
    layout < 3n &&
    (scheme === 13) === ((options & 4n) !== 0n) &&
    modulus === BigInt(m) &&
    modulus <= all &&
    all <= 64n * modulus &&
    (bits === all || layout < 2n) &&
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: RedisBloom uses exactly these digits
    Math.ceil(0.693147180559945 * double(entry)) === hashes
  );
}

/**
 * The schemes of other systems. `unit`: m is a multiple of this (`k`: there is one part per hash). `parameters`: their
 * number. `check`: whether the parameters are valid.
 */
const MOST = { hashes: [1, 65535], unit: 1n, bits: 2n ** 53n - 1n, parameters: 0, check: () => true };
const guava = { ...MOST, hashes: [1, 255], unit: 64n, encodings: [2, 3, 4, 5] };
const spark = { ...MOST, unit: 64n, encodings: [6] };
const redisBloom = { ...MOST, encodings: [10], parameters: 6, check: isRecord, scales: true };
const npm32 = { ...MOST, unit: 32n, encodings: [3] };
const filters = { ...MOST, encodings: [8], parameters: 1, check: ([seed]) => isFinite(seed) };
const distinctFilters = {
  ...filters,
  hashes: [1, 1024],
  check: ([seed], { bits, hashes }) => isFinite(seed) && hashes <= bits,
};
const partedFilters = {
  ...filters,
  unit: "k",
  parameters: 5,
  check: (numbers) => numbers.slice(0, 4).every(isFinite) && numbers[4] <= 1n,
};
const python = { ...MOST, unit: "k", encodings: [7], scales: true };
const SCHEMES = {
  9: {
    ...guava,
    name: "guava-mitz32",
    probe: (key, { m }) => {
      const [h] = murmur3x64(key, 0);
      return wrapping(h, h >> 32n, m);
    },
  },
  10: { ...guava, name: "guava-mitz64", probe: (key, { m }) => mitz64(key, m) },
  11: {
    ...spark,
    name: "spark-v1",
    probe: (key, { m }) => {
      const a = sparkMurmur3(key, 0n);
      return wrapping(a, sparkMurmur3(key, a), m);
    },
  },
  12: { ...spark, name: "spark-v2", probe: (key, { m, seed }) => sparkV2(key, m, seed), seeds: true },
  13: {
    ...redisBloom,
    name: "redisbloom",
    probe: (key, { m }) => {
      const a = murmur64a(key, 0xc6a4a7935bd1e995n);
      return redis(a, murmur64a(key, a), m);
    },
  },
  14: {
    ...redisBloom,
    name: "redisbloom-hash32",
    probe: (key, { m }) => {
      const a = murmur2(key, 0x9747b28cn);
      return redis(a, murmur2(key, a), m);
    },
  },
  15: { ...MOST, name: "go-bits-and-blooms", encodings: [10], probe: (key, { m }) => go(key, m) },
  16: {
    ...MOST,
    name: "parquet-sbbf",
    hashes: [8, 8],
    unit: 256n,
    bits: 2n ** 40n,
    encodings: [4, 5, 10],
    probe: (key, { m }) => splitBlock(key, m),
  },
  17: {
    ...npm32,
    name: "npm-bloomfilter-fnv1a64",
    probe: (key, { m }) => {
      const h = fnv64(key);
      return npmBloomfilter(h >> 32n, h, m, 1n);
    },
  },
  18: {
    ...npm32,
    name: "npm-bloomfilter-fnv1a32x2",
    probe: (key, { m }) => npmBloomfilter(fnv32(key, 0n), fnv32(key, 0x5df43149n), m, 0n),
  },
  19: { ...filters, name: "npm-bloom-filters-v2", probe: (key, { m, first }) => bloomFilters2(key, m, first, false) },
  20: {
    ...partedFilters,
    name: "npm-bloom-filters-v2-partitioned",
    probe: (key, { span, first }) => bloomFilters2(key, span, first, true),
  },
  21: {
    ...distinctFilters,
    name: "npm-bloom-filters-v1a",
    probe: (key, { m, k, first }) => distinct(bloomFilters1(key, m, first, false), k),
  },
  22: {
    ...distinctFilters,
    name: "npm-bloom-filters-v1b",
    probe: (key, { m, k, first }) => distinct(bloomFilters1(key, m, first, true), k),
  },
  23: {
    ...partedFilters,
    name: "npm-bloom-filters-v1-partitioned",
    probe: (key, { span, first }) => parts(bloomFilters1(key, span, first, false), span),
  },
  24: { ...python, name: "pybloom-live-md5", probe: (key, { span, k }) => parts(pybloom(key, span, k, "md5"), span) },
  25: {
    ...python,
    name: "pybloom-live-xxh128",
    probe: (key, { span, k }) => parts(pybloom(key, span, k, "xxh128"), span),
  },
  26: { ...MOST, name: "rbloom", unit: 8n, encodings: [9], probe: (key, { m }) => rbloom(key, m) },
  31: {
    ...MOST,
    name: "datasketches",
    hashes: [1, 32767],
    unit: 64n,
    encodings: [6, 11],
    parameters: 1,
    probe: (key, { m, parameters: [seed] }) => datasketches(key, m, seed),
  },
};

/** The highest scheme id. The ids have no gaps. */
const LAST_ID = BigInt(Math.max(...Object.keys({ ...LAYOUTS, ...KEYED, ...SCHEMES }).map(Number)));

/** The bytes of a key in one of the key encodings. */
export function keyBytes(key, encoding) {
  const utf8 = (text) => new TextEncoder().encode(text);
  const integer = (size) => {
    if (BigInt.asIntN(8 * size, key) !== key) throw new RangeError(`${key} in ${size} bytes`);
    return Uint8Array.from({ length: size }, (_, i) => Number((key >> BigInt(8 * i)) & 255n));
  };
  const type = typeof key === "string" ? "text" : typeof key === "bigint" ? "integer" : "bytes";
  const java = { text: () => utf8(key.replace(/\p{Surrogate}/gu, "?")), bytes: () => key };
  const takes = {
    1: { text: () => utf8(key), bytes: () => key, integer: () => integer(8) },
    2: java,
    3: { text: () => Uint8Array.from({ length: 2 * key.length }, (_, i) => key.charCodeAt(i >> 1) >> (8 * (i & 1))) },
    4: { integer: () => integer(8) },
    5: { integer: () => integer(4) },
    6: { ...java, integer: () => integer(8) },
    7: { text: () => utf8(key), integer: () => utf8(`${key}`), bytes: () => utf8(pythonText(key)) },
    8: { text: () => utf8(paired(key)), bytes: () => key },
    9: { integer: () => integer(16) },
    10: { text: () => utf8(key), bytes: () => key },
    11: {
      text: () => [...utf8(key), 0xff],
      bytes: () => [...new Uint8Array(BigUint64Array.of(BigInt(key.length)).buffer), ...key],
      integer: () => integer(8),
    },
  }[encoding][type];
  if (!takes) throw new TypeError(`${type} in encoding ${encoding}`);
  return takes();
}

/** Python's `str()` of bytes. */
function pythonText(bytes) {
  const quote = bytes.includes(39) && !bytes.includes(34) ? 34 : 39;
  const names = { 9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\", [quote]: `\\${String.fromCharCode(quote)}` };
  const each = (byte) =>
    names[byte] ?? (byte < 32 || byte > 126 ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte));
  return `b${String.fromCharCode(quote)}${Array.from(bytes, each).join("")}${String.fromCharCode(quote)}`;
}

/** Treats a surrogate and the next code unit as a pair, whatever that unit is. */
function paired(text) {
  let all = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) all += text[i];
    else all += String.fromCodePoint(0x10000 + ((unit % 1024) << 10) + ((text.charCodeAt(++i) || 0) % 1024));
  }
  return all;
}

/** The k positions of a key. */
function positionsOf(key, shape) {
  const { bits, hashes, seed, salt, scheme, parameters } = shape;
  if (scheme <= 3) return nativePositions(lanesOf(key, seed, salt), shape);
  const [m, k] = [BigInt(bits), hashes];
  const first = parameters.length && double(parameters[0]);
  const numbers = SCHEMES[scheme].probe(key, { m, k, span: m / BigInt(k), seed, first, parameters });
  return Array.from({ length: k }, () => Number(numbers.next().value));
}

/** The bytes of a base64 string, which may end with one line break. */
export function readText(source) {
  const text = source.replace(/\r?\n$/, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) && !/^[A-Za-z0-9_-]*={0,2}$/.test(text)) {
    reject("BASE64", "base64", "a character that is not of one alphabet");
  }
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Buffer.from(standard, "base64");
  if (bytes.toString("base64") !== standard) reject("BASE64", "base64", "not the canonical text");
  return new Uint8Array(bytes);
}

/** The largest 64-bit number, and the bits of the largest double below 1. */
const [ANY, BELOW_ONE] = [2n ** 64n - 1n, 0x3fefffffffffffffn];
/** A count as a safe integer; larger counts become 2^53 − 1. */
const safe = (count) => Math.min(Number(count), Number.MAX_SAFE_INTEGER);
const double = (bits) => new Float64Array(BigUint64Array.of(bits).buffer)[0];
const same = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);

/** Reads bytes piece by piece. */
function cursor(bytes) {
  let offset = 0;
  const take = (count) => {
    if (count > bytes.length - offset) reject("TRUNCATED", "length", bytes.length);
    return bytes.subarray(offset, (offset += count));
  };
  const number = (size, least, most, code, field) => {
    const found = little(take(size));
    if (found < least || found > most) reject(code, field, found);
    return found;
  };
  return { take, number, reserved: (size) => number(size, 0n, 0n, "UNSUPPORTED", "reserved"), at: () => offset };
}

/** The growth of a scalable filter, from the bytes of tag 3. */
function readGrowth(bytes) {
  const { number } = cursor(bytes);
  const subFilters = Number(number(4, 1n, 1024n, "INVALID", "subFilters"));
  const growth = Number(number(4, 0n, 2n ** 32n - 1n, "INVALID", "growth"));
  const tightening = double(number(8, 1n, BELOW_ONE, "INVALID", "tightening"));
  return { subFilters, growth, tightening };
}

/** The universe of a static set, from the bytes of tag 6. */
function readUniverse(bytes) {
  const { number, reserved } = cursor(bytes);
  const keys = number(8, 0n, 2n ** 64n - 1n, "INVALID", "universe");
  const exact = number(8, 0n, STATIC.inserted, "INVALID", "exact");
  const bits = number(8, 0n, 0x3fe0000000000000n, "INVALID", "exact rate");
  const rate = double(bits);
  const sets = Number(number(4, 0n, 2n, "INVALID", "removed sets"));
  reserved(4);
  if (exact ? rate < STATIC.errorRate[0] : bits) reject("INVALID", "exact rate", rate);
  if (exact ? !sets : sets) reject("INVALID", "removed sets", sets);
  if (keys < exact) reject("INVALID", "universe", keys);
  return { keys, exact, rate, sets };
}

/** The columns of a static set with this error rate. */
const columnsFor = (rate) => Array.from({ length: 33 }, (_, r) => r).findLast((r) => 0.5 ** r >= rate);

/** The entries of the metadata section by tag. */
function readSection({ take, number, reserved, at }) {
  const entries = [];
  const length = Number(number(4, 8n, 2680n, "INVALID", "metadata"));
  reserved(4);
  const end = at() + length;
  for (let before = 0; at() < end; ) {
    const tag = Number(number(2, 1n, 8n, "UNSUPPORTED", "metadata tag"));
    reserved(2);
    const size = Number(number(4, 1n, 1024n, "INVALID", "metadata text"));
    if (tag <= before) reject("INVALID", "metadata tag", tag);
    before = tag;
    const sizes = { 3: 16, 5: 8, 6: 32, 7: 16 };
    if ((tag in sizes && size !== sizes[tag]) || (tag === 4 && size % 8) || (tag === 8 && size > 64))
      reject("INVALID", "metadata length", size);
    const bytes = take(size);
    entries[tag] = tag === 3 ? readGrowth(bytes) : tag === 6 ? readUniverse(bytes) : bytes;
    if (little(take((8 - (size % 8)) % 8))) reject("INVALID", "padding", "not 0");
  }
  if (at() !== end) reject("INVALID", "metadata", length);
  return entries;
}

/** Further checks of a static set: the error rate determines the columns, and the keys determine the capacity. */
function checkStatic({ counterBits, isRaw, k, m, capacity, inserted, errorRate }) {
  if (counterBits > 1) reject("INVALID", "cells", counterBits);
  if (!isRaw) reject("INVALID", "payloadEncoding", "not raw");
  const [least, most] = STATIC.errorRate;
  if (errorRate < least || errorRate > most) reject("INVALID", "errorRate", errorRate);
  if (Number(k) !== columnsFor(errorRate)) reject("INVALID", "hashes", k);
  if (m % WORD) reject("INVALID", "bits", m);
  if (inserted > STATIC.inserted) reject("INVALID", "inserted", inserted);
  if (capacity !== (inserted || 1n)) reject("INVALID", "capacity", capacity);
}

/** Reads the header of a file: everything before the payload. */
function readHead(bytes, entry) {
  const fields = cursor(bytes);
  const { number, at } = fields;
  number(4, 0x544c46ebn, 0x544c46ebn, "MAGIC", "magic");
  number(1, 1n, 1n, "UNSUPPORTED", "version");
  const flags = number(1, 0n, 3n, "UNSUPPORTED", "flags");
  const id = Number(number(1, 1n, LAST_ID, "UNSUPPORTED", "scheme"));
  const isKeyed = id in KEYED;
  const isStatic = LAYOUTS[id] === "static";
  const isForeign = !isKeyed && !(id in LAYOUTS);
  // Other entry points know only the ids of the schemes of other systems.
  const checks = !isForeign || entry === "compat";
  if (entry === "compat" && id > 3 && id < 9) reject("UNSUPPORTED", "scheme", id);
  const [layout, foreign] = [(isKeyed ? KEYED : LAYOUTS)[id], SCHEMES[id]];
  const counterBits = 2 ** Number(number(1, 1n, 5n, "UNSUPPORTED", "cells") - 1n);
  const encoding = Number(number(1, 1n, 11n, "UNSUPPORTED", "keyEncoding"));
  const payloadEncoding = Number(number(1, 1n, 3n, "UNSUPPORTED", "payloadEncoding"));
  const [isRaw, isSparse, isScalable] = [1, 2, 3].map((one) => payloadEncoding === one);
  const k = number(2, 1n, 65535n, "INVALID", "hashes");
  const words = Number(number(4, 0n, 2n ** 32n - 1n, "INVALID", "payloadLength"));
  const m = number(8, 1n, 2n ** 53n - 1n, "INVALID", "bits");
  const seed = Number(number(4, 0n, 2n ** 32n - 1n, "INVALID", "seed"));
  const salt = Number(number(4, 0n, 2n ** 32n - 1n, "INVALID", "salt"));
  const capacity = number(8, 0n, ANY, "INVALID", "capacity");
  const inserted = number(8, 0n, ANY, "INVALID", "inserted");
  const errorRate = double(number(8, 0n, BELOW_ONE, "INVALID", "errorRate"));

  /** Checks m and k. A scalable filter has sums in these fields, so its sub-filters are checked instead. */
  function checkShape() {
    if (!checks || isScalable) return;
    const limits = foreign ?? (isStatic ? STATIC : OWN);
    const [least, most] = limits.hashes;
    if (k < least || k > most) reject("INVALID", "hashes", k);
    // A static set needs whole words only; `checkStatic` checks that after the metadata.
    const unit = foreign
      ? foreign.unit === "k"
        ? k
        : foreign.unit
      : { standard: WORD, partitioned: WORD * k, blocked: BLOCK, static: 1n }[layout];
    if (m > limits.bits || m % unit) reject("INVALID", "bits", m);
  }
  if (!isForeign) checkShape();
  const cellWords = Math.ceil((Number(m) * counterBits) / 64);
  const hasExceptions = (flags & 2n) !== 0n;
  const tailWords = words - cellWords;
  const fits = hasExceptions ? isRaw && tailWords >= 1 && tailWords <= 4096 : !isRaw || tailWords === 0;
  if (!fits) reject("INVALID", "payloadLength", words);
  if (capacity > 0n !== errorRate > 0 && (errorRate > 0 || !isForeign)) reject("INVALID", "capacity", capacity);
  if (errorRate > 0 && errorRate < 1e-18 && !isForeign) reject("INVALID", "errorRate", errorRate);

  const entries = flags & 1n ? readSection(fields) : [];
  const [name, version, keyForm] = [1, 2, 8].map((tag) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entries[tag]);
    } catch {
      return reject("INVALID", "metadata text", "not UTF-8");
    }
  });
  const growth = entries[3];
  // Further requirements of each scheme.
  const numbers = entries[4] ?? new Uint8Array();
  const parameters = Array.from({ length: numbers.length / 8 }, (_, i) => little(numbers.subarray(8 * i, 8 * i + 8)));
  const shape = { scheme: id, bits: Number(m), hashes: Number(k), seed, salt, parameters, layout };
  if (isKeyed) {
    if (counterBits > 1) reject("INVALID", "cells", counterBits);
    if (encoding !== 1) reject("INVALID", "keyEncoding", encoding);
    if (!isRaw) reject("INVALID", "payloadEncoding", payloadEncoding);
    if (seed !== 0) reject("INVALID", "seed", seed);
    if (growth || parameters.length) reject("INVALID", "metadata tag", "3 or 4");
  }
  if (isKeyed !== (entries[5] !== undefined)) reject("INVALID", "key check", id);
  /** The checks for a filter of another system, which come after that of the length. */
  function checkForeign() {
    if (entries[8]) reject("INVALID", "metadata tag", 8);
    checkShape();
    if (encoding !== 1 && counterBits > 1) reject("INVALID", "cells", counterBits);
    if (encoding !== 1 && isSparse) reject("INVALID", "payloadEncoding", 2);
    checkGrowth();
    if (salt !== 0) reject("INVALID", "salt", salt);
    // For a scalable filter the sub-filters are checked instead.
    if (checks && !isScalable) {
      if (!foreign.encodings.includes(encoding)) reject("INVALID", "keyEncoding", encoding);
      if (parameters.length !== foreign.parameters) reject("INVALID", "parameters", parameters.length);
      if (!foreign.check(parameters, shape)) reject("INVALID", "parameters", parameters.length);
      if (!foreign.seeds && seed !== 0) reject("INVALID", "seed", seed);
    }
  }
  function checkGrowth() {
    if (!isScalable && !growth) return;
    const grows = isScalable && growth && counterBits === 1 && parameters.length === 0 && errorRate > 0;
    if (!grows || (checks && foreign && !foreign.scales)) reject("INVALID", "payloadEncoding", payloadEncoding);
    if (!isForeign && (growth.growth < 1 || growth.growth > 1000)) reject("INVALID", "growth", growth.growth);
  }
  if (!isForeign) {
    checkGrowth();
    if (parameters.length) reject("INVALID", "parameters", parameters.length);
    if (encoding !== 1) reject("INVALID", "keyEncoding", encoding);
    if (isStatic) checkStatic({ counterBits, isRaw, k, m, capacity, inserted, errorRate });
    else if (entries[6] || entries[7]) reject("INVALID", "metadata tag", "6 or 7");
  }
  const native = isScalable ? "scalable" : counterBits > 1 ? "counting" : isSparse ? "sparse" : "plain";
  const header = {
    layout,
    scheme: foreign?.name ?? "native",
    bits: Number(m),
    hashes: Number(k),
    seed,
    capacity: safe(capacity) || null,
    errorRate: errorRate || null,
    inserted: safe(inserted),
    byteLength: at() + words * 8 + 8,
    salt,
    name,
    version,
    ...(keyForm && { keyForm }),
    counterBits,
    subFilters: growth ? growth.subFilters : 1,
  };
  return {
    header,
    shape,
    checkLate: isForeign ? checkForeign : () => {},
    universe: entries[6],
    kind: isStatic ? "static" : isKeyed ? "keyed" : isForeign ? "foreign" : native,
    encoding,
    isRaw,
    isSparse,
    hasExceptions,
    isNamed: entries[1] !== undefined || entries[2] !== undefined,
    cellWords,
    growth,
    /** As in the file. For a scalable filter they are the sums over its sub-filters. */
    sums: { hashes: k, bits: m, capacity, inserted },
    headBytes: at(),
  };
}

/** The positions in a payload with payload encoding 2. */
function readPositions(payload, bits) {
  const wrong = (found) => reject("INVALID", "payload", found);
  if (payload.length === 0) wrong("no count");
  const count = little(payload.subarray(0, 8));
  if (count > BigInt(Math.floor(bits / 256))) wrong(count);
  const positions = new Set();
  let at = 8;
  for (let i = 0n, next = 0n; i < count; i++) {
    let delta = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = payload[at++];
      if (byte === undefined) wrong("no more bytes");
      delta |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        if (byte === 0 && shift > 0n) wrong("a longer number than needed");
        break;
      }
    }
    if (next + delta >= bits) wrong(next + delta);
    positions.add(Number(next + delta));
    next += delta + 1n;
  }
  if (Math.ceil(at / 8) * 8 !== payload.length) wrong("another length");
  if (payload.subarray(at).some((byte) => byte !== 0)) wrong("not 0");
  return positions;
}

/** The exceptions at the end of a payload. */
function readExceptions(bytes) {
  const keys = [];
  let at = 0;
  for (;;) {
    const length = Number(little(bytes.subarray(at, at + 2))) - 1;
    if (length < 0 || at + 2 + length > bytes.length) break;
    keys.push(bytes.slice(at + 2, (at += 2 + length)));
  }
  if (bytes.length - at >= 8 || bytes.subarray(at).some((byte) => byte !== 0)) reject("INVALID", "payload", "keys");
  for (const [i, key] of keys.entries()) {
    if (i && Buffer.compare(keys[i - 1], key) >= 0) reject("INVALID", "payload", "no ascending keys");
  }
  return keys;
}

/** Reads the layer of a static set at the start of `bytes`. */
function readLayer(bytes, columns, errorRate) {
  const wrong = (found) => reject("INVALID", "payload", found);
  if (bytes.length < 8) wrong("no layer");
  const field = (at, size) => Number(little(bytes.subarray(at, at + size)));
  const [first, salt] = [field(0, 4), field(4, 4)];
  const [blocks, bumps] = [first % 2 ** 31, Math.floor(first / 2 ** 31)];
  if (blocks < 2 || blocks > 2 ** 27) wrong(blocks);
  const starts = 32 * blocks - 63;
  const buckets = Math.ceil(starts / 128);
  const rest = Math.ceil((2 - errorRate * 2 ** (columns + 1)) * starts);
  /** The first block with one more column. */
  const wider = rest ? Math.floor((starts - rest) / 32) : blocks;
  const solutionAt = 8 + (bumps ? 8 * Math.ceil(buckets / 32) : 0);
  const end = solutionAt + 4 * (columns * blocks + (blocks - wider));
  const byteLength = 8 * Math.ceil(end / 8);
  if (byteLength > bytes.length) wrong("a layer that is cut off");
  const threshold = (i) => (bytes[8 + (i >> 2)] >> (2 * (i & 3))) & 3;
  for (let i = buckets; i < 4 * (solutionAt - 8); i++) if (threshold(i)) wrong("bits beyond the thresholds");
  if (little(bytes.subarray(end, byteLength))) wrong("not 0");
  const value = (slot, column) => {
    const block = Math.floor(slot / 32);
    const at = solutionAt + 4 * (columns * block + Math.max(0, block - wider) + column);
    return (bytes[at + ((slot % 32) >> 3)] >> (slot % 8)) & 1;
  };
  /** Whether a key with these lanes is in the set; undefined if the next layer decides. */
  const has = (lanes) => {
    const [a, b, c, d] = layered(lanes, BigInt(salt));
    const start = Number((a * BigInt(starts)) >> 32n);
    if (bumps && start % 128 < [0, 16, 44, 128][threshold(Math.floor(start / 128))]) return undefined;
    let [x, f] = [u32(c * 0x85ebca6bn), u32(d * 0xc2b2ae35n)];
    x ^= x >> 16n;
    f ^= f >> 15n;
    const slots = (b | 1n) + (x << 32n);
    for (let i = 0; i < columns + (Math.floor(start / 32) >= wider ? 1 : 0); i++) {
      let v = 0n;
      for (let j = 0; j < 64; j++) if ((slots >> BigInt(j)) & 1n) v ^= BigInt(value(start + j, i));
      if (v !== ((f >> BigInt(i)) & 1n)) return false;
    }
    return true;
  };
  return { byteLength, bumps, has };
}

/** The layers of one set at the start of `bytes`, and the bytes after them. */
function readLayers(bytes, columns, errorRate) {
  const layers = [];
  let rest = bytes;
  do {
    if (layers.length === 16) reject("INVALID", "payload", "more than 16 layers");
    layers.push(readLayer(rest, columns, errorRate));
    rest = rest.subarray(layers.at(-1).byteLength);
  } while (layers.at(-1).bumps);
  const has = (lanes) => layers.map((layer) => layer.has(lanes)).find((found) => found !== undefined);
  return { has, rest };
}

/** Reads a static set from exactly these bytes. */
function readStatic(bytes, { header, shape, universe, encoding, hasExceptions, cellWords, headBytes }) {
  const payload = payloadOf(bytes, headBytes);
  const set = readLayers(payload.subarray(0, cellWords * 8), header.hashes, header.errorRate);
  const removal = [];
  let { rest } = set;
  if (universe?.exact) {
    removal.push(readLayers(rest, columnsFor(universe.rate), universe.rate));
    if (universe.sets > 1) removal.push(readLayers(removal[0].rest, 1, 0.5));
    ({ rest } = removal.at(-1));
  }
  if (rest.length) reject("INVALID", "payload", rest.length);
  const exceptions = hasExceptions ? readExceptions(payload.subarray(cellWords * 8)) : [];
  const has = (key) => {
    if (header.inserted === 0n || header.inserted === 0) return false;
    const lanes = lanesOf(key, header.seed, header.salt);
    const isRemoved = removal.length > 0 && removal.every(({ has }, i) => has(salted(lanes, 2 + i)));
    return set.has(lanes) && !isRemoved && !exceptions.some((one) => same(one, key));
  };
  return { header, encoding, parameters: shape.parameters, payload, exceptions, positions: () => [], has };
}

/** Verifies the checksum at the end of a file and returns the bytes between header and checksum. */
function payloadOf(bytes, headBytes) {
  const end = bytes.length - 8;
  const sum = little(bytes.subarray(end));
  if (sum !== checksum(bytes.subarray(0, end))) reject("CHECKSUM", "checksum", sum);
  return Uint8Array.from(bytes.subarray(headBytes, end));
}

/** Reads a filter that is not scalable from exactly these bytes. */
function readFilter(bytes, { header, shape, encoding, isSparse, hasExceptions, cellWords, headBytes }) {
  const { bits, counterBits } = header;
  const payload = payloadOf(bytes, headBytes);
  if (isSparse && counterBits > 1) reject("INVALID", "payload", "positions of counters");
  const set = isSparse ? readPositions(payload, bits) : undefined;
  const cell = (i) => {
    if (set) return Number(set.has(i));
    const [bit, at] = [i * counterBits, Math.floor((i * counterBits) / 8)];
    return ((payload[at] | (payload[at + 1] << 8)) >> (bit % 8)) & (2 ** counterBits - 1);
  };
  for (let i = bits * counterBits; !set && i < cellWords * 64; i++) {
    if ((payload[i >> 3] >> (i & 7)) & 1) reject("INVALID", "payload", i);
  }
  const exceptions = hasExceptions ? readExceptions(payload.subarray(cellWords * 8)) : [];
  const positions = (key) => positionsOf(key, shape);
  return {
    header,
    encoding,
    parameters: shape.parameters,
    payload,
    cell,
    exceptions,
    positions,
    set: set && [...set],
    count: (key) => Math.min(...positions(key).map(cell)),
    has: (key) => positions(key).every((position) => cell(position) > 0) && !exceptions.some((one) => same(one, key)),
  };
}

/** Reads the sub-filter at the start of `bytes`. */
function readSubFilter(bytes, whole, entry) {
  const head = readHead(bytes, entry);
  const { header, shape, encoding, isRaw, hasExceptions, isNamed, sums } = head;
  const fits =
    ["scheme", "seed", "salt"].every((field) => shape[field] === whole.shape[field]) &&
    header.counterBits === whole.header.counterBits &&
    encoding === whole.encoding &&
    isRaw &&
    !hasExceptions &&
    !isNamed &&
    !head.growth &&
    sums.capacity > 0n &&
    header.errorRate !== null;
  if (!fits) reject("INVALID", "sub-filter", shape.scheme);
  if (bytes.length < header.byteLength) reject("TRUNCATED", "length", bytes.length);
  head.checkLate();
  return { ...readFilter(bytes.subarray(0, header.byteLength), head), sums };
}

/** The sub-filters of a scalable filter, from the oldest. */
function readSubFilters(bytes, head, entry) {
  const { header, sums, headBytes } = head;
  let rest = bytes.subarray(headBytes, -8);
  const chain = [];
  for (let i = 0; i < header.subFilters; i++) {
    chain.push(readSubFilter(rest, head, entry));
    rest = rest.subarray(chain[i].header.byteLength);
  }
  if (rest.length) reject("INVALID", "payloadLength", rest.length);
  for (const field of ["hashes", "bits", "capacity", "inserted"]) {
    const sum = chain.reduce((sum, filter) => sum + filter.sums[field], 0n);
    if (sums[field] !== (sum < ANY ? sum : ANY)) reject("INVALID", field, sums[field]);
  }
  return chain;
}

/**
 * Reads a filter file. Throws unless it is one complete, valid file that the entry point reads. For a scalable filter
 * the result has its header, `growth`, `chain` (its sub-filters) and `has`, which queries all of them.
 */
export function read(bytes, entry = "variants") {
  const head = readHead(bytes, entry);
  const { header, kind, growth, encoding, headBytes } = head;
  if (!ENTRIES[entry](kind)) reject("WRONG_CLASS", "class", kind);
  // A reader allocates memory only after this check.
  if (bytes.length < header.byteLength) reject("TRUNCATED", "length", bytes.length);
  if (bytes.length > header.byteLength) reject("TRAILING_BYTES", "length", bytes.length);
  head.checkLate();
  if (!growth) {
    const filter = kind === "static" ? readStatic(bytes, head) : readFilter(bytes, head);
    return { ...filter, chain: [filter] };
  }
  payloadOf(bytes, headBytes);
  const chain = readSubFilters(bytes, head, entry);
  return { header, encoding, growth, chain, has: (key) => chain.some((filter) => filter.has(key)) };
}
