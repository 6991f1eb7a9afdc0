// Queries, adds and generates keys, takes that back, and describes the result in words.

import { oneStop } from "../../lib/arrows.js";
import { add, ask, bench, countOf, fill, keyOf, nameOf, onChange, undo } from "../../lib/bench.js";
import { find, findAll, make, selectOnEntry } from "../../lib/dom.js";
import { SMALL, shortened } from "../../lib/format.js";
import { inEachLanguage, listed, num, pct, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";
import { benchTeller } from "../../lib/bench-teller.js";
import { startFinding } from "./finding.js";
import { verdictOf } from "./verdict.js";

/** The largest number of keys in the list. */
const LISTED = 60;

/** Characters of a key on a button. */
const MOST_ON_BUTTON = 20;

const PHONE = matchMedia("(max-width: 60rem) and (pointer: coarse)");

export function start() {
  const input = find("#key");
  const tell = benchTeller("#keys-news");
  const endFinding = startFinding(tell, askFor);
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

  /** Asks for a key that has been asked for or added before. @param {string} key */
  function show(key) {
    silence();
    askFor(key);
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
    if (bench.asked) attempt(() => act(bench.asked));
    else {
      tell("", () => t("keys.noKey"));
      input.focus();
    }
  }

  /** @param {string} key */
  function addKey(key) {
    silence();
    // Only counters know how often. What the page has generated becomes the user's own.
    const name = nameOf(key);
    if (!bench.counting && bench.words.has(name) && bench.origins.get(name) !== "generated")
      return tell("", () => t("keys.already", { key: shortened(key) }));
    pending = addition(key);
    sayPending();
  }

  function listKeys() {
    const { words, undoable } = bench;
    find("#keys-count").textContent = countText();
    // The newest first.
    const first = [...words].slice(-LISTED).reverse();
    const items = first.map(([word, times]) => {
      const name = times > 1 ? `${word} ×${times}` : word;
      return make(
        "li",
        { "data-key": word },
        make("button", { type: "button", class: "chip", onclick: () => show(word) }, name),
      );
    });
    if (words.size > LISTED)
      items.push(make("li", { class: "soft" }, t("keys.more", { count: num(words.size - LISTED) })));
    find("#keys-known").replaceChildren(...items);
    const what = undoable ? t(`keys.undo-${undoable.what}`, undoneOf(undoable)) : "";
    find("#keys-undo").setAttribute("aria-label", t("keys.undo") + what);
    find("#keys-undo").setAttribute("aria-disabled", String(!undoable));
  }

  // On a phone, the field goes to the top, so that the answer and the bits stay above the keyboard.
  input.addEventListener("focus", () => {
    if (PHONE.matches) find("#keys-form").scrollIntoView({ block: "start" });
  });
  input.addEventListener("input", () => {
    endFinding();
    silence();
    ask(input.value);
  });
  find("#keys-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    withKey(addKey);
    input.focus();
    // The next word replaces this one.
    input.select();
  });
  for (const button of findAll("[data-fill]"))
    button.addEventListener("click", () =>
      attempt(() => {
        const keys = generated(Number(button.dataset.fill));
        silence();
        fill(keys);
        const { estimatedErrorRate: rate } = bench.stats;
        const now = () => (rate < SMALL ? "" : t("keys.nowRate", { rate: pct(rate) }));
        tell("good", () => t("keys.filled", { count: num(keys.length) }) + now());
      }),
    );
  find("#keys-undo").addEventListener("click", () => {
    const action = undo();
    pending = undefined;
    if (action) tell("good", () => t(`keys.undone-${action.what}`, undoneOf(action)));
    else tell("", () => t("keys.nothingToUndo"));
  });

  selectOnEntry(input);
  oneStop(find("#keys-bar"));
  // The user may have typed before the page could answer.
  if (input.value) ask(input.value);
  onQuery(answer);
  onChange(listKeys);
  inEachLanguage(() => {
    answer();
    listKeys();
  });
  return { tell, answer, silence, show, attempt, withKey };
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

/** Keys that are not among the words. @param {number} count */
function generated(count) {
  const keys = [];
  for (let n = 1; keys.length < count; n++) {
    const key = bench.integers ? String(n) : `key-${n}`;
    if (!bench.words.has(key)) keys.push(key);
  }
  return keys;
}

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
