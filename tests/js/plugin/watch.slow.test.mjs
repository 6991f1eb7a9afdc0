// A list that is edited is built again: by Rollup, esbuild and webpack when they watch, and by Vite's development server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  FOUND,
  LIST,
  esbuildConfig,
  plugin,
  printed,
  useProject,
  viteConfig,
  webpackConfig,
} from "../helpers/plugin.mjs";

const { path, put } = useProject();

/** A list without the key, and one in another format. */
const WITHOUT = "guerrillamail.com\n";
const MISTAKEN = "id,domain\n1,mailinator.com\n2,guerrillamail.com\n";

/** Waits until a build prints something. */
async function prints(expected) {
  let found = "";
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    found = await printed(path()).catch(() => "nothing");
    if (found === expected) return;
  }
  assert.equal(found, expected);
}

/** Edits the list while a bundler watches. `failed` resolves when a build fails. */
async function editList(failed) {
  await prints(FOUND);
  put("domains.txt", WITHOUT);
  await prints("false,false");
  const failing = failed();
  put("domains.txt", MISTAKEN);
  assert.match(await failing, /domains\.txt\?.*this looks like CSV/);
  put("domains.txt", LIST);
  await prints(FOUND);
}

test("Rollup", async (t) => {
  const { watch } = await import("rollup");
  const watcher = watch({
    input: path("main.js"),
    external: /^edgebloom\//,
    output: { dir: path("out") },
    plugins: [plugin.rollup({ cacheDir: path("cache") })],
  });
  t.after(() => watcher.close());
  let onError = (_message) => {};
  watcher.on("event", (event) => {
    if (event.code === "ERROR") onError(event.error.message);
    event.result?.close();
  });
  await editList(() => new Promise((resolve) => (onError = resolve)));
});

test("esbuild", async (t) => {
  const { context } = await import("esbuild");
  let onError = (_message) => {};
  const ends = {
    name: "ends",
    setup: ({ onEnd }) => onEnd(({ errors }) => void (errors.length && onError(errors[0].text))),
  };
  const config = esbuildConfig(path(), {});
  const watching = await context({ ...config, plugins: [...config.plugins, ends] });
  t.after(() => watching.dispose());
  await watching.watch();
  await editList(() => new Promise((resolve) => (onError = resolve)));
});

test("webpack", async (t) => {
  const { default: webpack } = await import("webpack");
  let onError = (_message) => {};
  const compiler = webpack({ ...webpackConfig(path(), {}), mode: "development", devtool: false });
  const watching = compiler.watch({ aggregateTimeout: 20 }, (_, stats) => {
    const { errors } = stats.toJson({ all: false, errors: true });
    if (errors.length) onError(errors[0].message);
  });
  t.after(() => new Promise((resolve) => watching.close(resolve)));
  await editList(() => new Promise((resolve) => (onError = resolve)));
});

test("Vite's development server: the page is loaded again, and small and large filters are in the code", async (t) => {
  const { createServer } = await import("vite");
  const server = await createServer(viteConfig(path(), { inlineLimit: 0 }, { server: { middlewareMode: true } }));
  t.after(() => server.close());
  const { code } = await server.transformRequest("/main.js");
  const [, address] = /from "(\/@id\/[^"]+)"/.exec(code);
  const textOf = async () => (await server.transformRequest(address.replace("/@id/", ""))).code;
  const before = await textOf();
  assert.match(before, /fromBase64\("/);
  assert.deepEqual((await server.ssrLoadModule("/main.js")) && globalThis.found, FOUND);

  const sent = [];
  const reloaded = () =>
    new Promise((resolve) => {
      server.ws.send = (message) => (sent.push(message), message.type === "full-reload" && resolve());
    });
  const reloading = reloaded();
  put("domains.txt", WITHOUT);
  await reloading;
  assert.notEqual(await textOf(), before);
  assert.deepEqual((await server.ssrLoadModule("/main.js")) && globalThis.found, "false,false");

  const again = reloaded();
  put("domains.txt", MISTAKEN);
  await again;
  await assert.rejects(textOf(), /domains\.txt\?.*this looks like CSV: pass input=csv/);
});
