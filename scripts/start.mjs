// `npm start`: sets up and builds whatever is missing, and serves the demo page on this machine until Ctrl-C,
// beside the example worker with the published set of a real blocklist, and the documentation at docs/. This file imports no
// packages: a fresh clone has none yet.

import { spawn } from "node:child_process";
import { publish } from "../examples/edge-worker/publish.mjs";
import { startExample } from "../examples/edge-worker/serve.mjs";
import { build } from "./build.mjs";
import { PLAYGROUND, buildPlayground, nameWorker } from "./playground.mjs";
import { Failure, at, main } from "./run.mjs";
import { ask, serveSite } from "./serve-site.mjs";
import { setUp } from "./setup.mjs";

/** The path of the documentation, and the folder that it's built in. */
const DOCS = "/docs/";
const DOCS_FOLDER = at("build", "docs");

await main(async () => {
  setUp();
  /** @type {Awaited<ReturnType<typeof startExample>> | undefined} set when everything is built */
  let worker;
  /** Answers for the documentation, once it's built. @type {import("sirv").RequestHandler | undefined} */
  let docs;
  // What matches no file of the page: the documentation, and for all else the worker (/check, /info, and 404 for others).
  /** @type {import("node:http").RequestListener} */
  const otherwise = (request, response) => {
    if (request.url?.startsWith(DOCS)) {
      request.url = request.url.slice(DOCS.length - 1);
      if (docs) return docs(request, response, () => void response.writeHead(404).end("not found\n"));
      return void response
        .writeHead(503, { "retry-after": "30" })
        .end("The documentation is still being built: reload in a minute.\n");
    }
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
  const guide = new URL(`${DOCS}tasks/daily-list-worker.html`, url);
  worker = await startExample({ bindings: { DEMO_URL: new URL(url).origin, GUIDE_URL: guide.href } });
  nameWorker(PLAYGROUND, worker.url);
  console.log(`Worker:     ${worker.url}\nPlayground: ${new URL(url).origin}\nCtrl-C stops both.`);
  // In a process of its own, because it would keep this one from answering for a minute.
  const site = ["scripts/site.mjs", "--base", DOCS, "--out", DOCS_FOLDER];
  const building = spawn(process.execPath, site, { cwd: at(), stdio: "ignore" });
  building.once("exit", async (code) => {
    if (code !== 0) return console.error(`The documentation could not be built: see node ${site.join(" ")}`);
    docs = (await import("sirv")).default(DOCS_FOLDER, { dev: true });
    console.log(`Documentation: ${new URL(DOCS, url)}`);
  });
  await interrupted();
  building.removeAllListeners("exit").kill();
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
