// The search for a false positive, as a show: one name after another dies at its first 0, slowly and then fast, until one survives.
// Then the page tells which names of the list have set the survivor's bits.

import { listed, num, t } from "../../lib/i18n.js";
import { settersFile } from "../../lib/example.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { inSlices, latest } from "../../lib/slices.js";
import { fullList, hasFullList, settersOf } from "./full-list.js";
import { nameOf, POOL } from "./pool.js";
import { noteDomain } from "./sending.js";

/** Milliseconds for each of the first names, then those for all others together. */
const FIRST = [450, 350, 260, 190, 140, 110];
const OTHERS = 1100;

/** The number of the next name. Each visit begins somewhere else, and so finds other lies. */
let next = Math.floor(Math.random() * POOL);

/** Which names have set the bits of each false positive in the pool. @type {Promise<Record<string, string[]>> | undefined} */
let known;

/** What is said without them is that the full list can be asked. */
function knownSetters() {
  known ??= settersFile().catch(() => {
    known = undefined;
    return {};
  });
  return known;
}

/**
 * The next name that gets “maybe”, and those before it.
 * @param {(name: string) => boolean} has
 */
function nextLiar(has) {
  /** @type {string[]} */
  const honest = [];
  for (;;) {
    const name = nameOf(next++);
    if (has(name) || honest.length === POOL) return { liar: name, honest };
    honest.push(name);
  }
}

/**
 * @param {string[]} names that all die at a 0
 * @param {(name: string, number: number) => void} show
 * @param {AbortSignal} signal
 * @param {AbortSignal} skipped ends only the show
 */
async function showTries(names, show, signal, skipped) {
  if (isStill()) return;
  const each = OTHERS / Math.max(1, names.length - FIRST.length);
  let due = performance.now();
  for (const [i, name] of names.entries()) {
    due += FIRST[i] ?? each;
    // A slow device leaves names out, and takes no longer.
    if (i >= FIRST.length && performance.now() > due) continue;
    show(name, i + 1);
    await pauseFor(Math.max(0, due - performance.now()));
    if (signal.aborted || skipped.aborted) return;
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {ReturnType<typeof import("./verdict.js").verdictOn>} verdict
 * @param {() => Promise<import("./panel.js").Filter | undefined>} loaded
 */
export function liarOn(input, verdict, loaded) {
  let skipping = new AbortController();

  /**
   * @param {import("./panel.js").Filter} filter
   * @param {import("../../drawing/show.js").Shown} shown
   * @param {AbortSignal} signal
   * @param {number} [number] of the name, among those that the search has tried
   */
  async function tell(filter, shown, signal, number = 0) {
    const values = { domain: shown.key, count: shown.positions.length, name: number && num(number) };
    verdict.tell("maybe", "hero.found", values);
    const { [shown.key]: setters } = await knownSetters();
    if (signal.aborted) return;
    if (setters) noteSetters(setters);
    // A name that somebody has typed or sent.
    else if (hasFullList()) await tellSetters(filter, shown, signal);
    else verdict.offer(true);
  }

  /** @param {string[]} names */
  const noteSetters = (names) => verdict.note(() => t("hero.setters", { names: listed([...new Set(names)]) }));

  /**
   * Says who set the bits with the full list.
   * @param {import("./panel.js").Filter} filter
   * @param {import("../../drawing/show.js").Shown} shown
   * @param {AbortSignal} signal
   */
  async function tellSetters({ reader }, { positions }, signal) {
    verdict.offer(false);
    if (!hasFullList()) verdict.note(() => t("hero.fetchingSetters"));
    try {
      const names = await fullList();
      const search = settersOf(names, (name) => reader.positions(name), positions);
      const setters = await inSlices(search, signal);
      if (!setters || signal.aborted) return;
      noteSetters(setters);
    } catch {
      if (signal.aborted) return;
      verdict.note(() => t("hero.notFetched"), "bad");
      verdict.offer(true);
    }
  }

  const search = latest(async (signal) => {
    skipping = new AbortController();
    const filter = await loaded();
    if (!filter || signal.aborted) return;
    knownSetters();
    const { reader, show, look } = filter;
    const { liar, honest } = nextLiar((name) => reader.has(name));
    await showTries(
      honest,
      (name, number) => {
        const shown = look(name);
        input.value = name;
        show.flick(shown);
        verdict.tell("", "hero.trying", { tried: num(number), domain: name, probe: shown.zero + 1 });
      },
      signal,
      skipping.signal,
    );
    if (signal.aborted) return;
    input.value = liar;
    const shown = look(liar);
    verdict.tell("", "hero.checking", { domain: liar }, "hero.survivorWhy");
    await show.probe(shown, signal);
    if (signal.aborted) return;
    noteDomain(liar);
    await tell(filter, shown, signal, honest.length + 1);
  });

  return {
    search,
    tell,
    tellSetters,
    /** Ends the show of the names, not the search. */
    skip: () => skipping.abort(),
  };
}
