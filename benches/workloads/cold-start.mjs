// From the import to the first answer, each time where nothing has run before: a process of Node's, an isolate of workerd's.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { supportedCompatibilityDate } from "miniflare";
import { build } from "esbuild";
import { at, root } from "../../scripts/run.mjs";
import { printed } from "../../tests/packaging/command.mjs";
import { installed } from "../../tests/packaging/tools.mjs";
import { withWorker } from "../../tests/packaging/workerd.mjs";
import { takeTurns } from "../rounds.mjs";
import { folder as files } from "../runtimes.mjs";
import { emptyByCode, emptyByData } from "./empty-module.mjs";

const folder = join(files, "cold-start");
const PEERS = {
  bloomfilter:
    'import { BloomFilter } from "bloomfilter"; const make = () => BloomFilter.withTargetError(100, 0.01); const ask = (filter) => filter.test("a");',
  mnemonist:
    'const BloomFilter = require("mnemonist/bloom-filter"); const make = () => new BloomFilter({ capacity: 100, errorRate: 0.01 }); const ask = (filter) => filter.test("a");',
};
const EDGEBLOOM =
  'import { BloomFilter } from "edgebloom"; const make = () => new BloomFilter({ capacity: 100, errorRate: 0.01 }); const ask = (filter) => filter.has("a");';
const ANSWER = '\nexport const answer = () => { const filter = make(); filter.add("a"); return ask(filter); };\n';
const WORKER = "\nexport default { fetch: () => new Response(String(answer())) };\n";

/** In workerd modules come compiled. */
const emptyWorker = (
  /** @type {string[]} */ names,
) => `${names.map((name) => `import ${name} from "./${name}.wasm";`).join("\n")}
const [first] = [${names}].map((module) => new WebAssembly.Instance(module));
const answer = () => first.exports.answer() === 0;${WORKER}`;

/**
 * A package with as long a manifest as ours.
 * @param {string} name
 * @param {Record<string, string | Uint8Array>} files
 */
function writePackage(name, files) {
  const home = join(folder, "node_modules", name);
  const manifest = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const exports = { ...manifest.exports, ".": { ...manifest.exports["."], node: "./index.js" } };
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ ...manifest, name, exports }));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(home, file), content);
}

/** What is started in Node; the names are those of the report. */
async function writeStarts() {
  mkdirSync(folder, { recursive: true });
  /** @type {Record<string, string>} */
  const starts = {};
  const write = (/** @type {string} */ name, /** @type {string} */ file, /** @type {string} */ source) => {
    writeFileSync(join(folder, file), source);
    starts[name] = pathToFileURL(join(folder, file)).href;
  };
  const bundle = async (/** @type {string} */ name, /** @type {string} */ file, /** @type {string} */ contents) => {
    const nodePaths = [join(root, "node_modules"), join(installed("peers"), "node_modules")];
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      nodePaths,
    });
    write(name, file, outputFiles[0].text);
  };
  const answering = (
    /** @type {string} */ bytes,
  ) => `const { exports } = new WebAssembly.Instance(new WebAssembly.Module(${bytes}));
export const answer = () => exports.answer() === 0;
`;
  const core = readFileSync(at("pkg/wasm/edgebloom.wasm"));
  write("edgebloom", "edgebloom.mjs", EDGEBLOOM + ANSWER);
  await bundle("edgebloom, one file", "edgebloom-bundle.mjs", EDGEBLOOM + ANSWER);
  for (const [name, make] of Object.entries({ code: emptyByCode, data: emptyByData })) {
    write(
      `empty module (${name})`,
      `empty-${name}.mjs`,
      answering(`Uint8Array.from(atob("${Buffer.from(make(core)).toString("base64")}"), (char) => char.charCodeAt(0))`),
    );
  }
  // What others would do in Node: the module as base64, in a file or in a package, or in a file beside that of a package.
  const module = emptyByCode(core);
  const base64 = answering(`Buffer.from("${Buffer.from(module).toString("base64")}", "base64")`);
  write("empty module, base64", "empty-base64.mjs", base64);
  writePackage("empty-one", { "index.js": base64 });
  write("empty package", "empty-one.mjs", 'export { answer } from "empty-one";\n');
  const read = answering('readFileSync(new URL("empty.wasm", import.meta.url))');
  writePackage("empty-two", { "index.js": `import { readFileSync } from "node:fs";\n${read}`, "empty.wasm": module });
  write("empty package, .wasm beside it", "empty-two.mjs", 'export { answer } from "empty-two";\n');
  for (const [name, source] of Object.entries(PEERS)) await bundle(`${name}, one file`, `${name}.mjs`, source + ANSWER);
  return starts;
}

