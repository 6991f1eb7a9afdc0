// The English texts that only the workbench needs, except those in the HTML.

import { en as bringIn } from "../workbench/bring-in/en.js";
import { en as calculator } from "../workbench/calculator/en.js";
import { en as folding } from "../workbench/folding/en.js";
import { en as keys } from "../workbench/keys/en.js";
import { en as rate } from "../workbench/rate/en.js";
import { en as shape } from "../workbench/shape/en.js";
import { en as takeAway } from "../workbench/take-away/en.js";

export const texts = { ...bringIn, ...calculator, ...folding, ...keys, ...rate, ...shape, ...takeAway };
