// `npm start`: sets up and builds whatever is missing, and serves the demo page on this machine until Ctrl-C,
// beside the example worker with the published set of a real blocklist. Nothing here imports a package: a fresh clone
// has none yet.

import { publish, readList } from "../examples/edge-worker/publish.mjs";
import { startExample } from "../examples/edge-worker/serve.mjs";
import { build } from "./build.mjs";
import { Failure, main } from "./run.mjs";
import { ask, serveSite, workerJson } from "./serve-site.mjs";
import { setUp } from "./setup.mjs";
import { SITE, buildSite } from "./site.mjs";

await main(async () => {
  console.log("Setting up and building the package, where that is not done yet ...");
  setUp();
  /** @type {Awaited<ReturnType<typeof startExample>> | undefined} there once all is built */
  let worker;
  // What is no file of the page, the worker answers: /check and /info, and that there is nothing else.
  /** @type {import("node:http").RequestListener} */
  const otherwise = (request, response) => {
    if (!worker) return void response.writeHead(503, { "retry-after": "10" }).end("not started yet\n");
    ask(worker, request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  };
  /** @type {Record<string, string>} what is said in place of a file */
  const instead = {};
  // The port is taken before minutes go into a build.
  const options = { port: Number(process.env.PORT || 0), otherwise, instead };
  const { url, close } = await serveSite(SITE, options).catch((error) => {
    throw new Failure(`PORT: ${error.message}; without PORT any free one is taken`);
  });
  await build();
  const list = readList();
  const { name, version, keys, setBytes, falsePositives } = await publish(list);
  console.log(`${name} ${version}: ${keys} domains, ${list.listBytes} bytes of JSON, published in ${setBytes} bytes`);
  console.log(`  allow-listed, as they would be blocked by chance: ${falsePositives.join(", ") || "none"}`);
  console.log("Making the demo page, starting the worker ...");
  await buildSite();
  worker = await startExample({ bindings: { DEMO_URL: new URL(url).origin } });
  instead["worker.json"] = workerJson(worker.url);
  console.log(`  which checks e-mail addresses at ${worker.url}`);
  console.log(`The demo page is there (Ctrl-C stops it):\n${new URL(url).origin}`);
  await interrupted();
  await Promise.all([close(), worker.dispose()]);
  process.exit(0);
});

/**
 * Resolves at Ctrl-C. miniflare has a handler that ends this process at once, as if it had failed: it
 * goes. Ours stay, because npm passes the terminal's Ctrl-C on and it comes twice.
 */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal).on(signal, resolve);
    // A signal that only npm gets ends npm's shell, which does not pass it on.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && resolve(true), 500);
  });
}
