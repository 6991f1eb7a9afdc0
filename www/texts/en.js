// All English texts, except those in the HTML.

import { en as page } from "./page-en.js";
import { en as bits } from "../panels/bits/en.js";
import { en as bringIn } from "../panels/bring-in/en.js";
import { en as calculator } from "../panels/calculator/en.js";
import { en as folding } from "../panels/folding/en.js";
import { en as keys } from "../panels/keys/en.js";
import { en as list } from "../panels/list/en.js";
import { en as rate } from "../panels/rate/en.js";
import { en as shape } from "../panels/shape/en.js";
import { en as ship } from "../panels/ship/en.js";
import { en as hero } from "../panels/hero/en.js";
import { en as story } from "../panels/story/en.js";
import { en as play } from "../panels/play/en.js";
import { en as takeAway } from "../panels/take-away/en.js";

export const texts = {
  ...page,
  ...bits,
  ...bringIn,
  ...calculator,
  ...folding,
  ...keys,
  ...list,
  ...rate,
  ...shape,
  ...ship,
  ...hero,
  ...story,
  ...play,
  ...takeAway,
};
