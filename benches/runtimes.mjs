// The runtimes of the worker: Node 20, the newest Node, Chromium, and the native program.

import { fork, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { findChromium } from "../scripts/programs.mjs";
import { Failure, at, root, run } from "../scripts/run.mjs";
import { installed, scriptOf, versionOf } from "../tests/packaging/tools.mjs";

/** The folder of the run, for the worker, keys and filter files. */
export const folder = at("target/bench/files");
const NATIVE = at("benches/native");
const PATIENCE = 120_000;

/** @typedef {{ call: (...args: unknown[]) => Promise<any>, stop: () => Promise<void> }} Worker */
/**
 * `execPath` is Node's, `newPage` a browser's.
 * @typedef {{ name: string, execPath?: string, start: () => Promise<Worker>, newPage?: () => Promise<{ page: import("playwright-core").Page, close: () => Promise<void> }> }} Runtime
 */

/** What each bundle of a contender exports. The whole of bloom-filters needs Node's Buffer, and mnemonist can only be required. */
const PACKAGES = {
  edgebloom: 'export { BloomFilter } from "edgebloom";',
  reader: 'export { FilterReader } from "edgebloom/reader";',
  lite: 'export { BloomFilter } from "edgebloom/lite";',
  bloomfilter: 'export { BloomFilter } from "bloomfilter";',
  "bloom-filters":
    'import BloomFilter from "bloom-filters/dist/bloom/bloom-filter.js"; export default BloomFilter.default ?? BloomFilter;',
  mnemonist: 'export default require("mnemonist/bloom-filter");',
  set: "",
};

/**
 * Writes the worker, the same for all engines, and a bundle for each contender.
 * @param {string} [beside] the folder of another checkout, which has been built
 */
export async function buildWorker(beside) {
  rmSync(join(folder, "packages"), { recursive: true, force: true });
  mkdirSync(join(folder, "packages"), { recursive: true });
  const nodePaths = [join(root, "node_modules"), join(installed("peers"), "node_modules")];
  /** @type {import("esbuild").BuildOptions} */
  const options = { bundle: true, format: "esm", platform: "browser", logLevel: "warning", nodePaths };
  const bundle = (/** @type {string} */ name, /** @type {string} */ contents) =>
    build({ ...options, stdin: { contents, resolveDir: root }, outfile: join(folder, "packages", `${name}.js`) });
  for (const [name, contents] of Object.entries(PACKAGES)) await bundle(name, contents);
  if (beside) {
    await bundle("beside-edgebloom", `export { BloomFilter } from ${JSON.stringify(join(beside, "pkg/index.js"))};`);
    await bundle(
      "beside-reader",
      `export { FilterReader } from ${JSON.stringify(join(beside, "pkg/reader/index.js"))};`,
    );
  }
  await build({ ...options, entryPoints: [at("benches/worker/main.js")], outfile: join(folder, "worker.js") });
  await build({
    ...options,
    bundle: false,
    entryPoints: [at("benches/worker/in-page.js")],
    outfile: join(folder, "page.js"),
  });
  writeFileSync(join(folder, "index.html"), '<!doctype html><meta charset="utf-8">');
}

/**
 * The processes that run.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const started = new Set();

/**
 * Node as a child process that ends with the bench.
 * @param {string} name
 * @param {string} execPath
 */
const node = (name, execPath) => ({
  name,
  async start() {
    const child = fork(at("benches/worker/in-node.mjs"), [folder], {
      execPath,
      execArgv: ["--expose-gc"],
      serialization: "advanced",
    });
    started.add(child);
    child.once("exit", () => started.delete(child));
    const answered = () =>
      new Promise((resolve, reject) => {
        /** @type {(message: any) => void} what the worker answers, whatever it was asked */
        const onMessage = ({ answer, error }) => {
          child.off("exit", onExit);
          error ? reject(new Failure(`${name}: ${error}`)) : resolve(answer);
        };
        /** @type {(code: number | null, signal: string | null) => void} */
        const onExit = (code, signal) => {
          child.off("message", onMessage);
          reject(new Failure(`${name} ended with ${code ?? signal}`));
        };
        child.once("message", onMessage).once("exit", onExit);
      });
    const versions = await answered();
    return {
      versions,
      call: (/** @type {any[]} */ ...args) => {
        const answer = answered();
        child.send(args);
        return answer;
      },
      stop: () => /** @type {Promise<void>} */ (new Promise((resolve) => child.once("exit", () => resolve()).kill())),
    };
  },
});

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript" };

/** A server that isolates its pages, which gives them a precise clock. */
async function serve() {
  const headers = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return server;
}

/** @param {any[]} args */
const askInPage = (args) =>
  /** @type {{ bench: Worker["call"] }} */ (/** @type {unknown} */ (globalThis)).bench(...args);

/**
 * Chromium; each worker is a separate page in a separate process.
 * @param {string} executablePath
 */
async function openChromium(executablePath) {
  const { chromium } = await import("playwright-core");
  const server = await serve();
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--js-flags=--expose-gc",
    ],
  });
  /** An empty page in a process of its own. */
  const newPage = async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    await page.goto(`http://127.0.0.1:${port}/`);
    return { page, close: () => context.close() };
  };
  const start = async () => {
    const { page, close: stop } = await newPage();
    // @ts-expect-error: a file of the page's own server
    await page.evaluate(() => import("/page.js"));
    if (!(await page.evaluate(() => globalThis.crossOriginIsolated)))
      throw new Failure("Chromium: the page is not isolated");
    return {
      call: (/** @type {any[]} */ ...args) => page.evaluate(askInPage, args),
      stop,
    };
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { name: `Chromium ${browser.version()}`, version: browser.version(), start, newPage, close };
}

