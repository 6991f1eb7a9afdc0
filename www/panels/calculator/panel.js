// The size of a filter for a number of keys and a rate. Both are typed or chosen with a slider, and are in the address, so users
// can share them.

import { find, findAll, say } from "../../lib/dom.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { parseKeys, parseRate, readKeys, readRate } from "../../lib/parse-number.js";
import { nearestStop } from "../../lib/shape.js";
import { addressOf, keepAddress, readAddress } from "./address.js";
import { showSizes } from "./result.js";
import { KEY_STOPS, RATE_STOPS } from "./stops.js";

/** Milliseconds without typing after which a screen reader says the sizes, or an error is shown: the beginning of a number may be none. */
const SETTLED = 700;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => (value >= least && value <= most ? value : NaN);

/** @typedef {(text: string) => number} Read */
const keysIn = /** @type {Read} */ ((text) => within(parseKeys(text), 1, 1e12));
const rateIn = /** @type {Read} */ ((text) => within(parseRate(text), 1e-15, 1));

/** What is wrong with a text. @param {number} value what it says */
const badKeys = (value) => (Number.isNaN(value) ? "calculator.noKeys" : "calculator.badKeys");
/** @param {string} text */
function badRate(text) {
  const value = readRate(text);
  if (Number.isNaN(value)) return t("calculator.noRate");
  // A bare number may be meant as a percentage.
  const percent = value >= 1 && value < 100 && /^[\d.,\s]+$/.test(text) && num(value);
  return t(value === 0 ? "calculator.zeroRate" : "calculator.badRate", { percent });
}

/** Lower rates are said with a power of ten, which is hard to type, and one just below 100% is rounded to it. @param {number} rate */
const rateText = (rate) => (rate > 1e-10 && rate < 0.99 ? pct(rate) : String(rate));

const inputs = /** @type {const} */ ([
  {
    name: "n",
    id: "keys",
    stops: KEY_STOPS,
    read: keysIn,
    text: num,
    spoken: num,
    bad: (/** @type {string} */ text) => t(badKeys(readKeys(text))),
  },
  {
    name: "p",
    id: "rate",
    stops: RATE_STOPS,
    read: rateIn,
    text: rateText,
    spoken: pct,
    bad: badRate,
  },
]);

export function start() {
  let given = { n: 1_000_000, p: 0.01 };
  const news = find("#calculator-news");
  const uses = findAll("#calculator-uses button");
  let timer = 0;
  const parts = inputs.map((input) => ({
    ...input,
    slider: find(`#calculator-${input.id}`),
    field: find(`#calculator-${input.id}-value`),
    news: find(`#calculator-${input.id}-news`),
  }));
  /** @typedef {typeof parts[number]} Part */

  /** @param {Part} part @param {boolean} [isTyping] then the text stays as it is */
  function show({ name, stops, text, spoken, slider, field, news }, isTyping) {
    if (!isTyping) field.value = text(given[name]);
    field.setAttribute("aria-invalid", "false");
    say(news);
    slider.value = nearestStop(stops, given[name]);
    slider.setAttribute("aria-valuetext", spoken(given[name]));
  }

  /** @param {Part} part whose text is not a number */
  function reject({ bad, field, news }) {
    field.setAttribute("aria-invalid", "true");
    say(news, bad(field.value), "bad");
    drawSizes();
  }

  /** @param {Part} part */
  const isBad = ({ read, field }) => Number.isNaN(read(field.value));

  function drawSizes() {
    for (const use of uses) use.ariaPressed = String(Number(use.dataset.rate) === given.p);
    find("#calculator-more").href = `workbench.html${addressOf(["n", "p"], given)}`;
    const isStale = parts.some(isBad);
    // The sizes of the last two numbers stay, dimmed.
    find("#calculator-sizes").classList.toggle("stale", isStale);
    if (!isStale) return showSizes(given);
    hush();
  }

  function hush() {
    clearTimeout(timer);
    news.textContent = "";
  }

  /** @param {Part} part @param {number} value @param {boolean} [isTyping] */
  function take(part, value, isTyping) {
    given = { ...given, [part.name]: value };
    show(part, isTyping);
    const said = drawSizes();
    clearTimeout(timer);
    // Not at every digit.
    timer = setTimeout(() => (news.textContent = said ? t("calculator.sizes", said) : ""), SETTLED);
    keepAddress(() => addressOf(["n", "p"], given));
  }

  /** Addresses that are not valid, and those of other parts of the page, change nothing. */
  function takeAddress() {
    const { n = "", p = "" } = readAddress(location.hash) ?? {};
    const asked = { n: keysIn(n), p: rateIn(p) };
    if (Number.isNaN(asked.n + asked.p)) return;
    given = asked;
    for (const part of parts) show(part);
    drawSizes();
    hush();
  }

  for (const part of parts) {
    const { stops, read, slider, field } = part;
    slider.max = stops.length - 1;
    slider.addEventListener("input", () => take(part, stops[slider.value]));
    field.addEventListener("input", () => {
      if (!isBad(part)) return take(part, read(field.value), true);
      drawSizes();
      timer = setTimeout(reject, SETTLED, part);
    });
    field.addEventListener("change", () => (isBad(part) ? reject : show)(part));
    show(part);
  }
  for (const use of uses) use.addEventListener("click", () => take(parts[1], Number(use.dataset.rate)));
  addEventListener("hashchange", takeAddress);
  takeAddress();
  inEachLanguage(() => {
    for (const part of parts) (isBad(part) ? reject : show)(part);
    drawSizes();
    hush();
  });
}
