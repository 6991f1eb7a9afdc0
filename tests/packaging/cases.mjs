// The environments that the package is tested in, one row each, with only the configuration that the tool itself
// requires. A row lists what it needs. Its `run` builds the files in its folder and returns the printed answers.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { supportedCompatibilityDate } from "miniflare";
import { serveSite } from "../../scripts/serve-site.mjs";
import { printed, served, whileServed } from "./command.mjs";
import { commandOf, scriptOf, versionOf } from "./tools.mjs";
import { withWorker } from "./workerd.mjs";
import { withWrangler } from "./wrangler.mjs";

/**
 * `folder` is the folder of the project, `toolAt` returns the folder of a tool, `read` uses the row's browser, and `later`
 * registers a function to run after all tests.
 * @typedef {{
 *   folder: string,
 *   toolAt: (name: string) => string,
 *   read: (url: string) => Promise<string>,
 *   later: (end: () => Promise<unknown>) => void,
 * }} Context
 */

/**
 * A `linked` tool is inside the project, a `runtime` is outside. `files` is a folder of projects/. Rows with the same
 * `project` share it. `npm test` runs only `fast` rows.
 * @typedef {{
 *   tool: string, version: string, what: string, fast?: boolean,
 *   linked?: import("./tools.mjs").Tool, runtime?: import("./tools.mjs").Tool | import("./tools.mjs").Tool[], browser?: import("./browsers.mjs").Browser,
 *   files?: string, project?: string, run: (context: Context) => Promise<string>,
 * }} Case
 */

