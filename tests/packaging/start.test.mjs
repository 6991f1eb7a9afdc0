// `npm start` serves the demo page, the example worker and the documentation.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { at } from "../../scripts/run.mjs";

test("npm start serves the page, the worker and the documentation, until Ctrl-C", {
  skip: process.platform === "win32" && "Ctrl-C cannot be sent",
}, async (t) => {
  const started = spawn(process.execPath, ["scripts/start.mjs"], { cwd: at(), stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => started.kill("SIGKILL"));
  let output = "";
  started.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  const exited = once(started, "exit");
  /** Waits until a line has come. @param {RegExp} line */
  const printed = async (line) => {
    for (;;) {
      const found = line.exec(output);
      if (found) return found[1];
      const ended = await Promise.race([once(started.stdout, "data"), exited.then(() => "ended")]);
      assert.notEqual(ended, "ended", output);
    }
  };
  const url = await printed(/^Playground: (.+)$/m);
  await printed(/^(Ctrl-C) /m);
  const page = await (await fetch(url)).text();
  const link = /href="(docs\/tasks\/signup-emails\.html)"/.exec(page)?.[1];
  assert.ok(link, "the page links to a task");
  const { match } = await (await fetch(`${url}/check?email=bob@x.mailinator.com`)).json();
  assert.equal(match, "mailinator.com");
  const docs = await printed(/^Documentation: (.+)$/m);
  assert.equal(docs, `${url}/docs/`);
  const task = await fetch(`${url}/${link}`);
  assert.equal(task.status, 200);
  assert.match(await task.text(), /Spot disposable sign-up emails/);
  assert.equal((await fetch(`${url}/docs/nothing.html`)).status, 404);
  started.kill("SIGINT");
  assert.deepEqual(await exited, [0, null]);
});
