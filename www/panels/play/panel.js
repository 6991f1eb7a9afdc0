// The challenge of the first page: to type a word that was never added and gets "maybe".

import { bench } from "../../lib/bench.js";
import { carryKeys } from "../../lib/carried.js";
import { find, make } from "../../lib/dom.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";

/** @param {ReturnType<typeof import("../keys/panel.js").start>} keys */
export function start({ tell, show }) {
  /** What was typed and was never added. @type {Set<string>} */
  const tried = new Set();
  /** What of that got "maybe", the latest last. @type {string[]} */
  const lies = [];
  let told = 0;

  const name = make("dt");
  const count = make("strong");
  const last = make("button", { type: "button", class: "chip lie", onclick: () => show(lies[lies.length - 1]) });
  const tries = make("span");
  find("#fill").append(make("div", { id: "caught" }, name, make("dd", {}, make("div", {}, count, last), tries)));

  function draw() {
    // Not before the last thread has landed.
    if (!query.over) return;
    name.textContent = t("play.caught");
    count.textContent = t("play.lies", { count: num(lies.length) });
    tries.textContent = t("play.tries", { count: num(tried.size) });
    last.hidden = !lies.length;
    last.textContent = lies[lies.length - 1] ?? "";
    if (lies.length === told) return;
    told = lies.length;
    const at = tried.size;
    tell("good", () => t("play.lied", { count: num(at) }));
  }

  find("#key").addEventListener("input", () => {
    const { asked, words } = bench;
    if (!asked || words.has(asked) || tried.has(asked)) return;
    tried.add(asked);
    if (query.kind === "maybe") lies.push(asked);
    draw();
  });
  onQuery(draw);
  inEachLanguage(draw);
  addEventListener("pagehide", carryKeys);
}
