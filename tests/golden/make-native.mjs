// Writes tests/golden/native-of-systems.json: a native file for each scheme of another system. Existing entries never
// change: `node tests/golden/make-native.mjs` adds missing ones.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { importFilter } from "../../pkg/compat.js";
import { SYSTEMS, bytesOf, optionsOf, vectorsOf } from "../js/helpers/foreign-vectors.mjs";

const path = new URL("native-of-systems.json", import.meta.url);
const dumps = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
for (const system of SYSTEMS) {
  const { vectors } = vectorsOf(system);
  for (const vector of vectors.toSorted((a, b) => a.dump_base64.length - b.dump_base64.length)) {
    const filter = importFilter(bytesOf(vector.dump_base64), optionsOf(system, vector));
    const { scheme } = filter.stats;
    dumps[scheme] ??= { vector: `${system}/${vector.name}`, text: filter.toBase64() };
  }
}
writeFileSync(path, `${JSON.stringify(dumps, null, 1)}\n`);