/** The version of a tool that the machine already has. */
const INSTALLED = "installed";
const BUILD_SECONDS = 300;
/** Makes Node's `require` reject ES modules, which it accepts since 20.19. Older Nodes need no flag. */
const COMMON_JS_ONLY = ["--no-experimental-require-module"].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** The HTML of a page. An error on the page replaces the answers. */
const html = (...scripts) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>answers</title>
<p id="answers"></p>
<script>onerror = (message) => { document.querySelector("#answers").textContent = message; };</script>
${scripts.join("\n")}
</html>
`;
const moduleScript = (source) => `<script type="module" src="${source}"></script>`;
const classicScript = (source) => `<script src="${source}"></script>`;

/** Writes the page of a project, or of the output of a tool in the folder `dist`. */
function writePage(folder, ...scripts) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), html(...scripts));
  return folder;
}

/** Runs a script of a linked package with the Node that runs the tests. */
const runTool = (folder, name, args) =>
  printed(process.execPath, [scriptOf(folder, name), ...args], {
    cwd: folder,
    seconds: BUILD_SECONDS,
    // The tool's cache is removed together with the projects.
    env: { TMPDIR: dirname(folder) },
  });

/** A row for a site of static files. `build` writes them and returns their folder. */
const site = (row, build) => ({
  browser: "Chromium",
  ...row,
  async run({ folder, read }) {
    const server = await serveSite(await build(folder));
    try {
      return await read(server.url);
    } finally {
      await server.close();
    }
  },
});

/** The same row for each browser. */
const inBrowsers = (row, build) =>
  ["Chromium", "Firefox", "WebKit"].map((browser) => {
    const fast = row.fast && browser === "Chromium";
    return site({ ...row, browser, what: `${row.what}; ${browser}`, fast }, build);
  });

const viteBuild = async (folder) => {
  writePage(folder, moduleScript("./page.mjs"));
  await runTool(folder, "vite", ["build"]);
  return join(folder, "dist");
};

/** @returns {Case} */
const viteServer = () => ({
  tool: "Vite",
  version: versionOf("vite"),
  what: "development server; Chromium",
  linked: "vite",
  browser: "Chromium",
  async run({ folder, read }) {
    writePage(folder, moduleScript("./page.mjs"));
    const args = [scriptOf(folder, "vite"), "--host", "127.0.0.1", "--port", "0"];
    return whileServed(process.execPath, args, { cwd: folder }, read);
  },
});

const webpackBuild = async (folder) => {
  await runTool(folder, "webpack-cli", ["build", "./page.mjs", "--mode", "production"]);
  return writePage(join(folder, "dist"), classicScript("./main.js"));
};

const parcelBuild = async (folder) => {
  writePage(folder, moduleScript("./page.mjs"));
  await runTool(folder, "parcel", ["build", "index.html"]);
  return join(folder, "dist");
};

const noBundler = (folder) => {
  const home = "./node_modules/edgebloom";
  const imports = {
    edgebloom: `${home}/index.js`,
    "edgebloom/compat": `${home}/compat.js`,
    "edgebloom/live": `${home}/live.js`,
    "edgebloom/reader": `${home}/reader/index.js`,
  };
  return writePage(
    folder,
    `<script type="importmap">${JSON.stringify({ imports })}</script>`,
    moduleScript("./page.mjs"),
  );
};

/** One row per output format, for esbuild and Rollup. */
const formats = (names, row, build) =>
  names.map((format) =>
    site({ ...row, what: `build, ${format}; Chromium` }, async (folder) => {
      await build(folder, format);
      return writePage(join(folder, "dist"), (format === "iife" ? classicScript : moduleScript)("./page.js"));
    }),
  );

async function esbuildBuild(folder, format) {
  const { build } = await import("esbuild");
  const outfile = join(folder, "dist/page.js");
  await build({ entryPoints: [join(folder, "page.mjs")], outfile, bundle: true, format, logLevel: "warning" });
}

const rollupBuild = (folder, format) =>
  runTool(folder, "rollup", ["page.mjs", "--plugin", "node-resolve", "--format", format, "--file", "dist/page.js"]);

/** Rows for a runtime with a command line, one per kind of module, with its own arguments. */
const commandLine = (row, commandFor, options = {}) =>
  [
    ["import", "print.mjs"],
    ["require", "print.cjs"],
  ].map(([what, file]) => ({
    ...row,
    what,
    run: ({ folder, toolAt }) => {
      const args = [...(options[what] ?? []), file];
      // Deno's cache must not be in the home folder.
      return printed(commandFor(toolAt), args, { cwd: folder, env: { DENO_DIR: join(folder, ".deno") } });
    },
  }));

const npmRuntime = (tool, runtime, options) => {
  const row = { tool, version: versionOf(runtime), runtime };
  return commandLine(row, (toolAt) => commandOf(toolAt(runtime), tool.toLowerCase()), options);
};

/** @returns {Case} */
const worker = (what, date) => ({
  tool: "workerd (miniflare)",
  version: versionOf("miniflare"),
  what: `worker as of ${date}, ${what}`,
  fast: true,
  run: ({ folder }) =>
    withWorker(
      folder,
      date,
      (ask, modules) => {
        assertCompiled(modules.filter(({ type }) => type === "CompiledWasm"));
        return ask();
      },
      "worker.mjs",
    ),
});

/** @returns {Case} */
const wrangler = () => ({
  tool: "wrangler",
  version: versionOf("wrangler"),
  what: `dev, as of ${supportedCompatibilityDate}`,
  runtime: ["wrangler", "node-24"],
  run: ({ folder, toolAt }) =>
    withWrangler(
      folder,
      toolAt,
      ["worker.mjs", "--name", "rows", "--compatibility-date", supportedCompatibilityDate],
      async (url) => (await fetch(url)).text(),
    ),
});

/** Checks that the bundle uses the entry points for runtimes that cannot compile: only these import a file. */
const assertCompiled = (modules) => assert.equal(modules.length, 2, "edgebloom.wasm and compat.wasm");

/**
 * Runs a bundle in Vercel's edge runtime, which compiles nothing. Like Next, it makes a module that is imported with
 * ?module a global variable.
 */
async function runInEdgeRuntime({ folder, toolAt }) {
  const { build } = await import("esbuild");
  const modules = {};
  const compiled = {
    name: "compiled modules",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.wasm\?module$/ }, async ({ path, resolveDir }) => ({
        path: join(resolveDir, path.replace(/\?module$/, "")),
        namespace: "compiled",
      }));
      onLoad({ filter: /./, namespace: "compiled" }, ({ path }) => {
        const name = `wasm_${Object.keys(modules).length}`;
        modules[name] = new WebAssembly.Module(readFileSync(path));
        return { contents: `export default ${name}` };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: `export { answers } from "./answers.mjs"`, resolveDir: folder },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "user",
    conditions: ["edge-light", "worker", "browser"],
    plugins: [compiled],
    logLevel: "warning",
  });
  assertCompiled(Object.keys(modules));
  const { EdgeVM } = createRequire(join(toolAt("edge-runtime"), "package.json"))("@edge-runtime/vm");
  const vm = new EdgeVM({
    codeGeneration: { strings: false, wasm: false },
    extend: (context) => Object.assign(context, modules),
  });
  return vm.evaluate(`${outputFiles[0].text}; user.answers().then(JSON.stringify)`);
}

/** A row for a test runner. Its test writes the answers to a file. */
const testRunner = (row, run) => ({
  ...row,
  async run(context) {
    await run(context);
    return readFileSync(join(context.folder, "found.json"), "utf8");
  },
});

/** Jest's simulated browser, with Node's `require`. */
const jsdom = (linked, runtime) => {
  const what = `jsdom, CommonJS${runtime ? `; Node ${versionOf(runtime)}` : ""}`;
  return testRunner(
    { tool: "Jest", version: versionOf(linked), what, linked, runtime, files: "jsdom" },
    ({ folder, toolAt }) =>
      printed(runtime ? commandOf(toolAt(runtime), "node") : process.execPath, [scriptOf(folder, "jest")], {
        cwd: folder,
        seconds: BUILD_SECONDS,
        env: { TMPDIR: dirname(folder) },
      }),
  );
};

/** TypeScript without a build, by tsx. It has its own loaders for both kinds of modules. */
const tsx = (runtime) =>
  ["cts", "mts"].map((ending) => ({
    tool: "tsx",
    version: versionOf("tsx"),
    what: `a file .${ending}; Node ${versionOf(runtime)}`,
    linked: "tsx",
    runtime,
    files: "tsx",
    run: ({ folder, toolAt }) =>
      printed(commandOf(toolAt(runtime), "node"), [scriptOf(folder, "tsx"), `print.${ending}`], {
        cwd: folder,
        env: { TMPDIR: dirname(folder) },
      }),
  }));

/** The applications that have been built, by folder. */
const started = new Map();

function startNext(folder, bundler, later) {
  if (!started.has(folder)) {
    started.set(
      folder,
      runTool(folder, "next", ["build", bundler]).then(async () => {
        const args = [scriptOf(folder, "next"), "start", "--hostname", "127.0.0.1", "--port", "0"];
        const server = await served(process.execPath, args, { cwd: folder });
        later(server.stop);
        return server;
      }),
    );
  }
  return started.get(folder);
}

const next = (bundler) => {
  const ask = async ({ url, said }, path) => {
    const response = await fetch(url + path);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status}\n${text}\n${said()}`);
    return text;
  };
  const row = { tool: "Next", version: versionOf("next"), linked: "next", files: "next", project: `next-${bundler}` };
  const rows = [
    { what: "edge route", answersOf: (server) => ask(server, "/edge") },
    { what: "Node route", answersOf: (server) => ask(server, "/node") },
    { what: "client page; Chromium", browser: "Chromium", answersOf: ({ url }, read) => read(url) },
  ];
  return rows.map(({ what, browser, answersOf }) => ({
    ...row,
    what: `${bundler === "turbopack" ? "Turbopack" : bundler}, ${what}`,
    browser,
    run: async ({ folder, read, later }) => answersOf(await startNext(folder, `--${bundler}`, later), read),
  }));
};

