// `npm run site`: builds the documentation with the API reference, and the demo page at playground/, as static files in
// build/site. `npm run site -- --base /x/ --out FOLDER` builds for a host where the site is at /x/, into another folder.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build as buildPackage } from "./build.mjs";
import { buildPlayground } from "./playground.mjs";
import { Failure, at, mainOf } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { writeToolPages } from "./tool-pages.mjs";

/**
 * Builds the site; the package must be built.
 * @param {string} out
 * @param {string} base the path on the host, with a slash at both ends
 */
export async function buildSite(out, base) {
  if (!/^\/(.*\/)?$/.test(base)) throw new Failure(`--base: expected a path like /docs/, got ${base}`);
  // VitePress empties the folder. Do not empty a folder that is not an older site.
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "hashmap.json")))
    throw new Failure(`${out}: expected an empty folder or an older site`);
  // Imported here, because a fresh clone has no packages before `setUp`.
  const { writeApiReference } = await import("./api-reference.mjs");
  await writeApiReference();
  writeToolPages();
  const { build } = await import("vitepress");
  await build(at("docs"), { outDir: out, base });
  await buildPlayground(join(out, "playground"), "../");
}

await mainOf(import.meta, async () => {
  const { values } = parseArgs({
    options: { base: { type: "string", default: "/" }, out: { type: "string", default: at("build", "site") } },
  });
  setUp();
  await buildPackage();
  await buildSite(resolve(values.out), values.base);
  console.log(`The site is in ${resolve(values.out)}, for ${values.base}`);
});
