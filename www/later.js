// The panels that build filters and so need WebAssembly, in their order on the page.

import { startBench } from "./lib/bench.js";
import { start as startBits } from "./panels/bits/panel.js";
import { start as startBringIn } from "./panels/bring-in/panel.js";
import { start as startCalculator } from "./panels/calculator/panel.js";
import { start as startFolding } from "./panels/folding/panel.js";
import { start as startKeys } from "./panels/keys/panel.js";
import { start as startList } from "./panels/list/panel.js";
import { start as startPlay } from "./panels/play/panel.js";
import { start as startRate } from "./panels/rate/panel.js";
import { start as startShape } from "./panels/shape/panel.js";
import { start as startShip } from "./panels/ship/panel.js";
import { start as startTakeAway } from "./panels/take-away/panel.js";

/** What starts in each section. */
export const sections = {
  play: [startBench, startPlay, startKeys, startBits, startShape, startRate, startFolding, startTakeAway],
  calculator: [startCalculator],
  list: [startList],
  ship: [startShip],
  "bring-in": [startBringIn],
};
