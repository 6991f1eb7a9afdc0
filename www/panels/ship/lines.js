// Two live lines: keys that must never be false positives, and labels. Their sets are small: the domains with one first letter.

import { MapReader, FilterReader } from "edgebloom/reader";
import { announce } from "../../lib/announce.js";
import { find, make } from "../../lib/dom.js";
import { EXAMPLE, partUrl } from "../../lib/example.js";
import { inEachLanguage, t } from "../../lib/i18n.js";

const { part } = EXAMPLE;

/** Names to choose from. All but the last are false positives without `never`. */
const NEVER = [...part.saved, "gmail.com"];
const LABELS = ["mailinator.com", "gmail.com", "example.org"];

/** @returns {() => void} loads the sets, once; after a failure, again */
export function startLines() {
  const [never, labels] = ["never", "labels"].map((name) => ({
    select: find(`#ship-${name}`),
    answer: find(`#ship-${name}-answer`),
  }));
  /** @type {{ plain: FilterReader, never: FilterReader, labels: MapReader } | "failed" | undefined} */
  let sets;
  let isLoading = false;

  /** @param {HTMLElement} answer @param {string} kind @param {string} word @param {string} [why] */
  function show(answer, kind, word, why = "") {
    answer.dataset.kind = kind;
    answer.replaceChildren(make("b", {}, word), " ", why);
  }

  function draw() {
    if (sets === "failed")
      for (const { answer } of [never, labels]) show(answer, "bad", t("ship.notLoaded"), t("ship.chooseAgain"));
    if (!sets || sets === "failed") return;
    const key = never.select.value;
    // None is on the list, so the set with `never` has no other answer than "no".
    if (!sets.never.has(key))
      show(never.answer, "no", t("ship.noWord"), t(sets.plain.has(key) ? "ship.neverSaved" : "ship.neverLuck"));
    const label = sets.labels.get(labels.select.value);
    if (label === undefined) show(labels.answer, "", "undefined", t("ship.neither"));
    else show(labels.answer, "", `"${label}"`);
  }

  for (const [{ select, answer }, keys] of /** @type {const} */ ([
    [never, NEVER],
    [labels, LABELS],
  ])) {
    select.append(...keys.map((key) => make("option", { value: key }, `"${key}"`)));
    select.addEventListener("change", () => {
      draw();
      announce(answer.textContent);
    });
  }
  inEachLanguage(draw);
  return async () => {
    if (isLoading || (sets && sets !== "failed")) return;
    isLoading = true;
    try {
      const [plain, exact, map] = await Promise.all(
        /** @type {const} */ ([".bloom", "-never.bloom", "-labels.map"]).map(async (ending) => {
          const response = await fetch(partUrl(ending));
          if (!response.ok) throw new Error(String(response.status));
          return new Uint8Array(await response.arrayBuffer());
        }),
      );
      sets = {
        plain: FilterReader.fromBytes(plain),
        never: FilterReader.fromBytes(exact),
        labels: MapReader.fromBytes(map),
      };
    } catch {
      sets = "failed";
    }
    isLoading = false;
    draw();
  };
}