/** @param {import("../bench.mjs").Context} context */
async function inNode({ engines, effort, record, say }) {
  const starts = await writeStarts();
  for (const { name: engine, execPath } of engines) {
    if (!execPath) continue;
    say(`cold start, ${engine}`);
    const contenders = Object.entries(starts).map(([name, url]) => ({
      name,
      expected: /** @type {const} */ ("all"),
      block: async () => ({
        ns: Number(await printed(execPath, [at("benches/worker/start.mjs"), url], {})),
        calls: 1,
        yes: 1,
      }),
    }));
    record({
      group: "cold start",
      engine,
      found: await takeTurns(`cold start, ${engine}`, contenders, { rounds: effort.starts, ms: 0 }),
    });
  }
}

/** The code of the workers that are loaded, in files that the loading one imports as texts and bytes. */
async function writeWorkers() {
  const own = ["edgebloom"];
  const modules = Object.fromEntries(own.map((name) => [name, readFileSync(at(`pkg/wasm/${name}.wasm`))]));
  const { outputFiles } = await build({
    stdin: { contents: EDGEBLOOM + ANSWER + WORKER, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    conditions: ["workerd", "worker", "browser"],
    external: ["*.wasm"],
    logLevel: "warning",
  });
  const edgebloom = outputFiles[0].text.replace(/"[^"]*\/(\w+)\.wasm"/g, '"./$1.wasm"');
  /** @type {Record<string, { source: string, wasm: Record<string, Uint8Array> }>} */
  const workers = {
    edgebloom: { source: edgebloom, wasm: modules },
    "empty modules (code)": {
      source: emptyWorker(own),
      wasm: Object.fromEntries(own.map((name) => [name, emptyByCode(modules[name])])),
    },
    "empty modules (data)": {
      source: emptyWorker(own),
      wasm: Object.fromEntries(own.map((name) => [name, emptyByData(modules[name])])),
    },
    "no module": { source: `const answer = () => true;${WORKER}`, wasm: {} },
  };
  /** @type {string[]} */
  const lines = [];
  Object.values(workers).forEach(({ source, wasm }, i) => {
    writeFileSync(join(folder, `source-${i}.txt`), source);
    lines.push(`import source${i} from "./source-${i}.txt";`);
    const parts = Object.entries(wasm).map(([name, bytes]) => {
      writeFileSync(join(folder, `${name}-${i}.bin`), bytes);
      lines.push(`import ${name}${i} from "./${name}-${i}.bin";`);
      return `${name}: ${name}${i}`;
    });
    lines.push(`sources.push(source${i}); modules.push({ ${parts} });`);
  });
  const imports = lines.filter((line) => line.startsWith("import"));
  const pushes = lines.filter((line) => !line.startsWith("import"));
  writeFileSync(
    join(folder, "loader.js"),
    `${imports.join("\n")}
const [sources, modules] = [[], []];
${pushes.join("\n")}
// A section that nobody reads, so that no two are the same and none is taken from those that were compiled before.
function unlike(bytes, id) {
  const tail = new TextEncoder().encode(id.padStart(12));
  const all = new Uint8Array(bytes.byteLength + 15);
  all.set(new Uint8Array(bytes));
  all.set([0, 13, 0, ...tail], bytes.byteLength);
  return all.buffer;
}
export default {
  async fetch(request, { LOADER }) {
    const { searchParams } = new URL(request.url);
    const [i, id] = [searchParams.get("worker"), searchParams.get("id")];
    const worker = LOADER.get(id, () => ({
      compatibilityDate: "${supportedCompatibilityDate}",
      mainModule: "main.js",
      modules: {
        "main.js": sources[i],
        ...Object.fromEntries(Object.entries(modules[i]).map(([name, bytes]) => [name + ".wasm", { wasm: unlike(bytes, id) }])),
      },
    }));
    return worker.getEntrypoint().fetch(request.url);
  },
};
`,
  );
  return Object.keys(workers);
}

/**
 * workerd stops its clocks while code runs, so that requests are timed from outside: the first less the second.
 * @param {import("../bench.mjs").Context} context
 */
async function inWorkerd({ effort, record, say }) {
  say("cold start, workerd");
  const names = await writeWorkers();
  const options = { workerLoaders: { LOADER: {} } };
  await withWorker(
    folder,
    supportedCompatibilityDate,
    async (ask) => {
      let id = 0;
      const timed = async (/** @type {string} */ query) => {
        const start = performance.now();
        const answer = await ask(query);
        return { ms: performance.now() - start, yes: Number(answer === "true") };
      };
      const contenders = names.map((name, i) => ({
        name,
        expected: /** @type {const} */ ("all"),
        block: async () => {
          const query = `?worker=${i}&id=${id++}`;
          const [first, second] = [await timed(query), await timed(query)];
          return { ns: (first.ms - second.ms) * 1e6, calls: 2, yes: first.yes + second.yes };
        },
      }));
      await takeTurns("cold start, workerd, warm-up", contenders, { rounds: 2, ms: 0 });
      record({
        group: "cold start",
        engine: "workerd",
        found: await takeTurns("cold start, workerd", contenders, { rounds: effort.starts, ms: 0 }),
      });
    },
    "loader.js",
    options,
  );
}

/** @param {import("../bench.mjs").Context} context */
export async function run(context) {
  await inNode(context);
  await inWorkerd(context);
}
