// Signed files. It contains no filter classes, so a program that only verifies stays small.

import { provideFallback } from "./api/sign/backend.js";

provideFallback(() => import("./api/sign/fallback.js"));

export * from "./api/sign/index.js";
