// `npm start`: sets up and builds whatever is missing, and serves the demo page on this machine until Ctrl-C,
// beside the example worker with the published set of a real blocklist. This file imports no packages: a fresh clone
// has none yet.

import { publish } from "../examples/edge-worker/publish.mjs";
import { startExample } from "../examples/edge-worker/serve.mjs";
import { build } from "./build.mjs";
import { PLAYGROUND, buildPlayground, nameWorker } from "./playground.mjs";
import { Failure, main } from "./run.mjs";
import { ask, serveSite } from "./serve-site.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  setUp();
  /** @type {Awaited<ReturnType<typeof startExample>> | undefined} set when everything is built */
  let worker;
  // The worker answers all requests that match no file of the page: /check, /info, and 404 for others.
  /** @type {import("node:http").RequestListener} */
  const otherwise = (request, response) => {
    if (!worker) return void response.writeHead(503, { "retry-after": "10" }).end("not started yet\n");
    ask(worker, request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  };
  // Take the port first: the build takes minutes.
  const { url, close } = await serveSite(PLAYGROUND, { port: Number(process.env.PORT || 0), otherwise }).catch(
    (error) => {
      throw new Failure(`PORT: ${error.message}; without PORT any free one is taken`);
    },
  );
  await build();
  const { name, version, keys, setBytes, falsePositives } = await publish();
  console.log(`${name} ${version}: ${keys} domains, published in ${setBytes} bytes`);
  console.log(`  exceptions, which would be false positives: ${falsePositives.join(", ") || "none"}`);
  console.log("Building the playground and starting the worker ...");
  await buildPlayground();
  worker = await startExample({ bindings: { DEMO_URL: new URL(url).origin } });
  nameWorker(PLAYGROUND, worker.url);
  console.log(`Worker:     ${worker.url}\nPlayground: ${new URL(url).origin}\nCtrl-C stops both.`);
  await interrupted();
  await Promise.all([close(), worker.dispose()]);
  process.exit(0);
});

/**
 * Resolves at Ctrl-C. miniflare has a handler that ends this process at once with a failure, so it is
 * removed. Ours stay, because npm passes on the Ctrl-C of the terminal and the signal arrives twice.
 */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal).on(signal, resolve);
    // If only npm gets a signal, it ends npm's shell, and the shell does not pass it on.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && resolve(true), 500);
  });
}
