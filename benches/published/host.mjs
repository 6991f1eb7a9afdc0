// A static host for a folder in its own process, and a `fetch` that counts the bytes.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { at } from "../../scripts/run.mjs";

/** @param {string} folder */
export async function startHost(folder) {
  const host = spawn(process.execPath, [at("benches/published/static-host.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [origin] = await once(host.stdout, "data");
  const counted = { bytes: 0, requests: 0 };
  return {
    url: `${String(origin).trim()}/manifest.json`,
    counted,
    fetch: async (/** @type {string} */ url, /** @type {any} */ init) => {
      const response = await fetch(url, init);
      counted.requests++;
      if (response.ok) counted.bytes += Number(response.headers.get("content-length"));
      return response;
    },
    stop: () => void host.kill(),
  };
}
