// Starts the first page: first what works without WebAssembly, then the playground, then the rest.

import { addLater } from "./lib/i18n.js";
import { startPage } from "./lib/page.js";
import { start as startHero } from "./panels/hero/panel.js";

/** The texts below the first section. */
const TEXTS = { en: () => import("./texts/later-en.js"), zh: () => import("./texts/later-zh.js") };

/** What has moved to the workbench, and filters in links, which open there. */
const MOVED = /^#(f=|(shape|rate|folding|take-away|bring-in)$|calculator\?(.*&)?[mk]=)/;

function forward() {
  const isMoved = MOVED.test(location.hash);
  if (isMoved) location.replace(`workbench.html${location.hash}`);
  return isMoved;
}

addEventListener("hashchange", forward);
if (!forward())
  startPage(
    {
      first: startHero,
      next: async () => {
        const [{ start }] = await Promise.all([import("./panels/story/panel.js"), addLater(TEXTS)]);
        start();
      },
    },
    () => import("./later.js"),
  );
