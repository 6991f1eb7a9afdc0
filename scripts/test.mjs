// `npm test`: sets everything up, then runs the quick tests, which take some minutes. `npm run test:slow` runs the others,
// `npm test -- rust js` some parts. If a part fails, the others still run.

import { availableParallelism } from "node:os";
import { build, buildTool } from "./build.mjs";
import { findChromium, findFirefox, leaveOut, withoutRedis, withoutShells, withoutSpark } from "./programs.mjs";
import { Failure, at, filesBelow, main, npm, run } from "./run.mjs";
import { WASM_TARGET, setUp } from "./setup.mjs";

/** The tests of the page's main path, and those that need no browser. */
const MAIN_PATH = ["tests/page/page.test.mjs", "tests/page/unit"];

const TARBALL = "tests/packaging/package.test.mjs";

/** The quick tests. */
const QUICK = {
  lint() {
    run("rustup", ["component", "add", "rustfmt", "clippy"]);
    run("cargo", ["fmt", "--all", "--check"]);
    clippy(["--all-targets"]);
    npm(["run", "lint"]);
  },
  rust() {
    run("cargo", ["test", "--locked"]);
  },
  "js and the page"() {
    // Install it once, for all tests that need one.
    const redis = withoutRedis("the tests that need a Redis");
    if (redis) leftOut.push("the tests that need a Redis");
    for (const shell of withoutShells()) leftOut.push(`the completion of the command line in ${shell}`);
    // One more than the number of processors: some tests wait for servers and timers.
    const atATime = availableParallelism() + 1;
    // Run the main path of the page first, because it waits for a browser most of the time.
    testFiles([...MAIN_PATH, "tests/js"], browserFor("the demo page and the tests of tests/js that open a page"), {
      atATime,
      slow: false,
    });
  },
  package() {
    testFiles(TARBALL, {});
  },
  size() {
    npm(["run", "size"]);
  },
};

/** The features of the modules for pages and programs: our own filters, and those of other systems. */
const BINDINGS = ["std", "std,compat"];

/** The slow tests. */
const SLOW = {
  "more lint"() {
    for (const folder of ["benches/instructions", "benches/native", "fuzz"]) {
      run("cargo", ["fmt", "--check"], { cwd: at(folder) });
      run("cargo", ["check", "--locked", "--all-features", "--target-dir", at("target/apart")], { cwd: at(folder) });
    }
    for (const features of ["", "compat", "std", "std,compat", "std,publish"]) {
      const lib = ["--lib", "--no-default-features", "--features", features];
      clippy(["--target", WASM_TARGET, ...lib]);
      clippy(lib);
    }
    for (const features of BINDINGS) {
      clippy(["--target", WASM_TARGET, "--test", "web", "--no-default-features", "--features", features]);
    }
  },
  "slow js"() {
    if (withoutRedis("the example that needs a Redis")) leftOut.push("the example that needs a Redis");
    if (withoutSpark("the job of examples/spark-publish was")) leftOut.push("the job of examples/spark-publish");
    testFiles("tests/js", browserFor("the slow tests of tests/js that open a page"), { slow: true });
  },
  "wasm in Chromium"() {
    const chromium = chromiumOrLoud("wasm-bindgen's tests in Chromium");
    if (chromium) testWasm("std", { WASM_BINDGEN_USE_BROWSER: "1", CHROMEDRIVER: chromium.driver });
  },
  "wasm in Node"() {
    for (const features of BINDINGS) testWasm(features, {});
  },
  "the rest of the page"() {
    const quick = MAIN_PATH.flatMap(filesBelow);
    const others = filesBelow("tests/page").filter((name) => !quick.includes(name));
    // As above: they wait for animations most of the time.
    testFiles(others, browserFor("the tests of the demo page"), { atATime: availableParallelism() + 1 });
    if (!findFirefox()) leftOut.push("the main path of the demo page in Firefox (install firefox-esr, or set FIREFOX)");
  },
  "the site"() {
    testFiles("tests/site", browserFor("the tests of the documentation site"));
    if (!findFirefox()) leftOut.push("the documentation site in Firefox (install firefox-esr, or set FIREFOX)");
  },
  packaging() {
    // One at a time: each test starts its own tools.
    const others = filesBelow("tests/packaging").filter((name) => name !== TARBALL);
    testFiles(others, browserFor("the packed tarball's rows for Chromium"), { atATime: 1 });
  },
  reproducible() {
    testFiles("tests/reproducible", {});
  },
};

const clippy = (/** @type {string[]} */ args) => run("cargo", ["clippy", "--locked", ...args, "--", "-D", "warnings"]);

/**
 * The variables that tell the tests which browser to use.
 * @param {string} what
 */
function browserFor(what) {
  const chromium = chromiumOrLoud(what);
  return { CHROMIUM: chromium?.browser ?? "", EDGEBLOOM_NO_BROWSER: chromium ? "" : "1" };
}

/**
 * Runs the test files of folders, a number of them at a time. With `slow`, it runs only NAME.slow.test.mjs, otherwise only the
 * others.
 * @param {string | string[]} folders
 * @param {Record<string, string>} env
 * @param {{ atATime?: number, slow?: boolean }} [how]
 */
function testFiles(folders, env, { atATime = availableParallelism(), slow } = {}) {
  const tests = [folders]
    .flat()
    .flatMap(filesBelow)
    .filter((name) => name.endsWith(".test.mjs"));
  const files = tests.filter((name) => slow === undefined || name.endsWith(".slow.test.mjs") === slow);
  if (!files.length) throw new Failure(`no test file in ${folders}`);
  run(process.execPath, ["--test", `--test-concurrency=${atATime}`, ...files], { env });
}

/**
 * @param {string} features of the module whose binding is tested
 * @param {Record<string, string>} env
 */
function testWasm(features, env) {
  const tool = buildTool();
  const binding = ["--no-default-features", "--features", features];
  run("cargo", ["test", "--locked", "--target", WASM_TARGET, "--test", "web", ...binding], {
    env: { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: `${tool} test-runner`, ...env },
  });
}

/** @type {ReturnType<typeof findChromium> | null} */
let chromium;
/** @param {string} what is skipped without it */
function chromiumOrLoud(what) {
  chromium ??= findChromium() ?? null;
  if (!chromium) {
    leaveOut(`NO CHROMIUM: ${what} left out. Install chromium and chromedriver, or set CHROMIUM and CHROMEDRIVER.`);
    leftOut.push(what);
  }
  return chromium;
}

/** @type {string[]} */
const leftOut = [];

await main(async () => {
  const slow = process.argv.includes("--slow");
  const names = process.argv.slice(2).filter((word) => word !== "--slow");
  const all = { ...QUICK, ...SLOW };
  for (const name of names) {
    if (!Object.keys(all).some((part) => part.startsWith(name))) {
      throw new Failure(`no part is called ${name}: ${Object.keys(all).join(", ")}`);
    }
  }
  const parts = names.length ? all : slow ? SLOW : QUICK;
  setUp();
  await build();
  const failed = [];
  let passed = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (names.length && !names.some((prefix) => name.startsWith(prefix))) continue;
    console.log(`\n== ${name}`);
    const started = performance.now();
    try {
      await part();
      passed++;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(`\n${error.message}`);
      failed.push(name);
    }
    console.log(`== ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  console.log();
  for (const what of leftOut) console.warn(`LEFT OUT: ${what}`);
  for (const name of failed) console.error(`FAILED: ${name}`);
  console.log(`parts: ${passed} passed, ${failed.length} failed`);
  if (failed.length) throw new Failure("some tests failed");
});
