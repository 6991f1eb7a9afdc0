// `node scripts/adversaries.mjs`: does what docs/SECURITY.md says that adversaries can do, and writes the figures
// into it. Everything comes from fixed seeds; tests/js/security.test.mjs asks whether the page still says it.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { BloomFilter, CountingBloomFilter, readHeader } from "edgebloom";
import { random } from "../tests/soak/work.mjs";
import { Failure, at, main } from "./run.mjs";

const PAGE = at("docs/SECURITY.md");
/** What one core asks in a second, rounded down: docs/PEERS.md. */
const TRIES_A_SECOND = 1e7;

const count = (x) => x.toLocaleString("en");
const percent = (p, digits = 3) => `${+(100 * p).toPrecision(digits)} %`;
const line = (row) => `| ${row.join(" | ")} |`;
const table = (head, rows) => [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");

/** How long so many tries take, roughly. */
function duration(tries) {
  const seconds = tries / TRIES_A_SECOND;
  const units = [
    [86400 * 365, "years"],
    [86400, "days"],
    [3600, "hours"],
    [60, "minutes"],
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "µs"],
  ];
  const [size, name] = units.find(([size]) => seconds >= size) ?? units.at(-1);
  return `${+(seconds / size).toPrecision(2)} ${name}`;
}

/** Members of 10⁵ among 10⁷ candidates: what a reader of a public filter learns, and what others he finds. */
export function candidates({ members = 1e5, all = 1e7, rates = [1e-2, 1e-4, 1e-6] } = {}) {
  const name = (i) => `user-${i}@mail.example`;
  const filters = rates.map((errorRate) =>
    BloomFilter.from(
      {
        *[Symbol.iterator]() {
          for (let i = 0; i < members; i++) yield name(i);
        },
      },
      { capacity: members, errorRate },
    ),
  );
  const found = rates.map((errorRate) => ({ errorRate, right: 0, wrong: 0, first: 0 }));
  const PIECE = 50_000;
  for (let start = 0; start < all; start += PIECE) {
    const lines = Array.from({ length: Math.min(PIECE, all - start) }, (_, i) => name(start + i)).join("\n");
    filters.forEach((filter, which) => {
      const one = found[which];
      filter.hasLines(lines).forEach((answer, i) => {
        if (!answer) return;
        if (start + i < members) one.right++;
        else if (one.wrong++ === 0) one.first = start + i - members + 1;
      });
    });
  }
  for (const filter of filters) filter.free();
  return found.map((one) => ({
    ...one,
    others: all - members,
    // Bayes: members / (members + others · p).
    expected: members / (members + (all - members) * one.errorRate),
    share: one.right / (one.right + one.wrong),
  }));
}

/** The rate of a filter, of keys that nobody has added. */
function rateOf(filter, asked) {
  const lines = Array.from({ length: asked }, (_, i) => `other ${i}`).join("\n");
  return filter.hasLines(lines).reduce((sum, answer) => sum + answer, 0) / asked;
}

/** The positions of a key that are not yet set, each once. */
const fresh = (filter, taken, key) => [...new Set(filter.positions(key))].filter((position) => !taken[position]);

/** The shape for so many keys at 2⁻¹⁰ by the formula, not rounded as `errorRate` rounds it. */
const shapeFor = (keys) => ({ bits: Math.round((keys * 10) / Math.LN2), hashes: 10 });

/** As many chosen keys as the filter was sized for, each of which sets k new bits. */
export function pollution({ keys = 250, asked = 1e6 } = {}) {
  const sized = () => new BloomFilter(shapeFor(keys));
  const [honest, polluted] = [sized(), sized()];
  const { bits, hashes } = polluted.stats;
  const taken = new Uint8Array(bits);
  let tries = 0;
  for (let i = 0; i < keys; i++) {
    honest.add(`key ${i}`);
    for (;;) {
      const key = `chosen ${tries++}`;
      const positions = fresh(polluted, taken, key);
      if (positions.length < hashes) continue;
      polluted.add(key);
      for (const position of positions) taken[position] = 1;
      break;
    }
  }
  return {
    keys,
    hashes,
    bits,
    tries,
    fill: polluted.stats.fillRatio,
    honest: rateOf(honest, asked),
    polluted: rateOf(polluted, asked),
    // n keys of k new bits each, in m = n k / ln 2.
    expected: Math.LN2 ** hashes,
  };
}

/** How many keys it takes until every second other key is "possibly", by chance and as the best of `effort` tries. */
export function saturation({ keys = 250, effort = 1000 } = {}) {
  const [byChance, chosen] = [1, effort].map((tries) => {
    const { bits, hashes } = shapeFor(keys);
    const filter = new BloomFilter({ bits, hashes });
    const taken = new Uint8Array(bits);
    let set = 0;
    let added = 0;
    for (let number = 0; (set / bits) ** hashes < 0.5; added++) {
      let best = [];
      for (let i = 0; i < tries && best.length < hashes; i++) {
        const positions = fresh(filter, taken, `filler ${number++}`);
        if (positions.length >= best.length) best = positions;
      }
      for (const position of best) taken[position] = 1;
      set += best.length;
    }
    return added;
  });
  return { keys, effort, byChance, chosen };
}

/** Keys that were never added are removed from a counting filter: how many of those that were are missed. */
export function removals({ keys = 1000, errorRate = 0.01, steps = [1, 10, 100] } = {}) {
  const filter = new CountingBloomFilter({ capacity: keys, errorRate });
  const own = Array.from({ length: keys }, (_, i) => `key ${i}`);
  filter.addMany(own);
  const rows = [];
  for (let i = 0, removed = 0; removed < Math.max(...steps); i++) {
    if (!filter.remove(`never added ${i}`)) continue;
    removed++;
    if (steps.includes(removed))
      rows.push({ removed, tries: i + 1, missed: own.filter((key) => !filter.has(key)).length });
  }
  return { keys, rows };
}

