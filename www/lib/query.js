// The query of the typed key, probe by probe. It stops at the first 0, as the filter's own query does. Adding the key sets all of its
// bits. Threads fly to the bits, and the answer comes after the last one. Any key or touch skips that.

import { FLIGHT, STEP } from "../drawing/threads.js";
import { bench, keyOf, onAsk } from "./bench.js";
import { isStill, pauseFor } from "./motion.js";
import { latest } from "./slices.js";

/** Milliseconds in which the threads of a key with many bits start. */
const LONGEST = 6 * STEP;

/** @typedef {{ position: number, hit: boolean }} Probe */

/**
 * @typedef {object} Query
 * @property {"" | "no" | "maybe" | "bad"} kind of the answer; "bad": the filter does not accept the key
 * @property {Probe[]} probes up to the first 0; if the key is added, all
 * @property {number} count of the key's bits
 * @property {boolean} adding
 * @property {number} started probes whose threads have left the key
 * @property {number} landed probes whose threads have arrived
 * @property {boolean} over
 * @property {unknown} change the last change of the filter that it follows
 */

/** @type {Query} */
export let query = {
  kind: "",
  probes: [],
  count: 0,
  adding: false,
  started: 0,
  landed: 0,
  over: true,
  change: undefined,
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} draw runs whenever a thread starts or lands, when the answer is known, and after each change of the filter */
export const onQuery = (draw) => listeners.add(draw);

/** @param {Partial<Query>} step */
function tell(step) {
  query = { ...query, ...step };
  for (const draw of listeners) draw();
}

/** Milliseconds after which thread number i starts. @param {number} i @param {number} count */
export const startOf = (i, count) => i * Math.min(STEP, LONGEST / (count - 1 || 1));

/** Milliseconds after which it lands. @param {number} i @param {number} count */
export const landingOf = (i, count) => startOf(i, count) + FLIGHT;

const run = latest(async (signal, moves) => {
  const { length } = query.probes;
  const steps = Array.from({ length }, (_, i) => [
    { at: startOf(i, length), step: { started: i + 1 } },
    { at: landingOf(i, length), step: { landed: i + 1 } },
  ]).flat();
  let now = 0;
  for (const { at, step } of moves ? steps.sort((one, other) => one.at - other.at) : []) {
    if (at > now) await pauseFor(at - now);
    if (signal.aborted) return;
    now = at;
    tell(step);
  }
  tell({ started: length, landed: length, over: true });
});

/** @param {boolean} isAsked another key is typed; otherwise, the filter has changed */
function begin(isAsked) {
  const { asked, cells, latest } = bench;
  const isOfKey = !isAsked && latest?.action.what === "add" && latest.action.keys?.[0] === asked;
  const adding = isOfKey && !latest.undone;
  query = { kind: "", probes: [], count: 0, adding, started: 0, landed: 0, over: false, change: latest };
  if (asked) {
    try {
      const key = keyOf(asked);
      query.kind = bench.filter.has(key) ? "maybe" : "no";
      const all = cells ? bench.filter.positions(key) : [];
      const zero = all.findIndex((position) => !cells?.at(position));
      query.count = all.length;
      query.probes = (zero < 0 ? all : all.slice(0, zero + 1)).map((position, i) => ({ position, hit: i !== zero }));
    } catch {
      query.kind = "bad";
    }
  }
  run((isAsked || adding) && !isStill());
}

/** Must start after the panels that show the query: they need the new filter first. */
export function startQueries() {
  /** @type {unknown} */
  let known = bench.latest;
  onAsk(() => {
    const isAsked = known === bench.latest;
    known = bench.latest;
    begin(isAsked);
  });
  for (const event of ["keydown", "pointerdown"])
    addEventListener(event, () => query.over || run(false), { capture: true });
}
