import { readFile } from "node:fs/promises";
import { FilterReader } from "edgebloom/reader";

const taken = FilterReader.fromBytes(await readFile("taken.bloom"));
for (const name of process.argv.slice(2)) console.log(name, taken.has(name) ? "may be taken" : "is free");
