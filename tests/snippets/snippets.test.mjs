// Runs the code that the page offers, unchanged, in each runtime, with the packed package.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runInThisContext } from "node:vm";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter } from "edgebloom";
import { createFilter } from "edgebloom/compat";
import { at } from "../../scripts/run.mjs";
import { serveSite } from "../../scripts/serve-site.mjs";
import { endingFor, fileNameFor } from "../../www/panels/take-away/file-names.js";
import { MANIFEST_URL, buildSnippet, literal, snippetFor } from "../../www/panels/ship/snippets.js";
import { printed } from "../packaging/command.mjs";
import { makeProjects } from "../packaging/project.mjs";
import { bring, commandOf } from "../packaging/tools.mjs";
import { withWorker } from "../packaging/workerd.mjs";
import { NO_BROWSER, openChromium } from "../js/helpers/browser.mjs";

const LISTED = "mailinator.com";
const ABSENT = "example.org";

/** Keys that try to end a string, a script or a comment. */
const HOSTILE = [
  `"'\`\\`,
  `\\"); process.exit(3); ("`,
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "a\u2028b\u2029c",
  "${x}",
  "`${alert(1)}`",
  "line\nfeed\r\n\ttab\0zero",
  "\u202Eright to left\u200B\uFEFF",
  "布隆过滤器 🌸",
  "__proto__",
  "*/ // #",
  " ",
];

/** A filter for each kind of code. */
const KINDS = { readable: plain, variant: counting, foreign };

function plain(keys = [LISTED]) {
  return BloomFilter.from(keys, { errorRate: 1e-6 });
}

function counting() {
  return CountingBloomFilter.from([LISTED], { errorRate: 1e-6 });
}

function foreign() {
  const filter = createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 10, errorRate: 1e-6 });
  filter.add(LISTED);
  return filter;
}

let projects;
before(() => {
  projects = makeProjects();
});
after(() => projects?.remove());

const fileNameOf = (runtime) => fileNameFor("名单 1", endingFor(runtime));

/** Writes the code for a runtime, and the filter file that it reads, into a folder. */
function prepare(folder, runtime, { kind = "readable", key = LISTED, filter = KINDS[kind]() } = {}) {
  const fileName = fileNameOf(runtime);
  const snippet = snippetFor(runtime, { kind, fileName, key });
  for (const { name, text } of snippet.files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, fileName), filter.toBytes());
  return snippet;
}

const compatibilityDateOf = (wranglerToml) => wranglerToml.match(/^compatibility_date = "(.+)"$/m)[1];

const wordOf = (answer) => (answer ? "maybe" : "no");

test("the expected answers are those of the package", () => {
  for (const make of Object.values(KINDS)) assert.deepEqual([...make().hasMany([LISTED, ABSENT])], [1, 0]);
});

describe("the command line runtimes", () => {
  /** Runs the command that the page gives; `command` is the program to run. */
  async function runs(runtime, folder, command, options, more = []) {
    const { run } = prepare(folder, runtime, options);
    const [, ...args] = run.split(" ");
    args.splice(args.length - 1, 0, ...more);
    // Deno's cache must not be in the home folder.
    const env = { DENO_DIR: join(folder, ".deno") };
    return (await printed(command, args, { cwd: folder, env })).trim();
  }

  async function runsAll(runtime, command, more) {
    const folder = projects.project(runtime);
    for (const kind of Object.keys(KINDS)) {
      for (const key of [LISTED, ABSENT]) {
        assert.equal(
          await runs(runtime, folder, command, { kind, key }, more),
          wordOf(key === LISTED),
          `${kind}: ${key}`,
        );
      }
    }
  }

  test("Node", () => runsAll("node", process.execPath));

  test("Deno", async (t) => {
    const brought = bring("deno", t);
    // Use only the installed package.
    if (brought) await runsAll("deno", commandOf(brought, "deno"), ["--cached-only"]);
  });

  test("Bun", async (t) => {
    const brought = bring("bun", t);
    if (brought) await runsAll("bun", commandOf(brought, "bun"));
  });

  test("every class, and integer keys", async () => {
    const folder = projects.project("classes");
    const scalable = new ScalableBloomFilter({ capacity: 10, errorRate: 1e-6 });
    const sparse = new SparseBloomFilter({ bits: 2 ** 32, hashes: 4 });
    for (const [filter, kind] of [
      [scalable, "readable"],
      [sparse, "variant"],
    ]) {
      filter.add(LISTED);
      for (const key of [LISTED, ABSENT]) {
        assert.equal(await runs("node", folder, process.execPath, { kind, key, filter }), wordOf(key === LISTED));
      }
    }
    // Without its function, the keys of rbloom are its hashes.
    const rbloom = createFilter({ scheme: "rbloom", capacity: 10, errorRate: 1e-6, hash: BigInt });
    rbloom.add("-5");
    for (const key of [-5n, 6n]) {
      assert.equal(rbloom.has(String(key)), key === -5n);
      assert.equal(
        await runs("node", folder, process.execPath, { kind: "foreign", key, filter: rbloom }),
        wordOf(key === -5n),
      );
    }
  });

  test("escapes keys with quotes", async () => {
    const folder = projects.project("hostile");
    for (const key of HOSTILE) {
      const filter = plain([key]);
      assert.equal(await runs("node", folder, process.execPath, { key, filter }), "maybe", JSON.stringify(key));
    }
  });
});

