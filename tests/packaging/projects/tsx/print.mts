import { BloomFilter } from "edgebloom";
import { answers } from "./answers.mjs";
import { FilterHolder } from "edgebloom/live";

const holder = new FilterHolder(BloomFilter.from(["a"], { errorRate: 1e-9 }));
if (!holder.has("a")) throw new Error("a is missed");
console.log(JSON.stringify(answers()));
