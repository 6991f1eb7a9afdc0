// The packed unplugin-edgebloom: publint and attw, the code of its README and of docs/deploy/browsers.md, and a sign-up form with React and strict
// TypeScript, which gets its filter from the plugin or from a file in public/.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { at, npm, run } from "../../scripts/run.mjs";
import { NO_BROWSER, listen, openChromium } from "../js/helpers/browser.mjs";
import { printed } from "./command.mjs";
import { pack } from "./pack.mjs";
import { makeProjects } from "./project.mjs";
import { bring, scriptOf } from "./tools.mjs";

const HOME = at("unplugin-edgebloom");
const SIGN_UP = fileURLToPath(new URL("projects/sign-up", import.meta.url));
const FETCHED = `import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

export const disposable = await fetchFilter("/disposable.bloom", { keys: email });
`;

const packed = mkdtempSync(join(tmpdir(), "edgebloom-plugin-"));
let projects;
before(() => {
  projects = makeProjects();
});
after(() => {
  projects?.remove();
  rmSync(packed, { recursive: true, force: true });
});

test("publint and attw", () => {
  const tarball = pack(packed, { cwd: HOME });
  run(process.execPath, [at("node_modules/publint/src/cli.js"), "run", tarball, "--strict"], { quiet: true });
  // Bundlers import their configuration. `./filter` has only types.
  const args = [tarball, "--profile", "esm-only", "--exclude-entrypoints", "./filter"];
  run(process.execPath, [at("node_modules/@arethetypeswrong/cli/dist/index.js"), ...args], { quiet: true });
});

/** A project with both packages, as npm packs them, and with the bundlers; undefined without them. */
function projectWith(files, t) {
  const tool = bring("plugin", t);
  if (!tool) return;
  const folder = projects.project(t.name.replace(/\W+/g, "-"), tool);
  const { stdout } = npm(["pack", "--dry-run", "--json", "--silent"], { cwd: HOME, quiet: true });
  for (const { path } of JSON.parse(stdout)[0].files)
    cpSync(join(HOME, path), join(folder, "node_modules/unplugin-edgebloom", path));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The files in the code blocks of a text, by name. */
const filesIn = (text) =>
  new Map([...text.matchAll(/^```\w+ \[?([^\s\]]+)\]?\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]));

const tool = (folder, name, ...args) =>
  printed(process.execPath, [scriptOf(folder, name), ...args], { cwd: folder, seconds: 300 });

describe("the README of the plugin", () => {
  const files = filesIn(readFileSync(join(HOME, "README.md"), "utf8"));
  const commands = {
    "vite.config.js": (folder) => tool(folder, "vite", "build", "--ssr", "main.js"),
    "webpack.config.mjs": (folder) => tool(folder, "webpack-cli", "build"),
    "rollup.config.mjs": (folder) => tool(folder, "rollup", "--config", "rollup.config.mjs"),
    "build.mjs": (folder) => printed(process.execPath, ["build.mjs"], { cwd: folder }),
  };
  for (const [name, build] of Object.entries(commands)) {
    test(name, async (t) => {
      assert.deepEqual([...files.keys()], ["main.js", "domains.txt", ...Object.keys(commands)]);
      const folder = projectWith(files, t);
      if (!folder) return;
      await build(folder);
      // webpack writes no modules, and the project has only those.
      writeFileSync(
        join(folder, "dist/package.json"),
        JSON.stringify({ type: name.startsWith("webpack") ? "commonjs" : "module" }),
      );
      assert.equal(await printed(process.execPath, ["dist/main.js"], { cwd: folder }), "true false\n");
    });
  }
});

describe("in Chromium, under the policy `default-src 'self'`", { skip: NO_BROWSER }, () => {
  let browser;
  before(async () => {
    browser = await openChromium();
  });
  after(() => browser?.close());

  /** Opens the page of a folder. */
  async function open(folder, t) {
    const setHeaders = (response) => response.setHeader("content-security-policy", "default-src 'self'");
    const files = sirv(folder, { setHeaders });
    const server = createServer((request, response) => files(request, response, () => response.writeHead(404).end()));
    const url = await listen(server);
    const page = await browser.newPage();
    t.after(async () => {
      await page.close();
      server.close().closeAllConnections();
    });
    await page.goto(url);
    return page;
  }

  test("the section of docs/deploy/browsers.md", async (t) => {
    const [, section] = /^## Import the list\n(.*?)(?=^## )/ms.exec(
      readFileSync(at("docs/deploy/browsers.md"), "utf8"),
    );
    const folder = projectWith([["domains.txt", "mailinator.com\n"], ...filesIn(section)], t);
    if (!folder) return;
    const commands = [...section.matchAll(/^```sh\n(.*?)```$/gms)].flatMap(([, text]) => text.trim().split("\n"));
    const [install, build, preview, module, ...others] = commands;
    assert.deepEqual(
      [install, build, preview, others],
      ["npm install --save-dev vite unplugin-edgebloom", "npx vite build", "npx vite preview", []],
    );
    await tool(folder, "vite", "build");
    const page = await open(join(folder, "dist"), t);
    await page.waitForFunction(() => document.querySelector("#answers").textContent === "true false");
    await tool(folder, ...module.split(" ").slice(1));
    assert.match(readFileSync(join(folder, "blocked.js"), "utf8"), /^export default "/);
  });

  for (const [name, prepare] of Object.entries({
    "a sign-up form with the plugin": () => {},
    "the same with a filter of more than the limit": (folder) =>
      writeFileSync(
        join(folder, "vite.config.ts"),
        readFileSync(join(folder, "vite.config.ts"), "utf8").replace("edgebloom()", "edgebloom({ inlineLimit: 0 })"),
      ),
    "the same with a file in public": async (folder) => {
      mkdirSync(join(folder, "public"));
      await tool(
        folder,
        "edgebloom",
        ..."build --keys email --error-rate 0.001 -o public/disposable.bloom domains.txt".split(" "),
      );
      writeFileSync(join(folder, "src/disposable.ts"), FETCHED);
    },
  })) {
    test(name, async (t) => {
      const sources = readdirSync(SIGN_UP, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = sources.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
      const folder = projectWith(
        paths.map((path) => [path.slice(SIGN_UP.length + 1), readFileSync(path)]),
        t,
      );
      if (!folder) return;
      await prepare(folder);
      await printed(process.execPath, [scriptOf(folder, "typescript", "tsc"), "--noEmit"], { cwd: folder });
      await tool(folder, "vite", "build");
      const page = await open(join(folder, "dist"), t);
      const input = page.getByLabel("Email");
      for (const [address, expected] of [
        ["Bob@Mailinator.COM", "Please use another address."],
        ["bob@example.org", "OK"],
      ]) {
        await input.fill(address);
        await page.waitForFunction((text) => document.querySelector("#answers").textContent === text, expected);
      }
    });
  }
});
