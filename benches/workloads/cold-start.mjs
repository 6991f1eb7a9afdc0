// The time from the import to the first answer, each time in a new process of Node or a new isolate of workerd.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
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

const folder = join(files, "cold-start");
/** A first answer takes milliseconds, and the time of one process or page differs from the next by half. So more of them are measured. */
const STARTS = 4;
/** At 1 % these are 109 kB of bits, and 146 kB of base64. */
const KEYS = 91_300;
const WORKER = "\nexport default { fetch: () => new Response(String(answer())) };\n";

/** The sources, by their names in the report. The first one is the lower limit of all others. */
async function writeSources() {
  const { BloomFilter } = await import("edgebloom");
  const keys = Array.from({ length: KEYS }, (_, i) => `user-${i}@mail.example`);
  const own = BloomFilter.from(keys, { errorRate: 0.01 });
  const peers = createRequire(join(installed("peers"), "x.js"));
  const peer = peers("bloomfilter").BloomFilter.withTargetError(KEYS, 0.01);
  for (const key of keys) peer.add(key);
  const text = `const text = ${JSON.stringify(own.toBase64())};`;
  const json = `const text = ${JSON.stringify(JSON.stringify([...peer.buckets]))};`;
  own.free();
  return {
    [EMPTY]: "export const answer = () => true;",
    "the base64 string alone": `${text} export const answer = () => text.length > 0;`,
    "edgebloom/reader": `import { FilterReader } from "edgebloom/reader"; ${text}
export const answer = () => FilterReader.fromBase64(text).has("${keys[0]}");`,
    edgebloom: `import { BloomFilter } from "edgebloom"; ${text}
export const answer = () => BloomFilter.fromBase64(text).has("${keys[0]}");`,
    "bloomfilter, JSON": `import { BloomFilter } from "bloomfilter"; ${json}
export const answer = () => new BloomFilter(JSON.parse(text), ${peer.k}).test("${keys[0]}");`,
    "edgebloom, a new filter": `import { BloomFilter } from "edgebloom";
export const answer = () => { const filter = new BloomFilter({ capacity: 100, errorRate: 0.01 }); filter.add("a"); return filter.has("a"); };`,
  };
}

/**
 * One file from a bundler.
 * @param {string} contents
 * @param {import("esbuild").BuildOptions} [options]
 */
async function bundled(contents, options) {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    nodePaths: [join(root, "node_modules"), join(installed("peers"), "node_modules")],
    logLevel: "warning",
  });
  return outputFiles[0].text;
}

/** @param {import("../bench.mjs").Context & { sources: Record<string, string> }} context */
async function inNode({ engines, effort, record, say, sources }) {
  /** @type {Record<string, string>} */
  const starts = {};
  for (const [name, source] of Object.entries(sources)) {
    const ways = { [name]: await bundled(source) };
    if (name.startsWith("edgebloom")) ways[`${name}, not bundled`] = source;
    for (const [way, code] of Object.entries(ways)) {
      const file = join(folder, `${Object.keys(starts).length}.mjs`);
      writeFileSync(file, code);
      starts[way] = pathToFileURL(file).href;
    }
  }
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
      found: await takeTurns(`cold start, ${engine}`, contenders, { rounds: effort.processes, ms: 0 }),
    });
  }
}

/**
 * Writes the code of the workers to files. The worker that loads them imports them as text and bytes.
 * @param {Record<string, string>} sources
 */
async function writeWorkers(sources) {
  const options = { conditions: ["workerd", "worker", "browser"], external: ["*.wasm"] };
  writeFileSync(join(folder, "edgebloom.bin"), readFileSync(at("pkg/wasm/edgebloom.wasm")));
  const imports = ['import wasm from "./edgebloom.bin";'];
  for (const [i, source] of Object.values(sources).entries()) {
    const code = await bundled(source + WORKER, options);
    writeFileSync(join(folder, `source-${i}.txt`), code.replace(/"[^"]*\/(edgebloom\.wasm)"/g, '"./$1"'));
    imports.push(`import source${i} from "./source-${i}.txt";`);
  }
  writeFileSync(
    join(folder, "loader.js"),
    `${imports.join("\n")}
const sources = [${Object.keys(sources).map((_, i) => `source${i}`)}];
// A section that workerd ignores. It makes each module differ, so workerd cannot reuse a compiled one.
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
    const [source, id] = [sources[searchParams.get("worker")], searchParams.get("id")];
    const modules = source.includes("edgebloom.wasm") ? { "edgebloom.wasm": { wasm: unlike(wasm, id) } } : {};
    const worker = LOADER.get(id, () => ({
      compatibilityDate: "${supportedCompatibilityDate}",
      mainModule: "main.js",
      modules: { "main.js": source, ...modules },
    }));
    return worker.getEntrypoint().fetch(request.url);
  },
};
`,
  );
  return Object.keys(sources);
}

/**
 * workerd stops its clocks while code runs, so requests are timed from outside: the first minus the second.
 * @param {import("../bench.mjs").Context & { sources: Record<string, string> }} context
 */
async function inWorkerd({ effort, record, say, sources }) {
  say("cold start, workerd");
  const names = await writeWorkers(sources);
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
        found: await takeTurns("cold start, workerd", contenders, { rounds: effort.processes, ms: 0 }),
      });
    },
    "loader.js",
    options,
  );
}

