// All texts in Simplified Chinese.

import { zh as page } from "./page-zh.js";
import { zh as bits } from "../panels/bits/zh.js";
import { zh as calculator } from "../panels/calculator/zh.js";
import { zh as fill } from "../panels/fill/zh.js";
import { zh as keys } from "../panels/keys/zh.js";
import { zh as play } from "../panels/play/zh.js";
import { zh as hero } from "../panels/hero/zh.js";

export const texts = {
  ...page,
  ...bits,
  ...calculator,
  ...fill,
  ...keys,
  ...play,
  ...hero,
};
