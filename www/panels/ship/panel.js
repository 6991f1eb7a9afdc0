// The way from a list to an answer: three steps in code, a query, and two lines about what a filter alone cannot do.

import { copyText, find, findAll, make, whenNear } from "../../lib/dom.js";
import { currentLanguage, inEachLanguage, t } from "../../lib/i18n.js";
import { teller } from "../../lib/teller.js";
import { startLines } from "./lines.js";
import { startQuery } from "./query.js";
import { ASK, COMMANDS, LABELS_LINE, LOAD, NEVER_LINE, SHOWN } from "./three-steps.js";

/** Milliseconds in which a button says that it has copied. */
const SAID = 2000;

/**
 * A button that copies; if the browser blocks that, what it copies is selected.
 * @param {string} id what those of the button and its message begin with
 * @param {string} text
 * @param {HTMLElement} shown
 */
function copyWith(id, text, shown) {
  const button = find(`#${id}-copy`);
  const tell = teller(`#${id}-news`);
  let timer = 0;
  const draw = () => (button.textContent = t(timer ? "ship.copied" : "ship.copy"));
  inEachLanguage(draw);
  button.addEventListener("click", async () => {
    if (!(await copyText(text))) {
      getSelection()?.selectAllChildren(shown);
      return tell("bad", () => t("ship.refused"));
    }
    tell("good", () => t("ship.copied"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      draw();
      tell("", () => "");
    }, SAID);
    draw();
  });
}

export function start() {
  const loads = [startQuery(), startLines()];
  const load = () => {
    for (const act of loads) act();
  };
  const codes = findAll(".ship-steps code, .ship-line");
  for (const [i, code] of codes.entries()) code.append(...SHOWN[i].map((part) => make("span", {}, part)));
  const [never, labels] = codes.slice(-2);
  const steps = findAll(".ship-steps pre");
  for (const [i, text] of [COMMANDS, LOAD, ASK].entries()) copyWith(`ship-step-${i + 1}`, text, steps[i]);
  copyWith("ship-never", NEVER_LINE, never);
  copyWith("ship-labels", LABELS_LINE, labels);
  // The pages of the tasks are in English only.
  const links = findAll('#ship :is(a[href*="guide/"], a[href*="deploy/"])');
  const pages = links.map((link) => ({ link, english: link.getAttribute("href") }));
  inEachLanguage(() => {
    const isChinese = currentLanguage() === "zh";
    for (const { link, english } of pages) {
      const [path] = english.split("#");
      const { zh } = link.dataset;
      link.href = isChinese ? path.replace(/(guide|deploy)\//, "zh/$1/") + (zh ? `#${zh}` : "") : english;
    }
  });
  whenNear(find("#ship"), load);
  // What could not be loaded is tried again.
  for (const event of ["change", "submit"]) find("#ship").addEventListener(event, load);
}
