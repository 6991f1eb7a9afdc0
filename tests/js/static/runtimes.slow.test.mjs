// The same files of static sets give the same answers in Node, Chromium and workerd (module and reader) and in Python:
// more than ten million answers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { StaticFilter } from "edgebloom";
import { startWorker } from "../../../examples/edge-worker/serve.mjs";
import { NO_BROWSER, listen, openChromium } from "../helpers/browser.mjs";
import { hasPython } from "../reader/python.mjs";
import { answersOf, keyOf } from "./answers.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const MEMBERS = 100_000;
const ASKED = 1_000_000;
/** Fewer keys, because Python is 50 times slower. */
const ASKED_IN_PYTHON = 200_000;
const FILES = [0.3, 0.01].map((errorRate) => {
  const members = Array.from({ length: MEMBERS }, (_, number) => keyOf(number));
  return StaticFilter.from(members, { errorRate, seed: 7 }).toBase64();
});
const WAYS = ["module", "reader"];
/** The answers of the module in Node for each file. */
const expected = FILES.map((file) => answersOf(file, "module", ASKED));
let answers = FILES.length * ASKED;

test("has no false negatives and meets the false-positive rate", () => {
  for (const [i, errorRate] of [0.3, 0.01].entries()) {
    const others = (ASKED - MEMBERS) * errorRate;
    assert.ok(Math.abs(expected[i].found - MEMBERS - others) < 4 * Math.sqrt(others), `${expected[i].found}`);
    assert.equal(answersOf(FILES[i], "module", MEMBERS).found, MEMBERS);
  }
});

test("the reader in Node", () => {
  for (const [i, file] of FILES.entries()) assert.deepEqual(answersOf(file, "reader", ASKED), expected[i]);
  answers += FILES.length * ASKED;
});

test("Chromium", { skip: NO_BROWSER }, async () => {
  const entryPoints = [path("answers.js")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "iife", globalName: "page", write: false });
  const pages = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<title>a page</title>"),
  );
  const address = await listen(pages);
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.addScriptTag({ content: outputFiles[0].text });
    for (const by of WAYS) {
      for (const [i, file] of FILES.entries()) {
        const found = await page.evaluate((args) => globalThis.page.answersOf(...args), [file, by, ASKED]);
        assert.deepEqual(found, expected[i], by);
        answers += ASKED;
      }
    }
  } finally {
    await browser.close();
    pages.close();
  }
});

test("workerd", async () => {
  const worker = await startWorker({ entry: path("answers-worker.js") });
  try {
    for (const by of WAYS) {
      for (const [i, file] of FILES.entries()) {
        const body = JSON.stringify({ file, by, count: ASKED });
        const response = await worker.dispatchFetch("http://worker/", { method: "POST", body });
        assert.deepEqual(await response.json(), expected[i], by);
        answers += ASKED;
      }
    }
  } finally {
    await worker.dispose();
  }
});

test("Python", { skip: hasPython() ? false : "THERE IS NO python3: the independent reader is not compared" }, () => {
  for (const file of FILES) {
    const { status, stdout, stderr } = spawnSync("python3", [path("answers.py"), path("../../independent")], {
      input: JSON.stringify({ file, count: ASKED_IN_PYTHON }),
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), answersOf(file, "module", ASKED_IN_PYTHON));
    answers += ASKED_IN_PYTHON;
  }
});

test("compares more than ten million answers", (t) => {
  t.diagnostic(`${answers} answers`);
  assert.ok(answers > 10_000_000, `${answers}`);
});
