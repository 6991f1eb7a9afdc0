// `npm start`: sets up and builds whatever is missing, and serves the demo page on this machine until Ctrl-C,
// beside the example worker with the filter of a real blocklist. Nothing here imports a package: a fresh clone
// has none yet.

import { createServer } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buildFilter } from "../examples/edge-worker/build.mjs";
import { startWorker } from "../examples/edge-worker/serve.mjs";
import { build } from "./build.mjs";
import { Failure, main } from "./run.mjs";
import { serveSite } from "./serve-site.mjs";
import { SITE, buildSite } from "./site.mjs";

await main(async () => {
  const port = await readPort();
  console.log("Setting up and building the package, where that is not done yet ...");
  await build();
  console.log("Making the filter of the real list ...");
  printSizes(await buildFilter());
  console.log("Making the demo page ...");
  await buildSite();
  console.log("Starting the worker ...");
  const worker = await startWorker();
  console.log(`  which checks e-mail addresses at ${worker.url}`);
  const { url, close } = await serveSite(SITE, { port, otherwise: answerFrom(worker) });
  console.log("The demo page is there (Ctrl-C stops it):");
  console.log(new URL(url).origin);
  await interrupted();
  await Promise.all([close(), worker.dispose()]);
  process.exit(0);
});

/** What is no file of the page, the worker answers: /check and /info, and that there is nothing else. */
function answerFrom(worker) {
  return (request, response) =>
    ask(worker, request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
}

async function ask(worker, { url, method }, response) {
  const { status, headers, body } = await worker.dispatchFetch(worker.url + url, { method });
  // What begins with mf- is between miniflare and itself.
  response.writeHead(status, Object.fromEntries([...headers].filter(([name]) => !name.startsWith("mf-"))));
  if (body) await pipeline(Readable.fromWeb(body), response);
  else response.end();
}

/** PORT, if it is set: it has to be a port, and free before minutes go into a build. */
async function readPort() {
  const { PORT } = process.env;
  if (!PORT) return 0;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65535) {
    throw new Failure(`PORT: expected a number from 0 to 65535, found ${JSON.stringify(PORT)}`);
  }
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }) => {
      const why = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`;
      reject(new Failure(`PORT: ${port} ${why}; without PORT any free one is taken`));
    });
    probe.listen(port, "127.0.0.1", () => probe.close(resolve));
  });
  return port;
}

function printSizes({ name, version, list, listBytes, keys, filterBytes, base64Characters, ...found }) {
  const count = (number) => number.toLocaleString("en");
  const ratio = (size) => `${(listBytes / size).toFixed(1)} times smaller`;
  const rows = [
    [`list (${name} ${version})`, `${count(listBytes)} bytes of JSON`, `${count(keys)} domains`],
    ["filter", `${count(filterBytes)} bytes`, ratio(filterBytes)],
    ["filter as base64", `${count(base64Characters)} characters`, ratio(base64Characters)],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const [what, size, note] of rows)
    console.log(`  ${what.padEnd(widths[0])}  ${size.padStart(widths[1])}  ${note}`);
  const { wellKnown, falsePositives, estimatedErrorRate } = found;
  console.log(`  ${(estimatedErrorRate * 100).toFixed(2)} % of other domains are answered "possibly"`);
  console.log(
    `  ${wellKnown.length} well-known domains asked, allow-listed: ${falsePositives.join(", ") || "none needed it"}`,
  );
}

/**
 * Resolves at Ctrl-C. miniflare has a handler that ends this process at once, as if it had failed: it
 * goes. Ours stay, because npm passes the terminal's Ctrl-C on and it comes twice.
 */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.removeAllListeners(signal);
      process.on(signal, resolve);
    }
    // A signal that only npm gets ends npm's shell, which does not pass it on.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && resolve(), 500);
  });
}
