// Writes the sets of index.json and the answers of tests/independent/published.py: node tests/golden/published/make.mjs
// Released sets never change: this script writes only sets that are new in index.json.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { answersOfPython, keysOf, publishDays } from "../../js/helpers/golden-published.mjs";

const INDEX = new URL("index.json", import.meta.url);
const index = JSON.parse(readFileSync(INDEX, "utf8"));

for (const row of index.filter(({ others }) => others.asked === undefined)) {
  const folder = new URL(`${row.set}/`, import.meta.url);
  for (const [name, bytes] of publishDays(row)) {
    const path = new URL(name, folder);
    mkdirSync(dirname(fileURLToPath(path)), { recursive: true });
    writeFileSync(path, bytes);
  }
  for (const [kind, numbers] of Object.entries(keysOf(row))) {
    const maybe = answersOfPython(folder, numbers);
    row[kind] = { ...row[kind], asked: numbers.length, maybe: maybe.length };
    if (kind !== "members") row[kind].falsePositives = maybe;
  }
}
// Writes a list of numbers on one line.
const inOneLine = (list) => JSON.stringify(JSON.parse(list)).replaceAll(",", ", ");
const NUMBERS = /\[(?:[\s\d,[\]]|"value-\d")+\]/g;
writeFileSync(INDEX, `${JSON.stringify(index, null, 2).replace(NUMBERS, inOneLine)}\n`);
