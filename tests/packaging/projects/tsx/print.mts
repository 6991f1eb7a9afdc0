import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { answers } from "./answers.mjs";

const filter = BloomFilter.from(["a"], { errorRate: 1e-9 });
if (!FilterReader.fromBytes(filter.toBytes()).has("a")) throw new Error("a is missed");
console.log(JSON.stringify(await answers()));
