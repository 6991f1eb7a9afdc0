// examples/spark when a program or file that it needs is missing: it prints one sentence and no stack trace. (`npm run
// test:interop` runs it with Spark.)

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { at } from "../../../scripts/run.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-spark-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Asserts that the example fails and prints only this line. */
function says(message, { args = [], env = {} }) {
  const done = spawnSync(process.execPath, [at("examples/spark/main.mjs"), ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  assert.match(done.stderr, message);
  assert.match(done.stderr, /^examples\/spark: [^\n]+\n$/);
  assert.deepEqual([done.status, done.stdout], [2, ""]);
}

test("reports that Python is missing", () => {
  says(/nowhere does not start \(ENOENT\); let PYTHON name a Python 3 with PySpark/, {
    env: { PYTHON: join(folder, "nowhere") },
  });
});

const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

test("reports that PySpark is missing", { skip: !python && "NOT RUN: needs Python" }, () => {
  // This folder hides an installed PySpark.
  mkdirSync(join(folder, "pyspark"));
  writeFileSync(join(folder, "pyspark/__init__.py"), "raise ModuleNotFoundError(\"No module named 'pyspark'\")\n");
  says(/has no PySpark \(No module named 'pyspark'\); needed are Java and PySpark \(pip install pyspark\)/, {
    env: { PYTHON: python, PYTHONPATH: folder },
  });
});

test("reports that Java is missing", { skip: !python && "NOT RUN: needs Python" }, () => {
  const broken = join(folder, "broken");
  mkdirSync(join(broken, "pyspark/sql"), { recursive: true });
  writeFileSync(join(broken, "pyspark/__init__.py"), "");
  writeFileSync(
    join(broken, "pyspark/sql/__init__.py"),
    "def __getattr__(name):\n    raise RuntimeError('[JAVA_GATEWAY_EXITED] Java gateway process exited')\n",
  );
  says(/: RuntimeError: \[JAVA_GATEWAY_EXITED\] Java gateway process exited; needed are Java/, {
    env: { PYTHON: python, PYTHONPATH: broken },
  });
});

test("reports a missing or invalid sketch", () => {
  says(/no such file.*none\.sketch/, { args: [join(folder, "none.sketch")] });
  const page = join(folder, "page.sketch");
  writeFileSync(page, "<html>");
  says(/version: expected/, { args: [page] });
});
