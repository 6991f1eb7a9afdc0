// Starts the first page: first what works without WebAssembly, then the playground, then the rest.

import { startPage } from "./lib/page.js";
import { nextTask } from "./lib/slices.js";
import { start as startHero } from "./panels/hero/panel.js";
import { start as startHow } from "./panels/how/panel.js";

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
    async () => {
      const first = startHero();
      await nextTask();
      startHow();
      return { first };
    },
    () => import("./later.js"),
  );
