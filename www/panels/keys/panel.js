// Asking, adding and removing keys, and what happened in words.

import { add, addAll, ask, bench, clear, keyOf, missed, onAsk, onChange, remove, undo } from "../../lib/bench.js";
import { find, findAll, make, say } from "../../lib/dom.js";
import { few, inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { inSlices, latest } from "../../lib/slices.js";
import { searchFalsePositive } from "./false-positive.js";
import { setBy, verdictOf } from "./verdict.js";

/** So many keys are listed. */
const LISTED = 60;

/** So many keys that are missed after a wrong removal are named. */
const NAMED = 5;

/** Why a search ends: by hand, not because the filter has changed. */
const STOPPED = "stopped";

export function start() {
  const input = find("#key");
  const news = find("#keys-news");
  let madeUpKeys = 0;
  let searched = 0;
  let finding = new AbortController();
  /** Says the last news anew, in another language. */
  let retell = () => {};

  /**
   * @param {"" | "good" | "bad" | "busy"} kind
   * @param {() => string} text
   */
  function tell(kind, text) {
    retell = () => say(news, text(), kind);
    retell();
  }
  const silence = () => tell("", () => "");

  const explain = latest(async (signal) => {
    const by = find("#verdict-by");
    by.textContent = "";
    const text = bench.asked;
    if (!text) return;
    const { kind, positions } = verdictOf(text);
    if (kind != "possibly" || !bench.cells) return;
    const said = await setBy(positions);
    if (!signal.aborted) by.textContent = said;
  });

  function answer() {
    const { kind, headline, because } = bench.asked
      ? verdictOf(bench.asked)
      : { kind: "", headline: t("keys.idle"), because: "" };
    find("#verdict").dataset.kind = kind;
    find("#verdict-headline").textContent = headline;
    find("#verdict-because").textContent = because;
    find("#keys-remove").disabled = !bench.counting;
    find("#keys-remove").title = bench.counting ? "" : t("keys.noRemoval");
    explain();
  }

  /** @param {string} text */
  function askFor(text) {
    input.value = text;
    ask(text);
  }

  /**
   * Runs a change of the filter; a key that it does not take leaves everything as it is.
   * @param {() => void} change
   */
  function attempt(change) {
    finding.abort();
    try {
      change();
    } catch (error) {
      tell("bad", () => `${t("keys.bad")} ${/** @type {Error} */ (error).message}`);
    }
  }

  /** @param {string} key */
  function addKey(key) {
    const was = bench.counting && bench.filter.has(keyOf(key));
    const isNew = add(key);
    tell("good", () => t(isNew && !was ? "keys.isNew" : was ? "keys.again" : "keys.wasThere", { key }));
  }

  /** @param {string} key */
  function removeKey(key) {
    const known = bench.words.has(key) || !bench.complete || bench.list;
    if (!remove(key)) return tell("", () => t("keys.notThere", { key }));
    if (known) return tell("good", () => t("keys.removed", { key }));
    const lost = missed().slice(0, NAMED);
    tell("bad", () =>
      t("keys.wrongRemoval", { key, missed: lost.length ? t("keys.nowMissed", { keys: listed(lost) }) : t("keys.noneMissed") }),
    );
  }

  async function findOne() {
    finding.abort();
    const controller = (finding = new AbortController());
    const { signal } = controller;
    const { stats, words, list, complete } = bench;
    if (!stats.bitsSet) return tell("", () => t("keys.emptyFilter"));
    const expected = 1 / stats.estimatedErrorRate;
    let tried = 0;
    setFinding(true);
    tell("busy", () => t("keys.searching", { tried: num(0) }));
    const search = searchFalsePositive(searched, (text) => words.has(text));
    const found = await inSlices(
      (function* () {
        for (;;) {
          const { done, value } = search.next();
          if (done) return value;
          tried = /** @type {number} */ (value);
          if (tried % 65536 == 0) tell("busy", () => t("keys.searching", { tried: num(tried) }));
          yield;
        }
      })(),
      signal,
    );
    if (controller != finding) return;
    setFinding(false);
    if (!found) {
      if (signal.reason == STOPPED) tell("", () => t("keys.stopped", { tried: num(tried) }));
      return;
    }
    searched += found.tried;
    const { key } = found;
    if (key !== undefined && (await isListed(list, key))) return findOne();
    const values = () => ({ key, tried: num(found.tried), expected: few(expected) });
    if (key === undefined) return tell("", () => t("keys.notFound", values()));
    askFor(key);
    tell("good", () => t(complete ? "keys.found" : "keys.foundUnknown", values()));
  }

  /**
   * @param {import("../../lib/bench.js").KeyList | null} list
   * @param {string} key
   */
  const isListed = (list, key) => list?.has(key).catch(() => false);

  /** @param {boolean} running */
  function setFinding(running) {
    find("#keys-stop").hidden = !running;
    find("#keys-find").disabled = running;
  }

  function listKeys() {
    const { words, list, complete, stats } = bench;
    const count = num(words.size);
    find("#keys-count").textContent = list
      ? t("keys.countList", { count, list: num(list.count), name: list.name })
      : complete
        ? t("keys.count", { count })
        : t("keys.countUnknown", { count, inserted: num(stats.inserted - [...words.values()].reduce((sum, times) => sum + times, 0)) });
    const first = [...words].slice(-LISTED);
    const items = first.map(([word, times]) => {
      const name = times > 1 ? `${word} ×${times}` : word;
      const item = make("li", {}, make("button", { type: "button", class: "chip", onclick: () => askFor(word) }, name));
      if (bench.counting) {
        item.append(make("button", {
          type: "button", class: "chip remove", "aria-label": t("keys.removeOne", { key: word }), onclick: () => attempt(() => removeKey(word)),
        }, "×"));
      }
      return item;
    });
    if (words.size > LISTED) items.unshift(make("li", { class: "soft" }, t("keys.more", { count: num(words.size - LISTED) })));
    find("#keys-known").replaceChildren(...items);
    find("#keys-undo").disabled = !bench.undoable;
    find("#keys-clear").disabled = !stats.inserted;
  }

  input.addEventListener("input", () => {
    silence();
    ask(input.value);
  });
  find("#keys-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value) attempt(() => addKey(input.value));
    input.focus();
  });
  find("#keys-remove").addEventListener("click", () => input.value && attempt(() => removeKey(input.value)));
  find("#keys-find").addEventListener("click", findOne);
  find("#keys-stop").addEventListener("click", () => finding.abort(STOPPED));
  find("#keys-clear").addEventListener("click", () => attempt(() => {
    clear();
    silence();
  }));
  find("#keys-undo").addEventListener("click", () => attempt(() => {
    undo();
    silence();
  }));
  for (const button of findAll("[data-fill]")) {
    button.addEventListener("click", () => attempt(() => {
      silence();
      addAll(Array.from({ length: Number(button.dataset.fill) }, () => nextMadeUp()));
    }));
  }
  const nextMadeUp = () => (bench.integers ? String(++madeUpKeys) : `key-${++madeUpKeys}`);

  // Somebody may have typed before the page could answer.
  if (input.value) ask(input.value);
  onAsk(answer);
  onChange(listKeys);
  inEachLanguage(() => {
    answer();
    listKeys();
    retell();
  });
}

