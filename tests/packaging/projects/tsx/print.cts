// TypeScript that is CommonJS: both ways to say it.
import edgebloom = require("edgebloom");
import { FilterReader } from "edgebloom/reader";

const { answers } = require("./answers.cjs");
const filter = edgebloom.BloomFilter.from(["a"], { errorRate: 1e-9 });
if (!FilterReader.fromBytes(filter.toBytes()).has("a")) throw new Error("a is missed");
answers().then((found: object) => console.log(JSON.stringify(found)));
