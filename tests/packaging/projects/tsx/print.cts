// TypeScript that is CommonJS: both ways to say it.
import edgebloom = require("edgebloom");
import { FilterHolder } from "edgebloom/live";

const { answers } = require("./answers.cjs");
const holder = new FilterHolder(edgebloom.BloomFilter.from(["a"], { errorRate: 1e-9 }));
if (!holder.has("a")) throw new Error("a is missed");
console.log(JSON.stringify(answers()));
