// The English texts of the first page below its first section, which are loaded after the first query.

import { en as list } from "../panels/list/en.js";
import { en as story } from "../panels/story/en.js";
import { en as ship } from "../panels/ship/en.js";

export const texts = { ...story, ...list, ...ship };
