import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importFilter, load } from "edgebloom/compat";

const COUNT = 1_000_000;
const ABSENT = 100_000;
const address = (i) => `user-${i}@example.org`;

const folder = mkdtempSync(join(tmpdir(), "edgebloom-spark-"));
try {
  const sketch = process.argv[2] ?? buildSketch(join(folder, "users.sketch"));
  const there = importFilter(new Uint8Array(readFileSync(sketch)), { format: "spark" });

  // Send this file to the edge.
  const path = process.argv[3] ?? join(folder, "users.bloom");
  writeFileSync(path, there.toBytes());
  const here = load(new Uint8Array(readFileSync(path)));
  console.log(`converted: ${here.stats.bits.toLocaleString("en")} bits, ${here.stats.hashes} hashes`);

  let missed = 0;
  for (let i = 0; i < COUNT; i++) if (!here.has(address(i))) missed++;
  console.log(`${COUNT.toLocaleString("en")} members: ${missed} false negatives`);

  let falsePositives = 0;
  for (let i = COUNT; i < COUNT + ABSENT; i++) if (here.has(address(i))) falsePositives++;
  const rate = falsePositives / ABSENT;
  console.log(`${ABSENT.toLocaleString("en")} non-members: ${(100 * rate).toFixed(2)}% false positives`);

  // The filter is built for 1%. In 100,000 queries, the rate can differ from it by 0.2 percentage points at most.
  if (missed || Math.abs(rate - 0.01) > 0.002) process.exitCode = 1;
} catch (error) {
  // The message says what to install. A stack trace would hide it.
  console.error(`examples/spark: ${error.message}`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Builds the filter with Spark. */
function buildSketch(path) {
  const script = fileURLToPath(new URL("build_filter.py", import.meta.url));
  const python = process.env.PYTHON ?? "python3";
  const done = spawnSync(python, [script, path, `${COUNT}`], { encoding: "utf8" });
  if (done.error)
    throw new Error(`${python} does not start (${done.error.code}); let PYTHON name a Python 3 with PySpark`);
  if (done.status !== 0) {
    const why = done.stderr.trim().split("\n").at(-1) || `exit code ${done.status}`;
    throw new Error(`${why}; needed are Java and PySpark (pip install pyspark), in the Python that PYTHON names`);
  }
  process.stdout.write(done.stdout);
  return path;
}
