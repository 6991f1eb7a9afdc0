// What loading a dump takes, in a process that does nothing else: node memory.mjs FOLDER FILE.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BloomFilter } from "edgebloom";

const [folder, file] = process.argv.slice(2);
/** What the process has at most had, in bytes. */
const peak = () => process.resourceUsage().maxRSS * 1024;

// Everything is compiled before.
BloomFilter.fromBytes(new BloomFilter({ capacity: 1, errorRate: 0.5 }).toBytes()).has("a");
const before = peak();
const dump = readFileSync(join(folder, file));
const held = peak();
const filter = BloomFilter.fromBytes(dump);
const loaded = peak();
const module = BloomFilter.engine.wasm.memory.buffer.byteLength;
process.send({ size: dump.length, dump: held - before, peak: loaded - before, module, kept: filter.has("a") });
