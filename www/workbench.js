// Starts the workbench, the second page.

import { addSource } from "./lib/i18n.js";
import { startPage } from "./lib/page.js";

addSource({ en: () => import("./texts/workbench-en.js"), zh: () => import("./texts/workbench-zh.js") });
startPage(undefined, () => import("./workbench/panels.js"));
