// What the two sliders say: the sizes of a Bloom filter and of a static set.

import { find } from "../../lib/dom.js";
import { few, num, pct, size, t } from "../../lib/i18n.js";
import { nearestStop } from "../../lib/shape.js";
import { staticBytes } from "./static-size.js";
import { KEY_STOPS, RATE_STOPS } from "./stops.js";

/** Bits per key at the end of the bars: the lowest rate of the slider takes 43.2. */
const LONGEST = 44;

export const SLIDERS = /** @type {const} */ ([
  { id: "calculator-keys", name: "n", stops: KEY_STOPS, text: num },
  { id: "calculator-rate", name: "p", stops: RATE_STOPS, text: pct },
]);

/** @typedef {{ n: number, p: number, m: number, k: number }} Numbers */

/** @param {Numbers} numbers */
export function showResult(numbers) {
  const { n, p, m, k } = numbers;
  const set = staticBytes(n, p);
  const [bloomSize, setSize] = [size(Math.ceil(m / 8)), set && size(set)];
  showSliders(numbers, bloomSize);
  showAmount("bloom", bloomSize, m / n, t("calculator.bloomFacts", { bits: few(m / n), k }));
  const setBits = set && (8 * set) / n;
  const facts = setBits ? t("calculator.staticFacts", { bits: few(setBits) }) : t("calculator.noStatic");
  showAmount("static", setSize ? t("calculator.about", { size: setSize }) : "–", setBits ?? 0, facts);
}

/** @param {Numbers} numbers @param {string} bloomSize */
function showSliders(numbers, bloomSize) {
  for (const { id, name, stops, text } of SLIDERS) {
    const slider = find(`#${id}`);
    const value = text(numbers[name]);
    find(`#${id}-value`).textContent = value;
    const [first, last] = slider.parentNode.querySelectorAll(".ends span");
    [first.textContent, last.textContent] = [text(stops[0]), text(stops[stops.length - 1])];
    slider.value = nearestStop(stops, numbers[name]);
    slider.setAttribute("aria-valuetext", t("calculator.sliderText", { value, size: bloomSize }));
  }
}

/**
 * @param {"bloom" | "static"} name
 * @param {string} amount
 * @param {number} bits per key
 * @param {string} facts
 */
function showAmount(name, amount, bits, facts) {
  find(`#calculator-${name}-size`).textContent = amount;
  find(`#calculator-${name}-facts`).textContent = facts;
  find(`#calculator-${name}-bar`).style.width = `${Math.min(bits / LONGEST, 1) * 100}%`;
}
