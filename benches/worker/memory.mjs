// What loading a dump takes, in a process that does nothing else: node memory.mjs FOLDER FILE WAY. "fromBytes" has the
// whole dump; "fromResponse" reads it as it comes.

import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { BloomFilter, fromResponse } from "edgebloom";

const [folder, name, way] = process.argv.slice(2);
const file = join(folder, name);
const { size } = statSync(file);
/** What the process has at most had, in bytes. */
const peak = () => process.resourceUsage().maxRSS * 1024;
const answer = (/** @type {BodyInit | null} */ body) => fromResponse(new Response(body), { limit: size });

// Everything is compiled before.
const small = new BloomFilter({ capacity: 1, errorRate: 0.5 }).toBytes();
BloomFilter.fromBytes(small).has("a");
if (way === "fromResponse") (await answer(small)).has("a");
const before = peak();
let held = before;
let filter;
if (way === "fromResponse")
  filter = await answer(/** @type {ReadableStream} */ (Readable.toWeb(createReadStream(file))));
else {
  const dump = readFileSync(file);
  held = peak();
  filter = BloomFilter.fromBytes(dump);
}
const loaded = peak();
/** With what its declarations leave out. @type {typeof import("../../pkg/api/bloom-filter.js").BloomFilter} */
const Own = /** @type {any} */ (BloomFilter);
const module = Own.engine.memory.buffer.byteLength;
process.send?.({ size, dump: held - before, peak: loaded - before, module, kept: filter.has("a") });
