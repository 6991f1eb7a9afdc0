// What a key does to the row, each as a function that shows it: threads first, then bits, then the sentence.

import { shortened } from "../../lib/format.js";
import { currentLanguage, joined, listed, num, t } from "../../lib/i18n.js";
import { ask, distinctOf, falsePositive, newBitsOf, ownersOf, positionsOf, sharedBitsOf } from "./bits.js";

/** @typedef {import("./row.js").Run} Run */

/** Milliseconds between two keys that are added. */
const BETWEEN = 350;

/** Milliseconds between two probes: as long as it takes to see a 0 or a 1. */
const READING = 400;

/** Milliseconds of the keys that are tried before a false positive, and the most that are shown. */
const TRIES = 1600;
const MOST_TRIES = 30;

/** A sentence with some keys stays as high as the others. @param {string} key */
const quoted = (key) => shortened(key, 14);

/** @param {string[]} keys */
const inWords = (keys) => (currentLanguage() === "zh" ? joined : listed)(keys);

/** @param {string} key */
export const placesOf = (key) =>
  t("story.hashSays", { key: quoted(key), positions: inWords(positionsOf(key).map(num)), distinct: distinctOf(key) });

/**
 * The answer to a query, as a sentence.
 * @param {string} key
 * @param {number[]} probes
 * @param {"no" | "maybe"} kind
 * @param {boolean} isMember
 */
export function answerTo(key, probes, kind, isMember) {
  const distinct = new Set(probes).size;
  const values = { key: quoted(key), bit: num(probes[probes.length - 1]), probes: probes.length, distinct };
  return t(kind === "no" ? "story.no" : isMember ? "story.member" : "story.falsePositive", values);
}

/**
 * @param {ReturnType<typeof import("./row.js").rowIn>} row
 * @param {HTMLInputElement} input
 * @param {(text: string, kind?: "no" | "maybe") => void} tell
 */
export function showingsIn(row, input, tell) {
  /** Each thread sets its bit. @param {string} key @param {string[]} before keys that were added before @param {Run} run */
  function set(key, before, run) {
    row.set(ownersOf(before));
    input.value = key;
    return row.fly(positionsOf(key), run, (position) => {
      row.mark(position, "", false);
      row.flip(position, key);
    });
  }

  /** A query: it ends at the first 0. @param {string} key @param {string[]} keys @param {boolean} numbered @param {Run} run */
  async function probe(key, keys, numbered, run) {
    const owners = ownersOf(keys);
    const { probes, kind } = ask(keys, key);
    row.set(owners);
    input.value = key;
    const land = (/** @type {number} */ position) => row.mark(position, owners.has(position) ? "" : "zero", numbered);
    const flown = await row.fly(probes, run, land, READING);
    if (await run.go(0)) {
      if (kind === "maybe") row.hold(flown, probes);
      else await row.snap(flown, run);
    }
    return { probes, kind, owners };
  }

  return {
    /** The positions of a key: three threads. @param {string} key @param {string} [more] */
    hash:
      (key, more = "") =>
      async (/** @type {Run} */ run) => {
        row.set(new Map());
        input.value = key;
        await row.fly(positionsOf(key), run, (position) => row.mark(position, "", true));
        if (await run.go(0)) tell(placesOf(key) + more);
      },

    /** @param {string} key @param {string[]} before keys that were added before */
    add: (key, before) => async (/** @type {Run} */ run) => {
      await set(key, before, run);
      if (!(await run.go(0))) return;
      const [fresh, distinct] = [newBitsOf(before, key), distinctOf(key)];
      const values = { key: quoted(key), fresh, there: distinct - fresh, distinct };
      tell(t(before.includes(key) ? "story.twice" : "story.added", values));
    },

    /** Adds keys one after another. @param {string[]} keys @param {Run} run @returns whether all are there */
    async addAll(keys, run) {
      for (const [i, key] of keys.entries()) {
        const flown = await set(key, keys.slice(0, i), run);
        if (!(await run.go(BETWEEN))) return false;
        await row.retract(flown, run);
        if (!(await run.go(0))) return false;
      }
      row.set(ownersOf(keys));
      for (const position of sharedBitsOf(keys)) row.mark(position, "", false);
      return true;
    },

    /** @param {string} key @param {string[]} keys that were added @param {string} [more] */
    query:
      (key, keys, more = "") =>
      async (/** @type {Run} */ run) => {
        const { probes, kind } = await probe(key, keys, true, run);
        if (await run.go(0)) tell(answerTo(key, probes, kind, keys.includes(key)) + more, kind);
      },

    /** A false positive, and the keys that have set its bits. @param {ReturnType<typeof falsePositive>} found @param {string[]} keys */
    collide({ key, misses, tried }, keys) {
      const every = Math.ceil(misses.length / MOST_TRIES);
      const shown = misses.filter((_, i) => i % every === 0);
      return async (/** @type {Run} */ run) => {
        for (const miss of run.still ? [] : shown) {
          row.set(ownersOf(keys));
          input.value = miss;
          row.miss(ask(keys, miss).probes);
          if (!(await run.go(TRIES / shown.length))) return;
        }
        const { probes, kind, owners } = await probe(key, keys, false, run);
        if (!(await run.go(0))) return;
        const by = [...new Set(probes.map((position) => quoted(owners.get(position) ?? "")))];
        tell(t("story.collideSays", { key: quoted(key), owners: inWords(by), tried }), kind);
      };
    },
  };
}
