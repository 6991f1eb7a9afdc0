// What the workbench does with keys in addition to the first page: it removes them from counting filters, and empties or resets the filter.

import { ask, bench, empty, missed, nameOf, onChange, remove, reset } from "../../lib/bench.js";
import { find, findAll, make } from "../../lib/dom.js";
import { shortened } from "../../lib/format.js";
import { inEachLanguage, listed, t } from "../../lib/i18n.js";

/** The largest number of false negatives that are named after a wrong removal. */
const NAMED = 5;

/** @param {ReturnType<typeof import("../../panels/keys/panel.js").start>} keys */
export function start({ tell, silence, attempt, withKey }) {
  const input = find("#key");
  const button = make("button", { type: "button", id: "keys-remove", onclick: () => withKey(removeKey) });
  find("#keys-undo").before(button);

  /** @param {string} key */
  function removeKey(key) {
    const isKnown = bench.words.has(nameOf(key)) || !bench.complete;
    const done = remove(key);
    const values = { key: shortened(key) };
    if (done === "absent") return tell("", () => t("keys.notThere", values));
    if (done === "stuck") return tell("", () => t("keys.stuck", values));
    if (isKnown) return tell("good", () => t("keys.removed", values));
    const lost = missed().slice(0, NAMED);
    const text = () => (lost.length ? t("keys.nowMissed", { keys: listed(lost) }) : t("keys.noneMissed"));
    tell("bad", () => t("keys.wrongRemoval", { ...values, missed: text() }));
  }

  /** Adds a button to each key of the list. */
  function draw() {
    const { counting, stats } = bench;
    button.textContent = t("keys.remove");
    button.hidden = !counting;
    find("#keys-clear").setAttribute("aria-disabled", String(!stats.bitsSet));
    if (!counting) return;
    for (const item of findAll("#keys-known [data-key]")) {
      const { key } = item.dataset;
      const act = () => {
        attempt(() => removeKey(key));
        // The button is removed together with its key.
        input.focus();
      };
      const label = t("keys.removeOne", { key });
      item.append(make("button", { type: "button", class: "chip remove", "aria-label": label, onclick: act }, "×"));
    }
  }

  find("#keys-clear").addEventListener("click", () =>
    attempt(() => {
      if (bench.stats.bitsSet) empty();
      silence();
      tell("good", () => t("keys.emptyFilter"));
    }),
  );
  find("#keys-reset").addEventListener("click", () => {
    reset();
    input.value = "";
    ask("");
    tell("good", () => t("keys.isReset"));
  });
  onChange(draw);
  inEachLanguage(draw);
}
