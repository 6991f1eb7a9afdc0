// The step `upload`: files first, the manifest last, so that every manifest that a client sees has its files. Then removes old files.

import { openHost } from "./host.mjs";
import { annotate, say } from "./log.mjs";
import { readJob } from "./publish.mjs";

/**
 * @param {import("./inputs.mjs").Inputs} inputs
 * @param {NodeJS.ProcessEnv} env
 */
export function upload(inputs, env) {
  const host = openHost(inputs, env);
  const { changed, upload, remove } = readJob(inputs);
  if (!host || !changed) return;
  if (upload.length) host.put(upload);
  host.putManifest();
  say("upload", `${upload.length + 1} files to ${inputs.target}`);
  if (!remove.length) return;
  try {
    host.remove(remove);
  } catch (error) {
    // They cost space, and nothing else.
    annotate("warning", "edgebloom", `old files were not removed: ${/** @type {Error} */ (error).message}`);
  }
}
