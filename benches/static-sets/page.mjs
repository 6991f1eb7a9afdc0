// The pages in benches/results whose tables the benches write.

import { readFileSync, writeFileSync } from "node:fs";
import { Failure, at } from "../../scripts/run.mjs";

/**
 * Puts a table between its markers, with `--write`.
 * @param {string} name
 * @param {string} table
 * @param {string} [file]
 */
export function writeBlock(name, table, file = "benches/results/static-sets.md") {
  if (!process.argv.includes("--write")) return;
  const path = at(file);
  const page = readFileSync(path, "utf8");
  const marks = new RegExp(`(<!-- table: ${name} -->\n\n)[^]*?(\n\n<!-- end -->)`);
  if (!marks.test(page)) throw new Failure(`${file}: no table ${name}`);
  writeFileSync(
    path,
    page.replace(marks, (_, before, after) => before + table + after),
  );
}
