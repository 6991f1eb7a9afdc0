// Messages of a panel that are repeated when the language changes.

import { find, say } from "./dom.js";
import { inEachLanguage } from "./i18n.js";

/** @typedef {ReturnType<typeof teller>} Teller */

/**
 * A function that shows a message in an element.
 * @param {string} selector of an element with `role="status"`
 */
export function teller(selector) {
  let retell = () => {};
  inEachLanguage(() => retell());
  /**
   * @param {"" | "good" | "bad" | "busy"} kind
   * @param {() => string} text
   * @param {string} [detail] what the package says, in its own words
   */
  return (kind, text, detail) => {
    retell = () => say(find(selector), text(), kind, detail);
    retell();
  };
}
