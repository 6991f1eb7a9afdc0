// Writes the maps of index.json: node tests/golden/maps/make.mjs
// Released files never change: it writes only rows that have no base64 yet.

import { readFileSync, writeFileSync } from "node:fs";
import { StaticMap } from "../../../pkg/index.js";
import { entriesOf } from "../../js/helpers/golden-maps.mjs";

const INDEX = new URL("index.json", import.meta.url);
const rows = JSON.parse(readFileSync(INDEX, "utf8"));
for (const row of rows.filter(({ base64 }) => base64 === undefined)) {
  const { errorRate, seed, name, exceptions, asked } = row;
  const map = StaticMap.from(entriesOf(row), { errorRate, seed, name });
  for (const key of exceptions) map.allow(key);
  const found = Array.from({ length: asked.count }, (_, i) => [i, map.get(asked.prefix + i)]);
  asked.found = found.filter(([, value]) => value !== undefined).map(([i, value]) => [i, row.values.indexOf(value)]);
  row.base64 = map.toBase64();
}
writeFileSync(INDEX, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
