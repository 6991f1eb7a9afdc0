// Queries, adds and removes keys, and describes the result in words.

import { CountingBloomFilter } from "edgebloom";
import {
  add,
  ask,
  bench,
  empty,
  fill,
  isListed,
  keyOf,
  missed,
  nameOf,
  onAsk,
  onChange,
  remove,
  reset,
  undo,
} from "../../lib/bench.js";
import { find, findAll, make } from "../../lib/dom.js";
import { shortened } from "../../lib/format.js";
import { few, inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { inSlices, latest } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { searchFalsePositive } from "./false-positive.js";
import { setBy, verdictOf } from "./verdict.js";

/** The largest number of keys in the list. */
const LISTED = 60;

/** Characters of a key on a button. */
const MOST_ON_BUTTON = 20;

/** The largest number of false negatives that are named after a wrong removal. */
const NAMED = 5;

/** The abort reason if the user stopped the search. */
const STOPPED = "stopped";

/** Keys between two messages about the progress of a search: a screen reader reads each message. */
const NEWS_EVERY = 2 ** 20;

export function start() {
  const input = find("#key");
  const tell = teller("#keys-news");
  let madeUpKeys = 0;
  let searched = 0;
  let finding = new AbortController();
  const silence = () => tell("", () => "");

  const explain = latest(async (signal) => {
    const by = find("#verdict-by");
    by.textContent = "";
    const text = bench.asked;
    if (!text) return;
    const { kind, positions } = verdictOf(text);
    if (kind !== "maybe") return;
    const inList = bench.list && bench.complete ? await isListed(text) : undefined;
    const said = [];
    if (inList) said.push(t("keys.listed", { name: bench.list?.name }));
    // A word that was added by hand already has a message.
    else if (inList === false && !bench.words.has(nameOf(text)))
      said.push(t("keys.unlisted", { name: bench.list?.name }));
    if (bench.list) by.textContent = t("keys.looking");
    if (bench.cells) said.push(await setBy(positions));
    if (!signal.aborted) by.textContent = said.join(" ");
  });

  function answer() {
    const { kind, headline, because } = bench.asked
      ? verdictOf(bench.asked)
      : { kind: "", headline: t("keys.idle"), because: "" };
    find("#verdict").dataset.kind = kind;
    find("#verdict-headline").textContent = headline;
    find("#verdict-because").textContent = because;
    explain();
  }

  /** @param {string} key */
  function showKey(key) {
    silence();
    askFor(key);
  }

  /** @param {string} text */
  function askFor(text) {
    // On a phone it may be above the visible part.
    find("#keys").scrollIntoView({ block: "nearest" });
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
    const before = countOf(key);
    const known = bench.words.has(nameOf(key));
    const isNew = add(key);
    const counted = known ? (countOf(key) === before ? "keys.full" : "keys.again") : "keys.wasCounted";
    const what = before ? counted : isNew ? "keys.isNew" : "keys.wasThere";
    tell("good", () => t(what, { key: shortened(key) }));
  }

  /** The count of a key in a counting filter, which may be too high; 0 for other filters. @param {string} key */
  const countOf = (key) => (bench.filter instanceof CountingBloomFilter ? bench.filter.count(keyOf(key)) : 0);

  /** @param {string} key */
  function removeKey(key) {
    const known = bench.words.has(nameOf(key)) || !bench.complete || bench.list;
    const done = remove(key);
    const values = { key: shortened(key) };
    if (done === "absent") return tell("", () => t("keys.notThere", values));
    if (done === "stuck") return tell("", () => t("keys.stuck", values));
    if (known) return tell("good", () => t("keys.removed", values));
    const lost = missed().slice(0, NAMED);
    tell("bad", () =>
      t("keys.wrongRemoval", {
        ...values,
        missed: lost.length ? t("keys.nowMissed", { keys: listed(lost) }) : t("keys.noneMissed"),
      }),
    );
  }

  async function findOne() {
    finding.abort();
    const controller = (finding = new AbortController());
    const { signal } = controller;
    const { stats, words, list, complete } = bench;
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
    const { key } = found;
    const inList = key !== undefined && list && (await isListed(key));
    if (signal.aborted) return;
    setFinding(false);
    if (inList) return findOne();
    const values = () => ({ key, tried: num(found.tried), expected: few(expected) });
    if (key === undefined) return tell("", () => t("keys.notFound", values()));
    askFor(key);
    tell("good", () => t(complete ? "keys.found" : "keys.foundUnknown", values()));
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

  /** The number of keys by origin. */
  function countText() {
    const { words, origins, list, complete, stats } = bench;
    const of = (/** @type {import("../../lib/bench.js").Origin} */ origin) =>
      [...origins.values()].filter((its) => its === origin).length;
    const [examples, generated] = [of("example"), of("generated")];
    const counts = [
      ["keys.ofList", list?.count ?? 0],
      ["keys.examples", examples],
      ["keys.yours", words.size - examples - generated],
      ["keys.generated", generated],
    ];
    const parts = counts
      .filter(([, count]) => count)
      .map(([key, count]) =>
        t(/** @type {string} */ (key), { count: num(/** @type {number} */ (count)), name: list?.name }),
      );
    const known = parts.length ? listed(parts) : t("keys.none");
    if (complete) return t("keys.count", { known });
    const before = stats.inserted - [...words.values()].reduce((sum, times) => sum + times, 0);
    return t(before > 0 ? "keys.countUnknown" : "keys.countHidden", { known, inserted: num(before) });
  }

  function listKeys() {
    const { words } = bench;
    find("#keys-count").textContent = countText();
    // The newest first.
    const first = [...words].slice(-LISTED).reverse();
    const items = first.map(([word, times]) => {
      const name = times > 1 ? `${word} ×${times}` : word;
      const item = make(
        "li",
        {},
        make("button", { type: "button", class: "chip", onclick: () => showKey(word) }, name),
      );
      if (bench.counting) {
        item.append(
          make(
            "button",
            {
              type: "button",
              class: "chip remove",
              "aria-label": t("keys.removeOne", { key: word }),
              onclick: () => {
                attempt(() => removeKey(word));
                // The button is removed together with its key.
                input.focus();
              },
            },
            "×",
          ),
        );
      }
      return item;
    });
    if (words.size > LISTED)
      items.push(make("li", { class: "soft" }, t("keys.more", { count: num(words.size - LISTED) })));
    find("#keys-known").replaceChildren(...items);
    const { undoable, counting, stats } = bench;
    find("#keys-undo-what").textContent = undoable ? t(`keys.undo-${undoable.what}`, undoneOf(undoable)) : "";
    find("#keys-undo").setAttribute("aria-disabled", String(!undoable));
    find("#keys-remove").hidden = !counting;
    if (find("#keys-clear")) find("#keys-clear").disabled = !stats.bitsSet;
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
  find("#keys-query").addEventListener("click", () =>
    withKey((key) => {
      silence();
      ask(key);
    }),
  );
  find("#keys-remove").addEventListener("click", () => withKey(removeKey));
  find("#keys-find").addEventListener("click", findOne);
  find("#keys-stop").addEventListener("click", () => finding.abort(STOPPED));
  find("#keys-clear")?.addEventListener("click", () =>
    attempt(() => {
      empty();
      silence();
    }),
  );
  find("#keys-undo").addEventListener("click", () => {
    const action = undo();
    if (action) tell("good", () => t(`keys.undone-${action.what}`, undoneOf(action)));
    else tell("", () => t("keys.nothingToUndo"));
  });
  find("#keys-reset").addEventListener("click", () => {
    reset();
    input.value = "";
    ask("");
    tell("good", () => t("keys.isReset"));
  });
  for (const button of findAll("[data-fill]")) {
    button.addEventListener("click", () =>
      attempt(() => {
        silence();
        fill(Array.from({ length: Number(button.dataset.fill) }, () => nextMadeUp()));
      }),
    );
  }
  const nextMadeUp = () => (bench.integers ? String(++madeUpKeys) : `key-${++madeUpKeys}`);

  // The user may have typed before the page could answer.
  if (input.value) ask(input.value);
  onAsk(answer);
  onChange(listKeys);
  inEachLanguage(() => {
    answer();
    listKeys();
  });
}

/**
 * The text that describes what was undone.
 * @param {import("../../lib/bench.js").Action} action
 */
function undoneOf({ keys = [] }) {
  const [key = ""] = keys;
  return { key: shortened(key, MOST_ON_BUTTON), count: num(keys.length) };
}
