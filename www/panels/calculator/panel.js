// The size of a filter for a number of keys and a rate. Both are typed or chosen with a slider, and are in the address, so users
// can share them.

import { find, say } from "../../lib/dom.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { parseKeys, parseRate } from "../../lib/parse-number.js";
import { nearestStop } from "../../lib/shape.js";
import { addressOf, keepAddress, readAddress } from "./address.js";
import { showSizes } from "./result.js";
import { KEY_STOPS, RATE_STOPS } from "./stops.js";

/** The most keys and the lowest rate. */
const [MOST, LEAST] = [1e12, 1e-15];

/** Lower rates would be said with a power of ten, which is hard to type. */
const LEAST_SAID = 1e-10;

const inputs = /** @type {const} */ ([
  { name: "n", id: "keys", stops: KEY_STOPS, read: keysIn, text: num, bad: "calculator.badKeys" },
  { name: "p", id: "rate", stops: RATE_STOPS, read: rateIn, text: rateText, bad: "calculator.badRate" },
]);

/** @param {string} text */
function keysIn(text) {
  const keys = parseKeys(text);
  return keys <= MOST ? keys : NaN;
}

/** @param {string} text */
function rateIn(text) {
  const rate = parseRate(text);
  return rate >= LEAST ? rate : NaN;
}

/** @param {number} rate */
function rateText(rate) {
  return rate > LEAST_SAID ? pct(rate) : String(rate);
}

export function start() {
  let given = { n: 1_000_000, p: 0.01 };
  const parts = inputs.map((input) => ({
    ...input,
    slider: find(`#calculator-${input.id}`),
    field: find(`#calculator-${input.id}-value`),
    news: find(`#calculator-${input.id}-news`),
  }));
  /** @typedef {typeof parts[number]} Part */

  /** @param {Part} part @param {string} [typed] what stays in the field */
  function show({ name, stops, text, slider, field, news }, typed) {
    const said = text(given[name]);
    field.value = typed ?? said;
    field.setAttribute("aria-invalid", "false");
    say(news);
    slider.value = nearestStop(stops, given[name]);
    slider.setAttribute("aria-valuetext", said);
  }

  /** @param {Part} part whose text is not a number: the last one stays */
  function reject({ name, text, bad, field, news }) {
    field.setAttribute("aria-invalid", "true");
    say(news, t(bad, { shown: text(given[name]) }), "bad");
  }

  /** @param {Part} part */
  const isBad = ({ read, field }) => Number.isNaN(read(field.value));

  function drawSizes() {
    find("#calculator-more").href = `workbench.html${addressOf(["n", "p"], given)}`;
    return showSizes(given);
  }

  /** @param {Part} part @param {number} value @param {string} [typed] */
  function take(part, value, typed) {
    given = { ...given, [part.name]: value };
    show(part, typed);
    find("#calculator-news").textContent = t("calculator.sizes", drawSizes());
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
  }

  for (const part of parts) {
    const { stops, read, slider, field } = part;
    slider.max = stops.length - 1;
    slider.addEventListener("input", () => take(part, stops[slider.value]));
    field.addEventListener("input", () => (isBad(part) ? reject(part) : take(part, read(field.value), field.value)));
    field.addEventListener("change", () => isBad(part) || show(part));
    show(part);
  }
  addEventListener("hashchange", takeAddress);
  takeAddress();
  inEachLanguage(() => {
    for (const part of parts) (isBad(part) ? reject : show)(part);
    drawSizes();
  });
}
