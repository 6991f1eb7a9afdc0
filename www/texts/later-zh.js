// The Chinese texts of the last sections of the first page, which are loaded after the first query.

import { zh as list } from "../panels/list/zh.js";
import { zh as ship } from "../panels/ship/zh.js";

export const texts = { ...list, ...ship };
