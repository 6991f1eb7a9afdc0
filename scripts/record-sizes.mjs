// `npm run size:record`: records the current measurements of size-limit, with which later sizes are compared.

import { writeFileSync } from "node:fs";
import { at, mainOf, run } from "./run.mjs";

await mainOf(import.meta, () => {
  const { stdout } = run(process.execPath, [at("node_modules/size-limit/bin.js"), "--json"], {
    quiet: true,
    mayFail: true,
  });
  /** @type {{ name: string, size: number }[]} */
  const measured = JSON.parse(stdout);
  const sizes = Object.fromEntries(measured.map(({ name, size }) => [name, size]));
  writeFileSync(at("sizes.json"), `${JSON.stringify(sizes, null, 2)}\n`);
});