/** How many probes an answer takes: what its time tells. */
export function probes({ keys = 10_000, errorRate = 0.01 } = {}) {
  const filter = BloomFilter.from(
    Array.from({ length: keys }, (_, i) => `key ${i}`),
    { errorRate },
  );
  const bits = filter.bits();
  const { hashes } = filter.stats;
  const isSet = (position) => (bits[position >> 3] >> (position & 7)) & 1;
  const lengths = Array.from({ length: keys }, (_, i) =>
    filter.positions(`other ${i}`).findIndex((position) => !isSet(position)),
  );
  const misses = lengths.filter((length) => length >= 0);
  return { hashes, ofAMiss: misses.reduce((sum, length) => sum + length + 1, 0) / misses.length };
}

/** A dump with the name and version of another one, and without a key of it; and what is to be read of a random seed. */
export function forgery() {
  const list = ["evil.example", ...Array.from({ length: 999 }, (_, i) => `listed-${i}.example`)];
  const options = { errorRate: 1e-6, capacity: 1000, seed: "random", name: "blocked", version: "2026-11-21" };
  const real = BloomFilter.from(list, options);
  const head = readHeader(real.toBytes());
  const forged = BloomFilter.from(list.slice(1), { ...options, seed: head.seed });
  const loaded = BloomFilter.fromBytes(forged.toBytes());
  return {
    seedIsTold: head.seed === real.stats.seed,
    sameHead:
      JSON.stringify({ ...readHeader(forged.toBytes()), inserted: 0 }) === JSON.stringify({ ...head, inserted: 0 }),
    hidden: real.has(list[0]) && !loaded.has(list[0]),
  };
}

/** How many seeds there are, and whether a few answers tell which one it is: of a range, as all of them take minutes. */
export function seeds({ range = 2 ** 13, answers = 20 } = {}) {
  const below = random(7);
  const secret = below(range);
  const keys = Array.from({ length: 10 }, (_, i) => `known ${i}`);
  const shape = { bits: 1024, hashes: 7 };
  const hidden = BloomFilter.from(keys, { ...shape, seed: secret });
  const others = Array.from({ length: answers }, (_, i) => `asked ${i}`).map((key) => [key, hidden.has(key)]);
  let fitting = 0;
  let found = -1;
  for (let seed = 0; seed < range; seed++) {
    const guess = BloomFilter.from(keys, { ...shape, seed });
    if (others.every(([key, answer]) => guess.has(key) === answer) && guess.equals(hidden)) {
      fitting++;
      found = seed;
    }
    guess.free();
  }
  return { isFound: fitting === 1 && found === secret };
}

/** All of it, once. */
export function measured() {
  return {
    candidates: candidates(),
    pollution: pollution(),
    saturation: saturation(),
    removals: removals(),
    probes: probes(),
  };
}

/** What stands in the page, by name. */
const FIGURES = {
  candidates({ candidates }) {
    return table(
      ["p", "members found", "others found", "a “yes” is right", "by Bayes"],
      candidates.map(({ errorRate, right, wrong, expected, share }) => [
        errorRate,
        count(right),
        count(wrong),
        percent(share, 4),
        percent(expected, 4),
      ]),
    );
  },
  forging({ candidates }) {
    return table(
      ["p", "tries for the first", "tries for each, on average", "in time"],
      candidates.map(({ errorRate, wrong, first, others }) => [
        errorRate,
        count(first),
        count(Math.round(others / wrong)),
        duration(others / wrong),
      ]),
    );
  },
  pollution({ pollution: { keys, hashes, bits, tries, fill, honest, polluted, expected } }) {
    return table(
      [`${keys} keys in ${count(bits)} bits, k = ${hashes}`, "bits set", "rate", "expected"],
      [
        ["that come as they are", "one half", percent(honest), percent(2 ** -hashes)],
        [
          `that were chosen, with ${count(tries)} tries`,
          percent(fill),
          percent(polluted),
          `(ln 2)^${hashes} = ${percent(expected)}`,
        ],
      ],
    );
  },
  saturation({ saturation: { keys, effort, byChance, chosen } }) {
    return `Until every second other key is “possibly”, that filter for ${keys} keys takes ${byChance} that come as they are, and ${chosen} of which each is the best of ${count(effort)}.`;
  },
  removals({ removals: { keys, rows } }) {
    return table(
      ["removed, never added", "tries for them", `missed of the ${count(keys)}`],
      rows.map(({ removed, tries, missed }) => [removed, count(tries), missed]),
    );
  },
  probes({ probes: { hashes, ofAMiss } }) {
    return `In a full filter at 1 % a “possibly” takes ${hashes} probes, a “definitely not” ${ofAMiss.toFixed(1)} on average.`;
  },
};

/** The page with every figure as it is now. */
export function withFigures(page, found) {
  const written = new Set();
  const text = page.replace(/(<!-- figures: (.+?) -->\n)[^]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!Object.hasOwn(FIGURES, name)) throw new Failure(`docs/SECURITY.md: there are no figures "${name}"`);
    written.add(name);
    return `${begin}\n${FIGURES[name](found)}\n\n${end}`;
  });
  for (const name in FIGURES) {
    if (!written.has(name)) throw new Failure(`docs/SECURITY.md: the figures "${name}" have no place`);
  }
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(() => writeFileSync(PAGE, withFigures(readFileSync(PAGE, "utf8"), measured())));
}
