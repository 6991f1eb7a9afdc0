// The filters of the npm package bloom-filters, in the protocol of ../README.md. Third argument: the package's folder.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { protocol } from "../protocol.mjs";

const home = resolve(process.argv[4]);
const require = createRequire(join(home, "package.json"));
const library = require(home);
const classOf = ({ kind }) => library[kind];

await protocol(
  {
    make(spec) {
      const { capacity, errorRate, seed } = spec.params;
      const filter = classOf(spec).create(capacity, errorRate);
      if (seed !== undefined) filter.seed = seed;
      return filter;
    },
    load: (spec, dump) => classOf(spec).fromJSON(JSON.parse(dump.toString())),
    add: (filter, keys) => keys.forEach((key) => filter.add(key)),
    has: (filter, keys) => keys.map((key) => filter.has(key)),
    dump: (filter) => JSON.stringify(filter.saveAsJSON()),
  },
  `bloom-filters ${require("./package.json").version}`,
);
