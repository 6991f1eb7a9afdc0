// The keys of the filters, in the form for the programs of the systems: a text, { hex }, { i64 } or { i32 }.

/** How many keys are in a filter, and how many absent ones are queried. */
export const KEYS = 2_500;
export const ABSENT = 20_000;

const hex = (bytes) => ({ hex: Buffer.from([...bytes]).toString("hex") });
const text = (i) => ["key-", "ключ-", "键值-", "🦀🙂 ", "naïve/", 'a "quoted" \\ line\n'][i % 6] + i;
const LONG_TEXTS = ["x".repeat(5_000), "长".repeat(1_000), `${"0123456789abcdef".repeat(100)}!`];
/** Lengths around every block size, high bytes in every place. */
const bytes = (i) =>
  hex(Array.from({ length: 1 + (i % 37) }, (_, j) => (i * 31 + j * 197 + (i >> 5)) & 255).concat([i >> 8, i & 255]));
const named = (bits, n) => (bits === 64 ? { i64: `${n}` } : { i32: `${n}` });
const integer = (i, bits) => named(bits, BigInt.asIntN(bits, BigInt(i) * 0x9e3779b97f4a7c15n));
const edges = (bits, ...more) =>
  [0n, 1n, -1n, 2n ** BigInt(bits - 1) - 1n, -(2n ** BigInt(bits - 1)), ...more].map((n) => named(bits, n));
const EDGES = edges(64, 2n ** 53n + 1n);

/** The first keys of each family, and a function for more. */
const FAMILIES = {
  text: [["", "a", "ab", "abc", "\0", "e\u0301", ...LONG_TEXTS], text],
  utf16: [["", "\ud800", "a\udc00b", "\ud83d", ...LONG_TEXTS], text],
  bytes: [[hex([]), hex([0]), hex([255]), hex(Array(4_096).fill(0x80))], bytes],
  i64: [EDGES, (i) => integer(i, 64)],
  i32: [edges(32), (i) => integer(i, 32)],
  "texts-and-bytes": [["", ...LONG_TEXTS], (i) => (i % 2 ? text(i) : bytes(i))],
  mixed: [["", "5", { i64: "5" }, ...LONG_TEXTS, ...EDGES], (i) => [text, bytes, (i) => integer(i, 64)][i % 3](i)],
};

/** Keys of a family to add, all different, and then non-members. */
export function keysOf(family) {
  const [first, next] = FAMILIES[family];
  const keys = new Map(first.map((key) => [JSON.stringify(key), key]));
  const upTo = (count, i) => {
    for (; keys.size < count; i++) keys.set(JSON.stringify(next(i)), next(i));
  };
  upTo(KEYS, first.length);
  upTo(KEYS + ABSENT, 10 * KEYS);
  return [...keys.values()];
}

/** The key in the form for edgebloom. */
export function plain(key) {
  if (typeof key === "string") return key;
  if ("hex" in key) return new Uint8Array(Buffer.from(key.hex, "hex"));
  return BigInt("i64" in key ? key.i64 : key.i32);
}
