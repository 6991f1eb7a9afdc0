// `if (sharded.has(key))` is always true. Whoever forgets `await` is told once; whoever waits, however late, is not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

/** What a process prints that runs some code with the promises of `has`, collects garbage, and waits. */
function warningsOf(code) {
  const script = `
    import { setTimeout as wait } from "node:timers/promises";
    import { Answer } from ${JSON.stringify(new URL("../../../pkg/api/live/answer.js", import.meta.url).href)};
    let warnings = 0;
    console.warn = (text) => (warnings += /nobody waited.*await/.test(text) ? 1 : 100);
    const has = () => Answer.of(Promise.resolve(true));
    ${code}
    for (let i = 0; i < 10; i++) {
      await wait(5);
      gc();
    }
    console.log(warnings);`;
  return execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    encoding: "utf8",
  }).trim();
}

test("an answer that nobody waits for gives one warning", () => {
  assert.equal(warningsOf("for (let i = 0; i < 100; i++) if (has()) continue;"), "1");
});

test("await, then, Promise.all, catch and finally wait for it, also later", () => {
  const code = `
    if ((await has()) !== true) throw new Error("another answer");
    has().then(() => {});
    has().catch(() => {});
    has().finally(() => {});
    await Promise.all([has(), has()]);
    const late = has();
    await wait(20);
    gc();
    await late;
    if ((await Promise.race([has()])) !== true) throw new Error("another answer");`;
  assert.equal(warningsOf(code), "0");
});

test("an error reaches the caller", async () => {
  const { Answer } = await import("../../../pkg/api/live/answer.js");
  await assert.rejects(Answer.of(Promise.reject(new TypeError("key"))), /key/);
  assert.ok(Answer.of(Promise.resolve(true)) instanceof Promise);
  assert.equal(Answer.of(Promise.resolve(true)).then(() => {}).constructor, Promise);
});
