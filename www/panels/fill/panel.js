// How full the filter is, and how often it says "maybe" to a key that was never added: always beside its bits.

import { bench } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { SMALL } from "../../lib/format.js";
import { inEachLanguage, num, oneIn, pct, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";

/** A figure with more characters is drawn smaller. */
const MOST = 9;

/** From here on, "1 in 2" would say less than the share. */
const HIGH = 0.4;

export function start() {
  function draw() {
    // The bits flip before the figures change.
    if (!query.over) return;
    const { fillRatio, bitsSet, bits, estimatedErrorRate: rate } = bench.stats;
    figure("#fill-share", pct(fillRatio));
    find("#fill-bits").textContent = t(bench.counting ? "fill.counters" : "fill.bits", {
      set: num(bitsSet),
      bits: num(bits),
    });
    const high = rate > HIGH;
    figure("#fill-one-in", rate && !high ? oneIn(rate) : pct(rate));
    const text = high ? "fill.rateHigh" : rate && rate < SMALL ? "fill.rateLow" : "fill.rateText";
    find("#fill-rate").textContent = t(text, { rate: pct(rate), least: pct(SMALL) });
  }
  /** @param {string} selector @param {string} text */
  function figure(selector, text) {
    const strong = find(selector);
    strong.textContent = text;
    strong.classList.toggle("long", text.length > MOST);
  }
  onQuery(draw);
  inEachLanguage(draw);
}
