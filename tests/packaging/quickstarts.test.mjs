// Runs the quickstarts of docs/deploy and the steps of docs/guide/start.md: writes the files, runs the
// commands, and compares the output with the page.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { at, filesBelow } from "../../scripts/run.mjs";
import { serveSite } from "../../scripts/serve-site.mjs";
import { startListServer } from "../js/helpers/list-server.mjs";
import { closeBrowsers, openBrowser } from "./browsers.mjs";
import { printed } from "./command.mjs";
import { makeProjects } from "./project.mjs";
import { bring, commandOf, everywhere, leaveOut, scriptOf } from "./tools.mjs";
import { withWorker } from "./workerd.mjs";
import { withWrangler } from "./wrangler.mjs";

/** The sections of a page that have code, by heading. */
const sectionsIn = (page) =>
  readFileSync(at(page), "utf8")
    .split(/^##+ /m)
    .filter((text) => text.includes("```"))
    .map((text) => [text.slice(0, text.indexOf("\n")), text]);

const SECTIONS = new Map(filesBelow("docs/deploy").flatMap(sectionsIn));
/** Pages that build, ship and query a filter, and the headings of the section. */
const STEPS = { "docs/guide/start.md": "Build and query", "README.md": "Quick start" };

/** The content of a section: files by name, commands, and the output. */
function readBlocks(text) {
  const blocks = [...text.matchAll(/^```(\w+)(?: \[?([^\s\]]+)\]?)?\n(.*?)^```$/gms)];
  const files = new Map(blocks.filter(([, , name]) => name).map(([, , name, text]) => [name, text]));
  const unnamed = (one) => blocks.filter(([, kind, name]) => kind === one && !name).map(([, , , text]) => text.trim());
  const commands = unnamed("sh").flatMap((text) => text.split("\n"));
  const [, out] = text.match(/\b(?:prints|shows|answers) `([^`]+)`/) ?? [];
  return { files, commands, out: out ?? unnamed("text")[0] };
}
const read = (heading) => readBlocks(SECTIONS.get(heading));

const UPDATE = "Update without a deployment";
/** The section whose files older-chromium.test.mjs runs. */
const OLDER = "Chromium before 115";
/** The section that plugin.test.mjs runs. */
const IMPORTED = "Import the list";

let projects;
let first;

before(async () => {
  projects = makeProjects();
  first = projects.project("filter");
  const { files, commands } = read("Build the filter");
  write(first, files);
  assert.equal(commands.shift(), "npm install edgebloom");
  for (const command of commands) await edgebloom(first, command);
});
after(async () => {
  await closeBrowsers();
  projects?.remove();
});

function write(folder, files) {
  assert.ok(files.size);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/** Runs a command line that starts with npx edgebloom. */
function edgebloom(folder, command) {
  // One argument is in quotes.
  const [npx, name, ...args] = command.match(/"[^"]*"|\S+/g).map((part) => part.replace(/^"|"$/g, ""));
  assert.deepEqual([npx, name], ["npx", "edgebloom"]);
  return printed(process.execPath, [scriptOf(folder, "edgebloom"), ...args], { cwd: folder });
}

/** A folder with the filter, the files of a section, and the packages of a tool. */
function prepare(heading, name, tool) {
  const { files, ...rest } = read(heading);
  const folder = projects.project(name, tool);
  for (const file of ["domains.txt", "blocked.bloom"])
    writeFileSync(join(folder, file), readFileSync(join(first, file)));
  write(folder, files);
  return { folder, ...rest };
}

test("runs every quickstart", () => {
  assert.deepEqual(
    [...SECTIONS.keys()],
    [
      "Browser without a bundler",
      // tests/js/reader/script-tag.slow.test.mjs runs it.
      "A script tag",
      "Vite",
      IMPORTED,
      // tests/js/project/examples.test.mjs runs it.
      "Update open pages",
      OLDER,
      "Cloudflare Worker",
      UPDATE,
      "Build the filter",
      "Query",
      // tests/js/project/examples.test.mjs runs it.
      "Keep it up to date",
    ],
  );
});

describe("Node, Deno and Bun", () => {
  const { commands } = read("Query");
  test("Node", async () => {
    const { folder, out } = prepare("Query", "node");
    assert.deepEqual(
      commands.map((command) => command.split(" ")[0]),
      ["node", "deno", "bun"],
    );
    assert.equal((await printed(process.execPath, commands[0].split(" ").slice(1), { cwd: folder })).trim(), out);
  });

  for (const [i, tool, more] of /** @type {const} */ ([
    [1, "deno", ["--cached-only"]],
    [2, "bun", []],
  ])) {
    test(tool, async (t) => {
      const brought = bring(tool, t);
      if (!brought) return;
      const { folder, out } = prepare("Query", tool);
      const [, ...args] = commands[i].split(" ");
      // Use only the installed package, with a cache outside of the home folder.
      args.splice(args.length - 1, 0, ...more);
      const output = await printed(commandOf(brought, tool), args, {
        cwd: folder,
        env: { DENO_DIR: join(folder, ".deno") },
      });
      assert.equal(output.trim(), out);
    });
  }
});

describe("pages", () => {
  /** What the page in a folder shows in Chromium; undefined without Chromium. */
  async function answersOf(folder, t) {
    const { browser, hint } = await openBrowser("Chromium");
    if (!browser) return leaveOut(t, `no Chromium: ${hint}`);
    const server = await serveSite(folder);
    try {
      return await browser.read(server.url);
    } finally {
      await server.close();
    }
  }

  test("Browser without a bundler", async (t) => {
    const { folder, commands, out } = prepare("Browser without a bundler", "browser");
    assert.deepEqual(commands, []);
    const answers = await answersOf(folder, t);
    if (answers !== undefined) assert.equal(answers, out);
  });

  for (const [page, heading] of Object.entries(STEPS)) {
    test(`the steps of ${page}`, async (t) => {
      const { files, commands, out } = readBlocks(new Map(sectionsIn(page)).get(heading));
      const folder = projects.project(page.replace(/\W+/g, "-"));
      write(folder, files);
      assert.equal(commands.shift(), "npm install edgebloom");
      assert.match(commands[0], / build /);
      // A page with a script runs it last; the other one has a web page.
      const script = commands.at(-1).startsWith("node ") ? commands.pop().split(" ").slice(1) : undefined;
      for (const command of commands) {
        const answer = await edgebloom(folder, command);
        if (/ check /.test(command)) assert.match(answer, /^maybe\t/);
      }
      const answers = script
        ? (await printed(process.execPath, script, { cwd: folder })).trim()
        : await answersOf(folder, t);
      if (answers !== undefined) assert.equal(answers, out);
    });
  }

  test("Vite", async (t) => {
    const tool = bring("vite", t);
    if (!tool) return;
    const { folder, commands, out } = prepare("Vite", "vite", tool);
    assert.deepEqual(commands, ["npm install --save-dev vite", "npx vite build", "npx vite preview"]);
    mkdirSync(join(folder, "public"));
    renameSync(join(folder, "blocked.bloom"), join(folder, "public/blocked.bloom"));
    await printed(process.execPath, [scriptOf(folder, "vite"), "build"], { cwd: folder });
    const answers = await answersOf(join(folder, "dist"), t);
    if (answers !== undefined) assert.equal(answers, out);
  });
});

describe("Cloudflare workers", () => {
  const QUERIES = [
    ["?domain=a.mailinator.com", "maybe"],
    ["?domain=guerrillamail.com", "maybe"],
    ["?domain=example.org", "no"],
    ["", "no"],
  ];

  /** Creates the folder and runs the first command, which writes the filter. */
  async function prepareWorker(name) {
    const { folder, commands, out } = prepare("Cloudflare Worker", name);
    const [build, ...rest] = commands;
    await edgebloom(folder, build);
    assert.deepEqual([rest, out], [["npx wrangler dev"], QUERIES[0][1]]);
    const [, date] = readFileSync(join(folder, "wrangler.toml"), "utf8").match(/^compatibility_date = "(.+)"$/m);
    return { folder, date };
  }

  test("in workerd, by miniflare", async () => {
    const { folder, date } = await prepareWorker("worker");
    await withWorker(folder, date, async (ask) => {
      for (const [query, answer] of QUERIES) assert.equal(await ask(query), answer, query);
    });
  });

  test("by wrangler dev", { skip: everywhere ? false : "npm run test:everywhere runs it" }, async (t) => {
    const tools = { wrangler: bring("wrangler", t), "node-24": bring("node-24", t) };
    if (!tools.wrangler || !tools["node-24"]) return;
    const { folder } = await prepareWorker("wrangler");
    await withWrangler(
      folder,
      (name) => tools[name],
      [],
      async (url) => {
        for (const [query, answer] of QUERIES)
          assert.equal(await (await fetch(`${url}/${query}`)).text(), answer, query);
      },
    );
  });

  test("loads a list that is kept up to date", async () => {
    const { folder, commands } = prepare(UPDATE, "live");
    for (const command of commands) await edgebloom(folder, command);
    const file = join(folder, "worker.js");
    const text = readFileSync(file, "utf8");
    const server = await startListServer();
    try {
      server.body = readFileSync(join(folder, "blocked.bloom"));
      assert.ok(text.includes('"https://lists.example/blocked.bloom"'));
      writeFileSync(file, text.replace("https://lists.example/blocked.bloom", server.url));
      await withWorker(
        folder,
        "2026-04-01",
        async (ask) => {
          for (const [query, answer] of QUERIES) assert.equal(await ask(query), answer, query);
        },
        "worker.js",
        { kvNamespaces: ["FILTERS"] },
      );
      assert.equal(server.requests.length, 1);
    } finally {
      await server.stop();
    }
  });
});
