// The tools of the playground. One of them is shown.

import { find, findAll } from "../../lib/dom.js";
import { startTabs } from "../../lib/tabs.js";

export function start() {
  const tabs = findAll('#tools [role="tab"]');
  const panelOf = (/** @type {HTMLElement} */ tab) => find(`#${tab.getAttribute("aria-controls")}`);
  const select = startTabs(tabs, (shown) => {
    for (const tab of tabs) panelOf(tab).hidden = tab !== shown;
    panelOf(shown).dispatchEvent(new Event("shown"));
  });

  /** An address may name a tool: #rate. */
  function followAddress() {
    const tab = tabs.find((tab) => `#${tab.getAttribute("aria-controls")}` === location.hash);
    if (!tab) return;
    select(tab);
    panelOf(tab).scrollIntoView({ behavior: "instant" });
  }
  addEventListener("hashchange", followAddress);
  select(tabs[0]);
  followAddress();
}
