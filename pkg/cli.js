#!/usr/bin/env node
// Starts the command line. Node itself ends with 1 where a script can not start, and that would say that no key is in: so
// this file imports nothing before 2 is what is left to say, and is in syntax that old versions of Node can read.

const NEEDED = 20;
const ERROR = 2;
let failed = false;

/**
 * Says in one line why nothing, or not all, was done.
 * @param {any} error
 */
function fail(error) {
  // Whoever reads what is said may have gone away.
  if (failed) process.exit(ERROR);
  failed = true;
  process.exitCode = ERROR;
  const message = String(error instanceof Error ? error.message : error).replace(/[\x00-\x1f\x7f-\x9f]+/g, " ");
  process.stderr.write(`edgebloom: ${message}\n`, () => process.exit(ERROR));
}

process.exitCode = ERROR;
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

const found = process.versions.node;
if (parseInt(found, 10) < NEEDED) {
  fail(`Node: expected version ${NEEDED} or newer, found ${found}; update it, or run another one that is installed`);
} else if (typeof WebAssembly === "undefined") {
  fail("WebAssembly: expected one, found none; run Node without --jitless and without --no-expose-wasm");
} else {
  import("./node/cli.js")
    .catch((error) => {
      throw new Error(`it can not start here: ${error.message}; is all of the package there, and memory enough?`);
    })
    .then(({ main }) => main(process.argv.slice(2)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch(fail);
}
