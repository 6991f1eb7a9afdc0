// Measures one library in a separate process: node measure.mjs NAME FOLDER speed|rest|file. Prints JSON.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { LIBRARIES } from "./libraries.mjs";
import { moduleOf } from "./module.mjs";
import { absentKeys, mixed, seeded, speed } from "./speed.js";

const [RATE, ABSENT, PLACES] = [0.01, 200_000, 200];
const [name, folder, what] = process.argv.slice(2);
const { create, add, has, dump, load, queriesOnly, every = 1 } = LIBRARIES[name];
const module = await moduleOf(name, folder);
/** @type {string[]} */
const list = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("disposable-email-domains/index.json"), "utf8"),
);

/** Flips one bit at a time, at places spread over the whole file. */
function damage() {
  const random = seeded(3);
  const queries = list.filter((_, i) => i % every === 0);
  const found = { rejected: 0, failedLater: 0, lostAtWorst: 0 };
  for (let i = 0; i < PLACES; i++) {
    const damaged = bytes.slice();
    damaged[Math.floor(((i + random(1000) / 1000) * bytes.length) / PLACES)] ^= 1 << random(8);
    /** @type {any} of the library */
    let filter;
    try {
      filter = load?.(module, damaged);
      const lost = queries.filter((key) => !has(filter, key)).length;
      found.lostAtWorst = Math.max(found.lostAtWorst, lost / queries.length);
    } catch {
      found[filter ? "failedLater" : "rejected"]++;
    }
  }
  return found;
}

function rest() {
  const filter = ready();
  const rate = absent.filter((key) => has(filter, key)).length / ABSENT;
  const missed = list.filter((key) => !has(filter, key)).length;
  return {
    dump: bytes.length,
    gzipped: gzipSync(bytes, { level: 9 }).length,
    rate,
    missed,
    places: PLACES,
    damage: load && damage(),
  };
}

const absent = absentKeys(list, ABSENT);
const empty = () => create(module, list.length, RATE);
const filter = empty();
for (const key of list) add(filter, key);
const bytes = dump(filter);
const ready = () => (load ? load(module, bytes) : filter);
const results = {
  speed: () => ({ has: speed(mixed(list), ready, has), add: queriesOnly ? undefined : speed(list, empty, add) }),
  rest,
  // For a page, which cannot build the filter of a reader.
  file: () => Buffer.from(bytes).toString("base64"),
};
console.log(JSON.stringify(results[/** @type {keyof typeof results} */ (what)]()));
