// Runs the type tests on an installed package: with tsd, and with several compilers under the settings that are most
// frequent.

import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, at, filesBelow, run } from "../../scripts/run.mjs";
import { installed } from "../packaging/tools.mjs";

/** Other compilers and their module resolutions. The first is the oldest supported compiler and has no `using`. */
const OTHERS = {
  "typescript-4.9": ["node16", "node10", "nodenext"],
  "typescript-5.2": ["node16", "node10", "bundler"],
  "typescript-7": ["node16", "nodenext", "bundler"],
};
const OLDEST = "typescript-4.9";

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
  target: "es2020",
};

/** Combinations of module resolution, `module`, `lib` and kind of module. */
const SETTINGS = [
  { moduleResolution: "node16", module: "node16", lib: ["es2020"], type: "module" },
  { moduleResolution: "node16", module: "node16", lib: ["es2020", "dom"], type: "commonjs" },
  { moduleResolution: "nodenext", module: "nodenext", lib: ["es2022", "dom"], type: "module" },
  { moduleResolution: "nodenext", module: "nodenext", lib: ["es2022"], type: "commonjs" },
  { moduleResolution: "bundler", module: "esnext", lib: ["esnext", "dom"], type: "module" },
  { moduleResolution: "bundler", module: "es2022", lib: ["es2020"], type: "module" },
  { moduleResolution: "node10", module: "commonjs", lib: ["es2020"], type: "commonjs" },
];

/** @param {string} folder where `node_modules/edgebloom` is the package */
export async function checkTypes(folder) {
  const files = filesBelow("tests/types")
    .filter((name) => /\.c?ts$/.test(name))
    .map((name) => basename(name));
  for (const type of ["module", "commonjs"]) {
    mkdirSync(join(folder, type));
    const tsd = { compilerOptions: { ...STRICT, module: "nodenext", lib: ["es2022", "dom"] } };
    writeFileSync(join(folder, type, "package.json"), JSON.stringify({ private: true, type, tsd }));
    for (const file of files) copyFileSync(at("tests/types", file), join(folder, type, file));
  }
  await checkByTsd(folder, files);
  for (const setting of SETTINGS) checkByTsc(folder, files, setting, at("node_modules/typescript/bin/tsc"));
  for (const [name, ways] of Object.entries(OTHERS)) {
    const tsc = compiler(name);
    if (!tsc) continue;
    const read = name === OLDEST ? files.filter((file) => !file.startsWith("using.")) : files;
    for (const setting of SETTINGS.filter((one) => ways.includes(one.moduleResolution))) {
      // Before 5.0, "node10" was called "node".
      const isOldName = name === OLDEST && setting.moduleResolution === "node10";
      checkByTsc(folder, read, isOldName ? { ...setting, moduleResolution: "node" } : setting, tsc);
    }
  }
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
async function checkByTsd(folder, files) {
  // tsd is CommonJS.
  const {
    default: { default: tsd, formatter },
  } = await import("tsd");
  symlinkSync(at("node_modules/tsd"), join(folder, "node_modules/tsd"), "junction");
  const found = await tsd({
    cwd: join(folder, "module"),
    typingsFile: "../node_modules/edgebloom/types/index.d.ts",
    testFiles: files.filter((name) => name.endsWith(".test-d.ts")),
  });
  if (found.length) throw new Failure(formatter(found));
}

/**
 * @param {string} folder
 * @param {string[]} files
 * @param {typeof SETTINGS[number]} settings
 * @param {string} tsc the file of a compiler
 */
function checkByTsc(folder, files, { type, ...setting }, tsc) {
  const hasDom = setting.lib.includes("dom");
  const compilerOptions = { ...STRICT, ...setting, paths: { tsd: ["./assertions.d.ts"] } };
  const read = files.filter(
    (name) => (hasDom || !name.startsWith("dom.")) && (name !== "require.cts" || isNode(setting)),
  );
  writeFileSync(join(folder, type, "tsconfig.json"), JSON.stringify({ compilerOptions, files: read }));
  run(process.execPath, [tsc, "-p", join(folder, type)], { quiet: true });
}

/**
 * `import x = require("x")` works only if Node runs the output without a bundler.
 * @param {{ moduleResolution: string }} setting
 */
const isNode = ({ moduleResolution }) => moduleResolution !== "bundler";

/**
 * The path of another compiler; undefined, with a message, if it is not available.
 * @param {string} name
 */
function compiler(name) {
  try {
    return join(
      installed(/** @type {import("../packaging/tools.mjs").Tool} */ (name)),
      "node_modules/typescript/bin/tsc",
    );
  } catch (error) {
    if (!(error instanceof Failure) || process.env.CI === "true") throw error;
    console.warn(`\n${"!".repeat(78)}\nNO ${name}: types were not read by it.\n${"!".repeat(78)}\n`);
  }
}
