// All texts in Simplified Chinese.

import { zh as page } from "./page-zh.js";
import { zh as bits } from "../panels/bits/zh.js";
import { zh as bringIn } from "../panels/bring-in/zh.js";
import { zh as calculator } from "../panels/calculator/zh.js";
import { zh as folding } from "../panels/folding/zh.js";
import { zh as keys } from "../panels/keys/zh.js";
import { zh as list } from "../panels/list/zh.js";
import { zh as rate } from "../panels/rate/zh.js";
import { zh as shape } from "../panels/shape/zh.js";
import { zh as ship } from "../panels/ship/zh.js";
import { zh as hero } from "../panels/hero/zh.js";
import { zh as story } from "../panels/story/zh.js";
import { zh as play } from "../panels/play/zh.js";
import { zh as takeAway } from "../panels/take-away/zh.js";

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
