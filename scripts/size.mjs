// The budgets of what users download, as bundlers and servers leave it: minified and gzipped.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { Failure, at, main } from "./run.mjs";

const KB = 1000;
const BUDGETS = [
  {
    name: "default entry, BloomFilter (JavaScript, module inlined)",
    budget: 16 * KB,
    bytes: () => bundled("pkg/index.js", "BloomFilter, FilterFormatError"),
  },
  { name: "default entry, everything (two modules inlined)", budget: 44 * KB, bytes: () => bundled("pkg/index.js") },
  { name: "compat entry, everything (one module inlined)", budget: 60 * KB, bytes: () => bundled("pkg/compat.js") },
  ...["core", "variants", "compat"].map((name, i) => ({
    name: `module ${name}`,
    budget: [12, 24, 52][i] * KB,
    bytes: () => readFileSync(at(`pkg/wasm/${name}.wasm`)),
  })),
];

/** What a bundler makes of an entry, or of some names that are imported from it. */
async function bundled(entry, names) {
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    stdin: { contents: `export ${names ? `{ ${names} }` : "*"} from "./${entry}";`, resolveDir: at() },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["*.wasm"],
  });
  return outputFiles[0].contents;
}

await main(async () => {
  await build();
  let over = 0;
  for (const { name, budget, bytes } of BUDGETS) {
    const raw = await bytes();
    const size = gzipSync(raw, { level: 9 }).length;
    if (size > budget) over++;
    console.log(
      `${size <= budget ? "ok  " : "OVER"} ${String(size).padStart(6)} of ${budget} bytes gzipped (${raw.length} raw): ${name}`,
    );
  }
  const { dependencies = {} } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const count = Object.keys(dependencies).length;
  console.log(`${count ? "OVER" : "ok  "} ${count} of 0 runtime dependencies`);
  if (over || count) throw new Failure("a size is over its budget");
});