/** @type {Case[]} */
export const CASES = [
  ...commandLine({ tool: "Node", version: INSTALLED, fast: true }, () => process.execPath),
  {
    tool: "Node",
    version: INSTALLED,
    what: "require, where it takes CommonJS only",
    fast: true,
    run: ({ folder }) => printed(process.execPath, [...COMMON_JS_ONLY, "print.cjs"], { cwd: folder }),
  },
  ...["node-20.0", "node-20", "node-22", "node-24", "node-26"].flatMap((runtime) => npmRuntime("Node", runtime)),
  ...["node-20", "node-22"].flatMap(tsx),
  // Use only the installed package. Deno's `require` needs permission to read files, like any program.
  ...npmRuntime("Deno", "deno", {
    import: ["run", "--cached-only"],
    require: ["run", "--cached-only", "--allow-read"],
  }),
  ...npmRuntime("Bun", "bun"),
  worker("the newest date", supportedCompatibilityDate),
  worker("before June 2025", "2024-09-01"),
  wrangler(),
  {
    tool: "@edge-runtime/vm",
    version: versionOf("edge-runtime"),
    what: "bundle for edge-light",
    runtime: "edge-runtime",
    run: runInEdgeRuntime,
  },
  ...inBrowsers({ tool: "no bundler", version: "", what: "import map", fast: true }, noBundler),
  ...inBrowsers({ tool: "Vite", version: versionOf("vite"), what: "build", linked: "vite", fast: true }, viteBuild),
  viteServer(),
  site({ tool: "webpack", version: versionOf("webpack"), what: "build; Chromium", linked: "webpack" }, webpackBuild),
  ...formats(["esm", "iife"], { tool: "esbuild", version: versionOf("esbuild"), fast: true }, esbuildBuild),
  ...formats(["es", "iife"], { tool: "Rollup", version: versionOf("rollup"), linked: "rollup" }, rollupBuild),
  site({ tool: "Parcel", version: versionOf("parcel"), what: "build; Chromium", linked: "parcel" }, parcelBuild),
  ...next("turbopack"),
  ...next("webpack"),
  testRunner(
    { tool: "Jest", version: versionOf("jest"), what: "CommonJS", linked: "jest", files: "jest" },
    ({ folder }) => runTool(folder, "jest", []),
  ),
  jsdom("jest", undefined),
  // The newest Node without `process.getBuiltinModule`, and an environment without TextEncoder.
  jsdom("jest-29", "node-20.0"),
  testRunner(
    {
      tool: "Vitest",
      version: versionOf("vitest"),
      what: "import",
      linked: "vitest",
      runtime: "node-24",
      files: "vitest",
    },
    ({ folder, toolAt }) =>
      printed(commandOf(toolAt("node-24"), "node"), [scriptOf(folder, "vitest"), "run"], {
        cwd: folder,
        seconds: BUILD_SECONDS,
      }),
  ),
];

/** The name of a row, and of its test. */
export const nameOf = ({ tool, version, what }) => [tool, version, what].filter(Boolean).join(" ").replace(" ;", ";");
