// Filters that change while they are asked.

import "./index.js";

export * from "./api/live/index.js";
