// Tabs: the user chooses one by a click or with the arrow keys.

import { arrowTarget } from "./arrows.js";

/** Pixels of the previous tab that stay in view. */
const MARGIN = 32;

/**
 * @param {HTMLElement[]} tabs with `role="tab"`
 * @param {(tab: HTMLElement) => void} show shows the panel of the tab
 * @returns {(tab: HTMLElement) => void} chooses a tab
 */
export function startTabs(tabs, show) {
  /** @param {HTMLElement} chosen */
  function select(chosen) {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    const strip = /** @type {HTMLElement} */ (chosen.parentElement);
    // Scrolls the tab into view in its strip, without scrolling the page.
    strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - MARGIN;
    show(chosen);
  }

  for (const tab of tabs) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const other = arrowTarget(event, tabs);
      if (!other) return;
      select(other);
      other.focus();
    });
  }
  return select;
}
