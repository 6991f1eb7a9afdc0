// The way from a list to an answer: three steps in code, a query, and two lines about what a filter alone cannot do.

import { copyText, find, findAll, make, whenNear } from "../../lib/dom.js";
import { currentLanguage, inEachLanguage, t } from "../../lib/i18n.js";
import { teller } from "../../lib/teller.js";
import { startLines } from "./lines.js";
import { startQuery } from "./query.js";
import { SHOWN, textToCopy } from "./three-steps.js";

export function start() {
  const loads = [startQuery(), startLines()];
  const load = () => {
    for (const act of loads) act();
  };
  for (const [i, code] of findAll(".ship-steps code").entries())
    code.append(...SHOWN[i].map((part) => make("span", {}, part)));
  const tell = teller("#ship-news");
  find("#ship-copy").addEventListener("click", async () => {
    if (await copyText(textToCopy())) return tell("good", () => t("ship.copied"));
    getSelection()?.selectAllChildren(find(".ship-steps"));
    tell("bad", () => t("ship.refused"));
  });
  const links = findAll("#ship a[data-zh], .ship-docs a").map((link) => ({ link, english: link.getAttribute("href") }));
  inEachLanguage(() => {
    const isChinese = currentLanguage() === "zh";
    for (const { link, english } of links) {
      const [path, heading] = english.split("#");
      link.href = isChinese ? `${path.replace(/(guide|deploy)\//, "zh/$1/")}#${link.dataset.zh ?? heading}` : english;
    }
  });
  whenNear(find("#ship"), load);
  // What could not be loaded is tried again.
  for (const event of ["change", "submit"]) find("#ship").addEventListener(event, load);
}
