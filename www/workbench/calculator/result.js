// The two sliders and the resulting sizes of a Bloom filter and of a static set.

import { find } from "../../lib/dom.js";
import { few, num, pct, size, t } from "../../lib/i18n.js";
import { nearestStop } from "../../lib/shape.js";
import { staticBytes } from "./static-size.js";
import { KEY_STOPS, RATE_STOPS } from "./stops.js";

export const NONE = "–";

/** Bits per key at the end of the bars: the lowest rate of the slider takes 43.2. */
const LONGEST = 44;

/** A rate of 0, as with very many bits per key, has no logarithm. */
const LEAST = 1e-300;

const SLIDERS = /** @type {const} */ ([
  ["keys", KEY_STOPS],
  ["rate", RATE_STOPS],
]);

/**
 * @param {(name: "n" | "p", value: number) => void} slide
 */
export function sliders(slide) {
  for (const [name, stops] of SLIDERS) {
    const slider = find(`#calculator-${name}`);
    slider.max = stops.length - 1;
    slider.addEventListener("input", () => slide(name === "keys" ? "n" : "p", stops[slider.value]));
  }
}

/** The value of a slider. @param {"keys" | "rate"} name */
export const stopAt = (name) => (name === "keys" ? KEY_STOPS : RATE_STOPS)[find(`#calculator-${name}`).value];

/** @param {import("./solve.js").Numbers | undefined} numbers undefined if there is no answer */
export function showResult(numbers) {
  const others = numbers && staticBytes(numbers.n, numbers.p);
  showSliders(numbers);
  const bits = numbers && numbers.m / numbers.n;
  const bloom = numbers && size(Math.ceil(numbers.m / 8));
  const otherSize = others ? size(others) : undefined;
  showAmount("bloom", bloom, bits, numbers && t("calculator.bloomFacts", { bits: few(bits ?? 0), k: numbers.k }));
  const otherBits = numbers && others ? (8 * others) / numbers.n : undefined;
  const none = numbers ? t("calculator.noStatic") : "";
  showAmount(
    "static",
    otherSize && t("calculator.about", { size: otherSize }),
    otherBits,
    otherBits ? t("calculator.staticFacts", { bits: few(otherBits) }) : none,
  );
  find("#calculator-sentence").textContent = numbers ? sentence(numbers, otherSize) : t("calculator.noAnswer");
}

/**
 * @param {import("./solve.js").Numbers} numbers
 * @param {string | undefined} staticSize
 */
function sentence({ n, p, m, k }, staticSize) {
  const values = { n: num(n), p: pct(p), size: size(Math.ceil(m / 8)), bits: few(m / n), k };
  return t("calculator.sentence", values) + (staticSize ? t("calculator.sentenceStatic", { size: staticSize }) : "");
}

/** @param {import("./solve.js").Numbers | undefined} numbers */
function showSliders(numbers) {
  const texts = numbers && { keys: num(numbers.n), rate: pct(numbers.p) };
  for (const [name, stops] of SLIDERS) {
    const slider = find(`#calculator-${name}`);
    find(`#calculator-${name}-value`).textContent = texts?.[name] ?? NONE;
    const [first, last] = slider.parentNode.querySelectorAll(".ends span");
    const end = name === "keys" ? num : pct;
    [first.textContent, last.textContent] = [end(stops[0]), end(stops[stops.length - 1])];
    if (!numbers) continue;
    const wanted = name === "keys" ? numbers.n : Math.max(numbers.p, LEAST);
    slider.value = nearestStop(stops, wanted);
    slider.setAttribute(
      "aria-valuetext",
      t("calculator.sliderText", { value: texts?.[name], size: size(Math.ceil(numbers.m / 8)) }),
    );
  }
}

/**
 * @param {"bloom" | "static"} name
 * @param {string | undefined} amount
 * @param {number | undefined} bits per key
 * @param {string | undefined} facts
 */
function showAmount(name, amount, bits = 0, facts = "") {
  find(`#calculator-${name}-size`).textContent = amount ?? NONE;
  find(`#calculator-${name}-facts`).textContent = facts;
  const bar = find(`#calculator-${name}-bar`);
  bar.style.width = `${Math.min(bits / LONGEST, 1) * 100}%`;
  bar.toggleAttribute("data-cut", bits > LONGEST);
}
