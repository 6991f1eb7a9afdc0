// All English texts, except those in the HTML.

import { en as page } from "./page-en.js";
import { en as bits } from "../panels/bits/en.js";
import { en as calculator } from "../panels/calculator/en.js";
import { en as fill } from "../panels/fill/en.js";
import { en as keys } from "../panels/keys/en.js";
import { en as play } from "../panels/play/en.js";
import { en as hero } from "../panels/hero/en.js";

export const texts = {
  ...page,
  ...bits,
  ...calculator,
  ...fill,
  ...keys,
  ...play,
  ...hero,
};
