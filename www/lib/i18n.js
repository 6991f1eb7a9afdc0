// English and Simplified Chinese. English texts that never change are in the HTML, marked by data-t (text) or
// data-t-ATTRIBUTE. en.js has the other English texts, zh.js has all Chinese ones. Each panel has its own files.
// A language is loaded when it is needed.

import { EXAMPLE } from "./example.js";
import { bytes, grouped, inEnglish, oneInOf, percent, powerOfTen, SMALL, short } from "./format.js";
import { findAll } from "./dom.js";

/** @typedef {string | ((values: any) => string)} Text */

/** @typedef {{ en: () => Promise<{ texts: Record<string, Text> }>, zh: () => Promise<{ texts: Record<string, Text> }> }} Source */

/** @type {Source[]} */
const sources = [{ en: () => import("../texts/en.js"), zh: () => import("../texts/zh.js") }];
const LOCALES = { en: "en", zh: "zh-CN" };
const ATTRIBUTES = ["aria-label", "placeholder", "title"];

/** @type {Record<string, Record<string, Text>>} */
const texts = { en: {}, zh: {} };

/** @type {(() => void)[]} */
const listeners = [];

/** @type {"en" | "zh"} */
let language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** The language that was chosen last. */
let wanted = language;

export const currentLanguage = () => language;
const locale = () => LOCALES[language];

/** Adds the texts of a page to those of all pages, before the page starts. @param {Source} source */
export const addSource = (source) => sources.push(source);

/** Adds texts of sections that start later. @param {Source} source */
export async function addLater(source) {
  sources.push(source);
  await loadTexts(language);
  translate(document);
}

/** Loads the language that the page starts with. */
export async function startLanguage() {
  await loadTexts(language);
  translate(document);
}

/** @param {"en" | "zh"} wanted */
async function loadTexts(wanted) {
  const loaded = await Promise.all(sources.map((source) => source[wanted]()));
  // Texts from the HTML and those of addTexts() stay.
  texts[wanted] = Object.assign({}, ...loaded.map(({ texts }) => texts), texts[wanted]);
}

/**
 * Adds texts that only some visits need, in both languages.
 * @param {{ en: Record<string, Text>, zh: Record<string, Text> }} more
 */
export function addTexts(more) {
  Object.assign(texts.en, more.en);
  Object.assign(texts.zh, more.zh);
}

/**
 * A text in the language of the page.
 * @param {string} key
 * @param {Record<string, any>} [values] for the names in braces
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[language][key];
  if (text === undefined) throw new Error(`no text: ${key}`);
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? /** @type {any} */ (EXAMPLE)[name]));
}

/**
 * Runs a function now and whenever the language changes.
 * @param {() => void} draw
 */
export function inEachLanguage(draw) {
  listeners.push(draw);
  draw();
}

/** @param {"en" | "zh"} next */
export async function setLanguage(next) {
  wanted = next;
  await loadTexts(next);
  // Another language was chosen while this one was loading.
  if (wanted !== next) return;
  language = next;
  document.documentElement.lang = LOCALES[next];
  translate(document);
  for (const draw of listeners) draw();
}

/** Whether the Chinese text of an element is still to be loaded. @param {string} key */
const isLater = (key) => language !== "en" && !(key in texts[language]);

/**
 * Puts the texts of the language into the HTML, and keeps the English texts that were there.
 * @param {ParentNode} root
 */
function translate(root) {
  for (const element of findAll("[data-t]", root)) {
    const key = element.dataset.t;
    if (isLater(key)) continue;
    const there = element.textContent;
    texts.en[key] ??= there;
    // Setting the same text again would cost a new layout.
    if (t(key) !== there) element.textContent = t(key);
  }
  for (const attribute of ATTRIBUTES) {
    for (const element of findAll(`[data-t-${attribute}]`, root)) {
      const key = element.getAttribute(`data-t-${attribute}`);
      if (isLater(key)) continue;
      texts.en[key] ??= element.getAttribute(attribute);
      element.setAttribute(attribute, t(key));
    }
  }
}

/** @param {number} value */
export const num = (value) => grouped(value);
/** @param {number} value */
export const few = (value) => short(value);
/** A share in a sentence. @param {number} share */
export const pct = (share) => percent(share, locale());
/** A share as 1 in N, however large it is. @param {number} share above 0 */
export const oneIn = (share) => oneInOf(share, locale());
/** The rate of 1 in 10^decade, for the axis of a chart. @param {number} decade */
export const decadeOf = (decade) =>
  10 ** -decade >= SMALL ? pct(10 ** -decade) : t("page.oneIn", { count: powerOfTen(decade) });
/** @param {number} count */
export const size = (count) => bytes(count);
/** @param {(string | false)[]} items */
export const joined = (items) => items.filter((item) => item).join(language === "zh" ? "、" : ", ");
/** @param {string[]} items at least one */
export const listed = (items) =>
  // Between Latin names, the Chinese "和" would need spaces.
  language === "zh" ? items.join("、") : inEnglish(items);
