// Starts the page: the panels that are seen first, then the others, one at a time.

import { find } from "./lib/dom.js";
import { addTexts, currentLanguage, inEachLanguage, setLanguage, t, translate } from "./lib/i18n.js";
import { remember } from "./lib/settings.js";
import { start as startBits } from "./panels/bits/panel.js";
import { start as startKeys } from "./panels/keys/panel.js";
import { start as startShape } from "./panels/shape/panel.js";
import { texts } from "./texts.js";

addTexts(texts);
translate(document);
startLanguage();
startTheme();
startKeys();
startBits();
startShape();
translate(document);

/** These can wait until somebody can type. */
const LATER = [
  () => import("./panels/rate/panel.js"),
  () => import("./panels/calculator/panel.js"),
  () => import("./panels/list/panel.js"),
  () => import("./panels/take-away/panel.js"),
  () => import("./panels/bring-in/panel.js"),
  () => import("./panels/folding/panel.js"),
  () => import("./panels/speed/panel.js"),
];

for (const load of LATER) {
  await new Promise((resolve) => setTimeout(resolve));
  const { start } = await load();
  start();
  translate(document);
}
document.documentElement.dataset.ready = "";
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

function startLanguage() {
  const select = find("#language");
  select.value = currentLanguage();
  select.addEventListener("change", () => {
    remember("language", select.value);
    setLanguage(select.value);
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
