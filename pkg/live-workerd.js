// Filters that change while they are asked, where code runs for a request and not beyond it.

import "./workerd.js";
import { usePerRequest } from "./api/live/runtime.js";

usePerRequest();

export * from "./api/live/index.js";
