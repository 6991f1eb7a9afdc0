// The English texts of the last sections of the first page, which are loaded after the first query.

import { en as list } from "../panels/list/en.js";
import { en as ship } from "../panels/ship/en.js";

export const texts = { ...list, ...ship };
