// Starts the page: the panels that are seen first, then the others, one at a time.

import { find } from "./lib/dom.js";
import { currentLanguage, inEachLanguage, setLanguage, startLanguage, t } from "./lib/i18n.js";
import { remember } from "./lib/settings.js";
import { start as startBits } from "./panels/bits/panel.js";
import { start as startKeys } from "./panels/keys/panel.js";
import { start as startShape } from "./panels/shape/panel.js";

// Not awaited at the top: what comes later may share code with this file, and would wait for it in turn.
startPage();

async function startPage() {
  const later = import("./later.js");
  await startLanguage();
  startChoices();
  startKeys();
  startBits();
  startShape();
  // A file that is dropped beside its place would take the page away.
  for (const event of ["dragover", "drop"]) document.addEventListener(event, (dragged) => dragged.preventDefault());
  for (const start of (await later).starts) {
    // Somebody may be typing already.
    await new Promise((resolve) => setTimeout(resolve));
    start();
  }
  document.documentElement.dataset.ready = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
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
    const wanted = select.value;
    setLanguage(wanted).then(
      () => remember("language", wanted),
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
    if (select.value == "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    document.dispatchEvent(new Event("themechange"));
  });
}
