// The filters of the npm package bloomfilter, in the protocol of ../README.md. Third argument: the package's folder.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { protocol } from "../protocol.mjs";

const home = resolve(process.argv[4]);
const { BloomFilter } = await import(pathToFileURL(join(home, "bloomfilter.js")));
const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));

await protocol(
  {
    make: ({ params: { capacity, errorRate, bits, hashes } }) =>
      bits ? new BloomFilter(bits, hashes) : BloomFilter.withTargetError(capacity, errorRate),
    load({ params }, dump) {
      const data = JSON.parse(dump.toString());
      return Array.isArray(data) ? new BloomFilter(data, params.hashes) : BloomFilter.fromJSON(data);
    },
    add: (filter, keys) => keys.forEach((key) => filter.add(key)),
    has: (filter, keys) => keys.map((key) => filter.test(key)),
    // 1.1.0 has a toJSON method. Before, users stored the buckets.
    dump: (filter) => JSON.stringify(filter.toJSON ? filter : [].slice.call(filter.buckets)),
  },
  `bloomfilter ${version}`,
);
