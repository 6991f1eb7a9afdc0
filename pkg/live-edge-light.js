// Filters that change while they are asked.

import "./edge-light.js";

export * from "./api/live/index.js";
