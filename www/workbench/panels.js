// The panels of the workbench, in their order on the page.

import { startWithKeys } from "../lib/carried.js";
import { startQueries } from "../lib/query.js";
import { start as startBits } from "../panels/bits/panel.js";
import { start as startFill } from "../panels/fill/panel.js";
import { start as startKeys } from "../panels/keys/panel.js";
import { start as startBringIn } from "./bring-in/panel.js";
import { start as startCalculator } from "./calculator/panel.js";
import { start as startFolding } from "./folding/panel.js";
import { start as startMoreKeys } from "./keys/panel.js";
import { start as startRate } from "./rate/panel.js";
import { start as startShape } from "./shape/panel.js";
import { start as startTakeAway } from "./take-away/panel.js";
import { start as startTools } from "./tools/panel.js";

/** What starts in each section. */
export const sections = {
  play: [
    () => startWithKeys(),
    () => startMoreKeys(startKeys()),
    startBits,
    startFill,
    startQueries,
    startTools,
    startShape,
    startRate,
    startFolding,
    startTakeAway,
  ],
  "bring-in": [startBringIn],
  calculator: [startCalculator],
};
