#!/usr/bin/env node
// Starts the command line. If a script cannot start, Node exits with 1, but here 1 means that no key is in the filter. So this file
// sets the exit code to 2 before it imports anything, and it uses only syntax that old versions of Node can read.

const NEEDED = 20;
const ERROR = 2;
let failed = false;

/**
 * Reports an error in one line and exits.
 * @param {any} error
 */
function fail(error) {
  // Writing the message can fail, too: its reader may have closed the pipe.
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
  fail(`Node: expected version ${NEEDED} or newer, got ${found}; install a newer one`);
} else if (typeof WebAssembly === "undefined") {
  fail("this Node has no WebAssembly; run it without --jitless and --no-expose-wasm");
} else {
  import("./node/cli.js")
    .catch((error) => {
      throw new Error(`cannot start: ${error.message}; the package may be incomplete, or memory too low`);
    })
    .then(({ main }) => main(process.argv.slice(2)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch(fail);
}
