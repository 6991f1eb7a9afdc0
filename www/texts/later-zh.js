// The Chinese texts of the first page below its first section, which are loaded after the first query.

import { zh as list } from "../panels/list/zh.js";
import { zh as story } from "../panels/story/zh.js";
import { zh as ship } from "../panels/ship/zh.js";

export const texts = { ...story, ...list, ...ship };
