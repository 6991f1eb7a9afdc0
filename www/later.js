// The panels of the first page that build filters and so need WebAssembly, in their order on the page.

import { PLAY_WORDS } from "./lib/bench.js";
import { isReload, startWithKeys } from "./lib/carried.js";
import { startQueries } from "./lib/query.js";
import { start as startBits } from "./panels/bits/panel.js";
import { start as startCalculator } from "./panels/calculator/panel.js";
import { start as startFill } from "./panels/fill/panel.js";
import { start as startKeys } from "./panels/keys/panel.js";
import { start as startList } from "./panels/list/panel.js";
import { start as startPlay } from "./panels/play/panel.js";
import { start as startShip } from "./panels/ship/panel.js";

/** What starts in each section. */
export const sections = {
  // A reload brings the examples back, for which the first page has no button.
  play: [() => startWithKeys(PLAY_WORDS, isReload()), () => startPlay(startKeys()), startBits, startFill, startQueries],
  calculator: [startCalculator],
  list: [startList],
  ship: [startShip],
};
