// Dumps that are signed. No filter is in here: who only verifies need not bring one.

import { provideFallback } from "./api/sign/backend.js";

provideFallback(() => import("./api/sign/fallback.js"));

export * from "./api/sign/index.js";
