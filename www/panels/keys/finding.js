// Searches for a key that was never added but gets "maybe".

import { bench, keyOf } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { few, num, t } from "../../lib/i18n.js";
import { madeUp } from "../../lib/made-up.js";
import { inSlices } from "../../lib/slices.js";

/** The search stops after this number of keys. */
const MOST_TRIES = 5_000_000;

/** Queries per step. */
const BATCH = 256;

/** Keys between two messages about the progress: a screen reader reads each message. */
const NEWS_EVERY = 2 ** 20;

/** The false positives that the page has found in this visit. @type {Set<string>} */
export const found = new Set();

/** Those that the user has typed, the latest last. @type {Set<string>} */
export const lies = new Set();

/** The abort reason if the user stopped the search. */
const STOPPED = "stopped";

/**
 * @param {import("../../lib/teller.js").Teller} tell
 * @param {(key: string) => void} show asks for the key that was found
 * @returns {() => void} ends the search
 */
export function startFinding(tell, show) {
  let searched = 0;
  let finding = new AbortController();

  async function findOne() {
    finding.abort();
    const controller = (finding = new AbortController());
    const { signal } = controller;
    const { stats, complete } = bench;
    let tried = 0;
    // A search is only for the current filter. Any change of the filter has its own message.
    bench.signal.addEventListener("abort", () => controller.abort(), { signal });
    signal.addEventListener("abort", () => {
      if (controller !== finding) return;
      setFinding(false);
      if (signal.reason === STOPPED) tell("", () => t("keys.stopped", { tried: num(tried) }));
      else tell("", () => "");
    });
    if (!stats.bitsSet) return tell("", () => t("keys.emptyFilter"));
    const expected = Math.round(1 / stats.estimatedErrorRate);
    setFinding(true);
    tell("busy", () => t("keys.searching", { tried: num(0) }));
    const result = await inSlices(search(searched), signal, (count) => {
      tried = count;
      if (tried % NEWS_EVERY === 0) tell("busy", () => t("keys.searching", { tried: num(tried) }));
    });
    if (!result) return;
    searched += result.tried;
    setFinding(false);
    const { key } = result;
    if (key !== undefined) {
      found.add(key);
      show(key);
    }
    tell(key === undefined ? "" : "good", () => {
      if (key !== undefined) return t(complete ? "keys.found" : "keys.foundUnknown", { key });
      return t("keys.notFound", { tried: num(result.tried), expected: few(expected) });
    });
  }

  find("#keys-find").addEventListener("click", findOne);
  find("#keys-stop").addEventListener("click", () => finding.abort(STOPPED));
  return () => finding.abort();
}

/** Shows one of the two buttons, and moves the focus to it if the other one had it. @param {boolean} running */
function setFinding(running) {
  const [start, stop] = [find("#keys-find"), find("#keys-stop")];
  const [shown, gone] = running ? [stop, start] : [start, stop];
  const focused = document.activeElement === gone;
  shown.hidden = false;
  gone.hidden = true;
  if (focused) shown.focus();
}

/**
 * A generator: yields how many keys it has tried, and returns what it found.
 * @param {number} from the first number to make a key of
 * @returns {Generator<number, { key: string | undefined, tried: number }>}
 */
function* search(from) {
  const { filter, integers, words } = bench;
  const write = (/** @type {number} */ number) => (integers ? String(number + 1_000_003) : madeUp(number));
  for (let tried = 0; tried < MOST_TRIES; tried += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, i) => write(from + tried + i));
    const answers = filter.hasMany(texts.map((text) => keyOf(text)));
    for (let i = 0; i < BATCH; i++) {
      if (answers[i] && !words.has(texts[i])) return { key: texts[i], tried: tried + i + 1 };
    }
    yield tried + BATCH;
  }
  return { key: undefined, tried: MOST_TRIES };
}
