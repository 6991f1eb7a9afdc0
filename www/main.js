// Starts the page: the panels that are seen first, then the others, one at a time.

import { find, say } from "./lib/dom.js";
import { currentLanguage, inEachLanguage, setLanguage, startLanguage, t } from "./lib/i18n.js";
import { remember } from "./lib/settings.js";
import { start as startBits } from "./panels/bits/panel.js";
import { start as startKeys } from "./panels/keys/panel.js";
import { start as startShape } from "./panels/shape/panel.js";

// Not awaited at the top: what comes later may share code with this file, and would wait for it in turn.
startPage().catch((error) => {
  // There may be no texts yet: this one stands in both languages.
  say(
    find("#page-news"),
    "The page could not be loaded whole: reload it. 页面没有完全加载，请重新加载。",
    "bad",
    String(error),
  );
});

async function startPage() {
  const later = import("./later.js");
  await startLanguage();
  startChoices();
  startKeys();
  startBits();
  startShape();
  // A file that is dropped beside its place would take the page away.
  for (const event of /** @type {const} */ (["dragover", "drop"])) document.addEventListener(event, keepPage);
  for (const start of (await later).starts) {
    // Somebody may be typing already.
    await new Promise((resolve) => setTimeout(resolve));
    start();
  }
  document.documentElement.dataset.ready = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/** @param {DragEvent} event */
function keepPage(event) {
  // A text may be dropped into any field.
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

/** Language and colours. */
function startChoices() {
  startLanguages();
  startTheme();
}

function startLanguages() {
  const select = find("#language");
  select.value = currentLanguage();
  select.addEventListener("change", () => {
    setLanguage(select.value).then(
      () => remember("language", currentLanguage()),
      // No network, and it was never loaded: the page stays as it is.
      () => (select.value = currentLanguage()),
    );
  });
  inEachLanguage(() => {
    document.title = t("page.documentTitle");
  });
}

function startTheme() {
  const select = find("#theme");
  const root = document.documentElement;
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    remember("theme", select.value);
    if (select.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    document.dispatchEvent(new Event("themechange"));
  });
}
