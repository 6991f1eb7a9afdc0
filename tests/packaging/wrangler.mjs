// Runs wrangler, Cloudflare's own tool, which needs a newer Node than the package.

import { join } from "node:path";
import { commandOf, scriptOf } from "./tools.mjs";
import { whileServed } from "./command.mjs";

/**
 * Runs `wrangler dev` in a folder.
 * @template T
 * @param {string} folder
 * @param {(tool: "wrangler" | "node-24") => string} toolAt the folder of a tool
 * @param {string[]} args the user's arguments
 * @param {(url: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withWrangler(folder, toolAt, args, use) {
  const all = [
    scriptOf(toolAt("wrangler"), "wrangler"),
    "dev",
    ...args,
    "--ip",
    "127.0.0.1",
    "--port",
    "0",
    "--inspector-port",
    "0",
  ];
  // wrangler's files must not be in the home folder.
  const env = { WRANGLER_SEND_METRICS: "false", CI: "true", XDG_CONFIG_HOME: join(folder, ".config") };
  return whileServed(commandOf(toolAt("node-24"), "node"), all, { cwd: folder, env }, use);
}
