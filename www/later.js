// The panels that can wait until somebody can type.

import { start as startBringIn } from "./panels/bring-in/panel.js";
import { start as startCalculator } from "./panels/calculator/panel.js";
import { start as startFolding } from "./panels/folding/panel.js";
import { start as startList } from "./panels/list/panel.js";
import { start as startRate } from "./panels/rate/panel.js";
import { start as startSpeed } from "./panels/speed/panel.js";
import { start as startTakeAway } from "./panels/take-away/panel.js";

export const starts = [startRate, startCalculator, startList, startTakeAway, startBringIn, startFolding, startSpeed];