/**
 * All available engines. `leftOut` lists the others.
 * @returns {Promise<{ engines: Runtime[], versions: Record<string, string>, leftOut: string[], close: () => Promise<void> }>}
 */
export async function openEngines() {
  /** @type {string[]} */
  const leftOut = [];
  /** @type {Runtime[]} */
  const engines = [];
  /** @type {Record<string, string>} */
  const versions = {};
  const old = process.versions.node.startsWith("20.") ? process.execPath : scriptOf(installed("node-20"), "node");
  const paths = {
    "Node 20": old,
    [`Node ${versionOf("node-26").split(".")[0]}`]: scriptOf(installed("node-26"), "node"),
  };
  for (const [name, execPath] of Object.entries(paths)) {
    const engine = node(name, execPath);
    const worker = await engine.start();
    versions[name] = `${worker.versions.node} (V8 ${worker.versions.v8})`;
    await worker.stop();
    engines.push({ ...engine, execPath });
  }
  const found = process.env.EDGEBLOOM_NO_BROWSER ? undefined : findChromium();
  const chromium = found && (await openChromium(found.browser));
  if (chromium) {
    engines.push({ ...chromium, name: "Chromium" });
    versions.Chromium = chromium.version;
  } else leftOut.push("Chromium: none is here; install chromium and chromedriver, or set CHROMIUM and CHROMEDRIVER");
  return {
    engines,
    versions,
    leftOut,
    close: async () => {
      // A workload that fails leaves its processes running.
      for (const child of started) child.kill();
      await chromium?.close();
    },
  };
}

/** Builds the native program for this processor: engines compile wasm for it, too. */
export function buildNative() {
  const target = at("target/bench/native");
  const env = { RUSTFLAGS: "-C target-cpu=native", CARGO_TARGET_DIR: target };
  run("cargo", ["build", "--locked", "--release", "--quiet"], { cwd: NATIVE, env });
  return join(
    target,
    "release",
    process.platform === "win32" ? "edgebloom-bench-native.exe" : "edgebloom-bench-native",
  );
}

/**
 * The native program. `ask` runs a command, given in words.
 * @param {string} program
 */
export function startNative(program) {
  const child = spawn(program, [], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void }[]} */
  const waiting = [];
  createInterface(child.stdout).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  child.once("exit", () => waiting.forEach(({ reject }) => reject(new Failure("the native program has ended"))));
  return {
    /**
     * @param {(string | number)[]} words
     * @returns {Promise<any>} the answer to the command
     */
    async ask(...words) {
      /** @type {Promise<any>} */
      const answer = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      child.stdin.write(`${words.join(" ")}\n`);
      const found = await answer;
      if (found.error) throw new Failure(`native: ${words.join(" ")}: ${found.error}`);
      return found;
    },
    stop: () => new Promise((resolve) => child.once("exit", resolve).stdin.end()),
  };
}
