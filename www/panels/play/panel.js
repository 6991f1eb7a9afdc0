// The challenge of the first page: to type a word that was never added and gets "maybe".

import { bench } from "../../lib/bench.js";
import { find, make } from "../../lib/dom.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";
import { found, lies } from "../keys/finding.js";

/** Milliseconds without typing after which a word counts. */
const SETTLED = 600;

/** After so many tries without a lie, there is a hint. */
const UNLUCKY = 10;

/** @param {ReturnType<typeof import("../keys/panel.js").start>} keys */
export function start({ tell, answer, show }) {
  /** What was typed and was never added. @type {Set<string>} */
  const tried = new Set();
  /** How many tries there were at the latest lie, or hint. */
  let since = 0;
  /** The latest lie, until its message. @type {{ word: string, lies: number, at: number } | undefined} */
  let news;

  const name = make("dt");
  const count = make("strong");
  const last = make("button", { type: "button", class: "chip lie", onclick: () => show([...lies].at(-1) ?? "") });
  const tries = make("span");
  find("#fill").append(make("div", { id: "caught" }, name, make("dd", {}, count, tries), make("dd", {}, last)));

  function draw() {
    // Not before the last thread has landed.
    if (!query.over) return;
    name.textContent = t("play.caught");
    count.textContent = t("play.lies", { count: num(lies.size) });
    tries.textContent = t("play.tries", { count: num(tried.size) });
    last.hidden = !lies.size;
    last.textContent = [...lies].at(-1) ?? "";
    const said = news?.word === bench.asked ? news : undefined;
    news = undefined;
    // Of a lie that was typed over, the count is enough.
    if (said) tell("good", () => t("play.lied", { lies: num(said.lies), count: num(said.at) }));
  }

  /** What has counted last, until the word ends. */
  let latest = "";
  /** Set while what was typed has not counted. */
  let timer = 0;
  /**
   * Counts the word in the field once it is typed, after a pause or when something is done with it or another is typed over it: its
   * beginnings are no tries, and what keys of the page make of it later is no lie of the user's.
   * @param {boolean} isPause only then is there time to read a hint
   */
  function countWord(isPause = false) {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    const { asked, words } = bench;
    if (!asked || words.has(asked) || found.has(asked)) return;
    // Of a word that is typed slowly, its beginning had counted.
    if (asked.startsWith(latest) && !lies.has(latest)) tried.delete(latest);
    latest = asked;
    tried.add(asked);
    // A word that got "no" may get "maybe" when the filter is fuller.
    if (query.kind === "maybe" && !lies.has(asked)) {
      lies.add(asked);
      news = { word: asked, lies: lies.size, at: tried.size };
      since = tried.size;
      answer();
    } else if (isPause && tried.size - since >= UNLUCKY) {
      since = tried.size;
      tell("", () => t("play.unlucky", { count: num(UNLUCKY) }));
    }
    draw();
  }
  const field = find("#key");
  field.addEventListener("beforeinput", () => {
    // Another word takes the place of this one, which counts if its answer was there.
    if (field.selectionStart !== 0 || field.selectionEnd !== field.value.length) return;
    if (query.over) countWord();
    latest = "";
  });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(countWord, SETTLED, true);
  });
  // Before a button changes the filter; Enter clicks Add.
  const early = (/** @type {Event} */ { target }) => {
    if (!(/** @type {Element} */ (target).closest("button"))) return;
    countWord();
    latest = "";
  };
  find("#play").addEventListener("click", early, { capture: true });
  onQuery(draw);
  inEachLanguage(draw);
}