describe("the build step", () => {
  /** Runs a command of the package as `npx` would, with the package's own program. */
  const run = (folder, command) => {
    const [npx, name, ...args] = command.split(" ");
    assert.deepEqual([npx, name], ["npx", "edgebloom"]);
    return printed(process.execPath, [join(folder, "node_modules/edgebloom/cli.js"), ...args], { cwd: folder });
  };

  test("writes the file that the other code reads", async () => {
    const folder = projects.project("build");
    writeFileSync(join(folder, "domains.txt"), `${LISTED}\nother.example\n`);
    const fileName = fileNameOf("node");
    await run(folder, buildSnippet({ fileName, key: LISTED }).build);
    for (const key of [LISTED, ABSENT]) {
      const { files } = snippetFor("node", { kind: "readable", fileName, key });
      for (const { name, text } of files) writeFileSync(join(folder, name), text);
      assert.equal((await printed(process.execPath, ["check.mjs"], { cwd: folder })).trim(), wordOf(key === LISTED));
    }
  });

  test("publishes a changing list that the code follows", async () => {
    const folder = projects.project("publish");
    const server = await serveSite(folder);
    try {
      for (const listed of [
        [LISTED, "other.example"],
        [ABSENT, "other.example"],
      ]) {
        writeFileSync(join(folder, "domains.txt"), `${listed.join("\n")}\n`);
        for (const key of [LISTED, ABSENT]) {
          const { publish, live } = buildSnippet({ fileName: "unused", key });
          await run(folder, publish);
          const text = live.text.replace(MANIFEST_URL, `${server.url}published/manifest.json`);
          assert.notEqual(text, live.text);
          writeFileSync(join(folder, live.name), text);
          assert.equal(
            (await printed(process.execPath, [live.name], { cwd: folder })).trim(),
            wordOf(listed.includes(key)),
          );
        }
      }
    } finally {
      await server.close();
    }
  });
});

describe("in Chromium", { skip: NO_BROWSER }, () => {
  let browser;
  before(async () => {
    browser = await openChromium();
  });
  after(() => browser?.close());

  /**
   * The answer of the page in a folder. Fails on any error, dialog or request to another host. Without WebAssembly for
   * filters that edgebloom/reader reads.
   */
  async function answerOf(folder, kind = "readable") {
    const server = await serveSite(folder);
    const page = await browser.newPage();
    if (kind === "readable") await page.addInitScript(() => delete globalThis.WebAssembly);
    const problems = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith("data:"))
        problems.push(`asked: ${request.url()}`);
    });
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    try {
      await page.goto(server.url);
      await page
        .waitForFunction(() => document.querySelector("#answer").textContent, null, { timeout: 10_000 })
        .catch(() => {});
      const answer = await page.locator("#answer").textContent();
      assert.deepEqual(problems, []);
      return answer;
    } finally {
      await page.close();
      await server.close();
    }
  }

  test("no bundler", async () => {
    const folder = projects.project("browser");
    for (const kind of Object.keys(KINDS)) {
      for (const key of [LISTED, ABSENT]) {
        prepare(folder, "browser", { kind, key });
        assert.equal(await answerOf(folder, kind), wordOf(key === LISTED), `${kind}: ${key}`);
      }
    }
  });

  test("escapes keys with quotes and script tags without a bundler", async () => {
    const folder = projects.project("browser-hostile");
    for (const key of HOSTILE) {
      prepare(folder, "browser", { key, filter: plain([key]) });
      assert.equal(await answerOf(folder), "maybe", JSON.stringify(key));
    }
  });

  test("Vite", async (t) => {
    const brought = bring("vite", t);
    if (!brought) return;
    const folder = projects.project("vite");
    for (const kind of Object.keys(KINDS)) {
      for (const key of [LISTED, ABSENT]) {
        prepare(folder, "vite", { kind, key });
        rmSync(join(folder, "dist"), { recursive: true, force: true });
        await printed(commandOf(brought, "vite"), ["build"], { cwd: folder });
        assert.equal(await answerOf(join(folder, "dist"), kind), wordOf(key === LISTED), `${kind}: ${key}`);
      }
    }
  });
});

describe("a Cloudflare worker", () => {
  for (const kind of Object.keys(KINDS)) {
    test(`a ${kind} filter`, async () => {
      const folder = projects.project(`worker-${kind}`);
      prepare(folder, "worker", { kind });
      await withWorker(
        folder,
        compatibilityDateOf(readFileSync(join(folder, "wrangler.toml"), "utf8")),
        async (ask) => {
          for (const key of [LISTED, ABSENT])
            assert.equal(await ask(`?${new URLSearchParams({ key })}`), wordOf(key === LISTED));
          assert.equal(await ask(""), "maybe");
        },
      );
    });
  }
});

describe("generated code", () => {
  test("a literal evaluates to its value", () => {
    for (const value of [...HOSTILE, "", "\ud800", "\u{e0001}", 0n, -(2n ** 63n)]) {
      assert.equal(runInThisContext(`(${literal(value)})`), value);
      assert.doesNotMatch(literal(value), /[<\u2028\u2029\n]/);
    }
  });

  test("file names are safe on every system", () => {
    const names = {
      "": "filter",
      "...": "filter",
      "blocked domains": "blocked-domains",
      "../../etc/passwd": "etc-passwd",
      名单: "名单",
      "a?b#c%20d": "a-b-c-20d",
      "</script>": "script",
      "x\u202Egpj.exe": "x-gpj.exe",
      "v1.2": "v1.2",
      ["n".repeat(200)]: "n".repeat(60),
    };
    for (const [name, expected] of Object.entries(names))
      assert.equal(fileNameFor(name, ".bloom"), `${expected}.bloom`);
  });

  test("the compatibility date is that of the example", () => {
    const { files } = snippetFor("worker", { kind: "readable", fileName: "filter.bin", key: LISTED });
    const { text } = files.find(({ name }) => name === "wrangler.toml");
    assert.equal(
      compatibilityDateOf(text),
      compatibilityDateOf(readFileSync(at("examples/edge-worker/wrangler.toml"), "utf8")),
    );
  });
});
