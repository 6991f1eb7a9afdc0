#!/usr/bin/env node
// The entry comes first: it compiles the module that everything else calls.

import "./compat.js";
import { main } from "./cli/main.js";

process.exitCode = await main(process.argv.slice(2));
