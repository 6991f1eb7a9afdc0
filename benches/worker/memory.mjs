// Measures the memory of loading a filter file in a process that does nothing else: node memory.mjs FOLDER FILE WAY. "fromBytes" has
// the whole file; "load" reads the stream of a response.

import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
// Before the package: it records the memory of the module.
import { memoryBytes } from "../../tests/js/helpers/memory.mjs";
import { BloomFilter, load } from "edgebloom";

const [folder, name, way] = process.argv.slice(2);
const file = join(folder, name);
const { size } = statSync(file);
/** The peak memory of the process in bytes. */
const peak = () => process.resourceUsage().maxRSS * 1024;
const answer = (/** @type {BodyInit | null} */ body) => load(new Response(body), { limit: size });

// Compile everything first.
const small = new BloomFilter({ capacity: 1, errorRate: 0.5 }).toBytes();
BloomFilter.fromBytes(small).has("a");
if (way === "load") (await answer(small)).has("a");
const before = peak();
let highest = before;
let filter;
if (way === "load") filter = await answer(/** @type {ReadableStream} */ (Readable.toWeb(createReadStream(file))));
else {
  const dump = readFileSync(file);
  highest = peak();
  filter = BloomFilter.fromBytes(dump);
}
const loaded = peak();
const module = memoryBytes();
process.send?.({ size, dump: highest - before, peak: loaded - before, module, kept: filter.has("a") });
