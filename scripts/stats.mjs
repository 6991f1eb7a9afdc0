// `npm run test:stats`: the full grid of false positive rates, into docs/FALSE_POSITIVE_RATES.md.

import { main, run } from "./run.mjs";

await main(() => run("cargo", ["bench", "--locked", "--bench", "false_positive_rates"]));
