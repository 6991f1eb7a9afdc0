// Queries and adds keys, searches for a false positive, and describes the result in words.

import { add, ask, bench, keyOf, nameOf, onChange, undo } from "../../lib/bench.js";
import { find, make } from "../../lib/dom.js";
import { shortened } from "../../lib/format.js";
import { few, inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";
import { inSlices } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { searchFalsePositive } from "./false-positive.js";
import { verdictOf } from "./verdict.js";

/** The largest number of keys in the list. */
const LISTED = 60;

/** Characters of a key on a button. */
const MOST_ON_BUTTON = 20;

/** The abort reason if the user stopped the search. */
const STOPPED = "stopped";

/** Keys between two messages about the progress of a search: a screen reader reads each message. */
const NEWS_EVERY = 2 ** 20;

export function start() {
  const input = find("#key");
  const tell = teller("#keys-news");
  let searched = 0;
  let finding = new AbortController();
  /** The message about an added key, until its last bit is set. */
  let pending = /** @type {(() => string) | undefined} */ (undefined);

  function silence() {
    pending = undefined;
    tell("", () => "");
  }

  function answer() {
    const { kind, over } = query;
    const { headline, because, by } = !bench.asked ? idle() : over ? verdictOf(bench.asked) : underway();
    find("#verdict").dataset.kind = over ? kind : "";
    find("#verdict-headline").textContent = headline;
    find("#verdict-because").textContent = because;
    find("#verdict-by").textContent = by;
    sayPending();
  }

  function sayPending() {
    // The query follows a change of the filter a little later.
    if (!pending || !query.over || query.change !== bench.latest) return;
    tell("good", pending);
    pending = undefined;
  }

  /** @param {string} text */
  function askFor(text) {
    // On a phone it may be above the visible part.
    find("#keys-form").scrollIntoView({ block: "nearest" });
    input.value = text;
    ask(text);
  }

  /**
   * Runs a change of the filter. A key that the filter rejects changes nothing.
   * @param {() => void} change
   */
  function attempt(change) {
    try {
      change();
    } catch (error) {
      tell("bad", () => `${t("keys.bad")} ${/** @type {Error} */ (error).message}`);
    }
  }

  /** @param {(key: string) => void} act */
  function withKey(act) {
    if (input.value) attempt(() => act(input.value));
    else {
      tell("", () => t("keys.noKey"));
      input.focus();
    }
  }

  /** @param {string} key */
  function addKey(key) {
    silence();
    pending = addition(key);
    sayPending();
  }

  async function findOne() {
    finding.abort();
    const controller = (finding = new AbortController());
    const { signal } = controller;
    const { stats, words, complete } = bench;
    let tried = 0;
    // A search is only for the current filter. Any change of the filter has its own message.
    bench.signal.addEventListener("abort", () => controller.abort(), { signal });
    signal.addEventListener("abort", () => {
      if (controller !== finding) return;
      setFinding(false);
      if (signal.reason === STOPPED) tell("", () => t("keys.stopped", { tried: num(tried) }));
      else silence();
    });
    if (!stats.bitsSet) return tell("", () => t("keys.emptyFilter"));
    const expected = 1 / stats.estimatedErrorRate;
    setFinding(true);
    tell("busy", () => t("keys.searching", { tried: num(0) }));
    const search = searchFalsePositive(searched, (text) => words.has(text));
    const found = await inSlices(search, signal, (count) => {
      tried = count;
      if (tried % NEWS_EVERY === 0) tell("busy", () => t("keys.searching", { tried: num(tried) }));
    });
    if (!found) return;
    searched += found.tried;
    setFinding(false);
    const { key } = found;
    const text = () => {
      const values = { key, tried: num(found.tried), expected: few(Math.round(expected)) };
      return t(key === undefined ? "keys.notFound" : complete ? "keys.found" : "keys.foundUnknown", values);
    };
    if (key !== undefined) askFor(key);
    tell(key === undefined ? "" : "good", text);
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

  function listKeys() {
    const { words, undoable } = bench;
    find("#keys-count").textContent = countText();
    // The newest first.
    const first = [...words].slice(-LISTED).reverse();
    const items = first.map(([word, times]) => {
      const show = () => {
        silence();
        askFor(word);
      };
      const name = times > 1 ? `${word} ×${times}` : word;
      return make("li", { "data-key": word }, make("button", { type: "button", class: "chip", onclick: show }, name));
    });
    if (words.size > LISTED)
      items.push(make("li", { class: "soft" }, t("keys.more", { count: num(words.size - LISTED) })));
    find("#keys-known").replaceChildren(...items);
    find("#keys-undo-what").textContent = undoable ? t(`keys.undo-${undoable.what}`, undoneOf(undoable)) : "";
    find("#keys-undo").setAttribute("aria-disabled", String(!undoable));
  }

  input.addEventListener("input", () => {
    finding.abort();
    silence();
    ask(input.value);
  });
  find("#keys-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    withKey(addKey);
    input.focus();
  });
  find("#keys-find").addEventListener("click", findOne);
  find("#keys-stop").addEventListener("click", () => finding.abort(STOPPED));
  find("#keys-undo").addEventListener("click", () => {
    const action = undo();
    pending = undefined;
    if (action) tell("good", () => t(`keys.undone-${action.what}`, undoneOf(action)));
    else tell("", () => t("keys.nothingToUndo"));
  });

  // The user may have typed before the page could answer.
  if (input.value) ask(input.value);
  onQuery(answer);
  onChange(listKeys);
  inEachLanguage(() => {
    answer();
    listKeys();
  });
  return { tell, silence, attempt, withKey };
}

/** What the verdict says before a key is typed. */
function idle() {
  const { hashes: count } = bench.stats;
  return {
    headline: t("keys.idle"),
    because: t(bench.counting ? "keys.idleCounters" : "keys.idleBits", { count }),
    by: "",
  };
}

/** What it says while threads fly. */
function underway() {
  const { adding, probes, started, landed, count } = query;
  const last = probes[landed - 1];
  return {
    headline: t(adding ? "keys.setting" : "keys.probing", { probe: started, count }),
    because: last
      ? t(bench.counting ? "bits.counterCell" : "bits.cell", {
          position: num(last.position),
          value: num(bench.cells?.at(last.position) ?? 0),
        })
      : "",
    by: "",
  };
}

/**
 * Adds a key.
 * @param {string} key
 * @returns {() => string} what that has changed
 */
function addition(key) {
  const { cells, counting } = bench;
  const isKnown = bench.words.has(nameOf(key));
  const before = counting ? countOf(key) : 0;
  const cellsOfKey = cells && !counting ? [...new Set(bench.filter.positions(keyOf(key)))] : undefined;
  const set = cellsOfKey?.filter((position) => !cells?.at(position)).length ?? 0;
  const isNew = add(key);
  if (cellsOfKey) return () => t("keys.isSet", { set: num(set), there: num(cellsOfKey.length - set) });
  const counted = isKnown ? (countOf(key) === before ? "keys.full" : "keys.again") : "keys.wasCounted";
  const what = before ? counted : isNew ? "keys.isNew" : "keys.wasThere";
  return () => t(what, { key: shortened(key) });
}

/** The count of a key in a counting filter, which may be too high. @param {string} key @returns {number} */
const countOf = (key) => /** @type {import("edgebloom").CountingBloomFilter} */ (bench.filter).count(keyOf(key));

/** The number of keys by origin. */
function countText() {
  const { words, origins, complete, stats } = bench;
  const of = (/** @type {import("../../lib/bench.js").Origin} */ origin) =>
    [...origins.values()].filter((its) => its === origin).length;
  const [examples, generated] = [of("example"), of("generated")];
  const counts = /** @type {[string, number][]} */ ([
    ["keys.examples", examples],
    ["keys.yours", words.size - examples - generated],
    ["keys.generated", generated],
  ]);
  const parts = counts.filter(([, count]) => count).map(([key, count]) => t(key, { count: num(count) }));
  const known = parts.length ? listed(parts) : t("keys.none");
  if (complete) return t("keys.count", { known });
  const before = stats.inserted - [...words.values()].reduce((sum, times) => sum + times, 0);
  return t(before > 0 ? "keys.countUnknown" : "keys.countHidden", { known, inserted: num(before) });
}

/**
 * The text that describes what was undone.
 * @param {import("../../lib/bench.js").Action} action
 */
function undoneOf({ keys = [] }) {
  const [key = ""] = keys;
  return { key: shortened(key, MOST_ON_BUTTON), count: num(keys.length) };
}
