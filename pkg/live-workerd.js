// Filters that change while they are asked.

import "./workerd.js";

export * from "./api/live/index.js";