/** The lower limit of all first answers: a package, or on a page a module, without code. */
export const EMPTY = "an empty module";

/**
 * A script that prints the nanoseconds from an import to the first answer, and ends.
 * @param {string} name what it imports
 * @param {string} answer an expression over the import `own`
 */
const importing = (name, answer) =>
  `const start = performance.now(); import("${name}").then((own) => { if (!(${answer})) throw new Error("no"); console.log((performance.now() - start) * 1e6); });`;

/**
 * The first answer in new processes of Node, from installed packages. The script is CommonJS, so the time includes the start of Node's loader.
 * @param {import("../bench.mjs").Context & { base64: string }} context
 */
async function firstInNode({ engines, effort, record, say, base64 }) {
  const app = join(folder, "app");
  rmSync(app, { recursive: true, force: true });
  mkdirSync(join(app, "node_modules/empty"), { recursive: true });
  writeFileSync(join(app, "node_modules/empty/package.json"), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(app, "node_modules/empty/index.js"), "export const answer = true;");
  cpSync(at("pkg"), join(app, "node_modules/edgebloom"), { recursive: true });
  const scripts = {
    [EMPTY]: importing("empty", "own.answer"),
    "edgebloom/reader": importing("edgebloom/reader", `own.FilterReader.fromBase64("${base64}").has("a")`),
    edgebloom: importing("edgebloom", `own.BloomFilter.fromBase64("${base64}").has("a")`),
  };
  for (const { name: engine, execPath } of engines) {
    if (!execPath) continue;
    say(`first answer, ${engine}`);
    const contenders = Object.entries(scripts).map(([name, script]) => ({
      name,
      expected: /** @type {const} */ ("all"),
      block: async () => ({ ns: Number(await printed(execPath, ["-e", script], { cwd: app })), calls: 1, yes: 1 }),
    }));
    const found = await takeTurns(`first answer, ${engine}`, contenders, { rounds: STARTS * effort.processes, ms: 0 });
    record({ group: "first answer", engine, found });
  }
}

/**
 * The first answer in new pages, from one file each that a server on this machine sends.
 * @param {import("../bench.mjs").Context & { base64: string }} context
 */
async function firstOnPages({ engines, effort, record, say, base64 }) {
  const engine = engines.find(({ newPage }) => newPage);
  if (!engine?.newPage) return;
  const { newPage } = engine;
  say(`first answer, ${engine.name}`);
  const sources = {
    [EMPTY]: "export const answer = () => true;",
    "edgebloom/reader": `import { FilterReader } from "edgebloom/reader"; export const answer = () => FilterReader.fromBase64("${base64}").has("a");`,
    edgebloom: `import { BloomFilter } from "edgebloom"; export const answer = () => BloomFilter.fromBase64("${base64}").has("a");`,
  };
  const contenders = [];
  for (const [i, [name, source]] of Object.entries(sources).entries()) {
    writeFileSync(join(folder, `first-${i}.js`), await bundled(source, { platform: "browser" }));
    contenders.push({
      name,
      expected: /** @type {const} */ ("all"),
      block: async () => {
        const { page, close } = await newPage();
        const ns = await page.evaluate(async (url) => {
          const start = performance.now();
          const { answer } = await import(url);
          if (answer() !== true) throw new Error("no");
          return (performance.now() - start) * 1e6;
        }, `/cold-start/first-${i}.js`);
        await close();
        return { ns, calls: 1, yes: 1 };
      },
    });
  }
  const found = await takeTurns("first answer, Chromium", contenders, { rounds: STARTS * effort.processes, ms: 0 });
  record({ group: "first answer", engine: engine.name, found });
}

/** @param {import("../bench.mjs").Context} context */
export async function run(context) {
  mkdirSync(folder, { recursive: true });
  const { BloomFilter } = await import("edgebloom");
  const small = BloomFilter.from(["a", "b"], { errorRate: 0.01 });
  const base64 = small.toBase64();
  small.free();
  await firstInNode({ ...context, base64 });
  await firstOnPages({ ...context, base64 });
  const sources = await writeSources();
  await inNode({ ...context, sources });
  await inWorkerd({ ...context, sources });
}
