// Everything of the default entry, and filters of other systems, over a larger module.

import "./index.js";

export * from "./api/compat/index.js";
