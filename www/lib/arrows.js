// Arrow keys: many buttons in a row are one stop of the Tab key.

import { findAll } from "./dom.js";

/**
 * The element that an arrow key, Home or End leads to from the one that has the focus.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} elements
 */
export function arrowTarget(event, elements) {
  const i = elements.indexOf(/** @type {HTMLElement} */ (event.target));
  // With Alt, an arrow is the browser's Back or Forward.
  if (i < 0 || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: elements.length - 1 }[event.key];
  if (next === undefined) return undefined;
  event.preventDefault();
  return elements[(next + elements.length) % elements.length];
}

/**
 * Makes all buttons of a toolbar one stop of the Tab key, also those that come later.
 * @param {HTMLElement} toolbar
 */
export function oneStop(toolbar) {
  const buttons = () => /** @type {HTMLElement[]} */ (findAll("button", toolbar));
  const stopAt = (/** @type {HTMLElement | undefined} */ stop) => {
    // What scrolls takes the focus, too.
    if (stop?.tagName === "BUTTON") for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };
  toolbar.addEventListener("focusin", (event) => stopAt(/** @type {HTMLElement} */ (event.target)));
  toolbar.addEventListener("keydown", (event) => arrowTarget(event, buttons())?.focus());
  new MutationObserver(() => stopAt(buttons()[0])).observe(toolbar, { childList: true, subtree: true });
}
