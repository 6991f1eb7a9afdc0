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
  const sketch = process.argv[2] ?? built(join(folder, "users.sketch"));
  const there = importFilter(new Uint8Array(readFileSync(sketch)), { format: "spark" });

  // What is sent to the edge.
  const dump = process.argv[3] ?? join(folder, "users.bloom");
  writeFileSync(dump, there.toBytes());
  const here = load(new Uint8Array(readFileSync(dump)));
  console.log(`converted: ${here.stats.bits.toLocaleString("en")} bits, ${here.stats.hashes} hashes`);

  let missed = 0;
  for (let i = 0; i < COUNT; i++) if (!here.has(address(i))) missed++;
  console.log(`${COUNT.toLocaleString("en")} addresses: ${missed} missed`);

  let chance = 0;
  for (let i = COUNT; i < COUNT + ABSENT; i++) if (here.has(address(i))) chance++;
  const rate = chance / ABSENT;
  console.log(`${ABSENT.toLocaleString("en")} others: ${(100 * rate).toFixed(2)} % by chance`);

  // The filter is made for 1 %; of 100,000 questions no more than 0.2 % off is luck.
  if (missed || Math.abs(rate - 0.01) > 0.002) process.exitCode = 1;
} catch (error) {
  // A stack would not say what to install.
  console.error(`examples/spark: ${error.message}`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Has Spark build the filter. */
function built(path) {
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
