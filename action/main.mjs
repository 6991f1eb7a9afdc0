// A step of action.yml: node main.mjs start|publish|upload|finish. It takes the inputs from the variable INPUTS, as JSON.

import { mkdirSync } from "node:fs";
import { finish } from "./finish.mjs";
import { readInputs } from "./inputs.mjs";
import { Failure, annotate, inMarkdown, setOutputs, summarize } from "./log.mjs";
import { publish } from "./publish.mjs";
import { upload } from "./upload.mjs";

/** @typedef {import("./inputs.mjs").Inputs} Inputs */

/** Each step, and what its failure means. */
const STEPS =
  /** @type {Record<string, { run: (inputs: Inputs, env: NodeJS.ProcessEnv) => unknown, failed: string }>} */ ({
    start: { run: start, failed: "Nothing was published" },
    publish: { run: publish, failed: "Nothing was published" },
    upload: { run: upload, failed: "The upload is not complete" },
    finish: { run: finish, failed: "The upload could not be verified" },
  });

/**
 * Checks the inputs, and names the folders for the steps that are not ours.
 * @param {Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 */
function start({ work, state, cacheKey, cachePrefix, output, target }, env) {
  mkdirSync(work, { recursive: true });
  setOutputs({ folder: output, state, key: cacheKey, "restore-key": cachePrefix, site: target }, env);
}

const { run, failed } = STEPS[process.argv[2]];
try {
  await run(readInputs(process.env), process.env);
} catch (error) {
  const { message, stack } = /** @type {Error} */ (error);
  const text = error instanceof Failure ? message : `${stack}`;
  annotate("error", failed, text);
  summarize(`### ${failed}\n\n${inMarkdown(text)}\n`, process.env);
  process.exitCode = 1;
}
