// Compares the package with other npm packages that have a Bloom filter, and with a Set. `-- --write` writes benches/results/peers.md.

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Failure, at, main, root } from "../scripts/run.mjs";
import { findChromium } from "../scripts/programs.mjs";
import { openChromium } from "../tests/js/helpers/browser.mjs";
import { printed } from "../tests/packaging/command.mjs";
import { installed } from "../tests/packaging/tools.mjs";
import { lowestButOne, median } from "./rounds.mjs";
import { isOurs, LEFT_OUT, LIBRARIES, READER } from "./peers/libraries.mjs";

const PROCESSES = Number(process.env.EDGEBLOOM_ROUNDS ?? 10);
const names = Object.keys(LIBRARIES);
const short = (/** @type {number} */ number) => String(Number(number.toPrecision(2)));
const kB = (/** @type {number} */ bytes) =>
  bytes < 99_500 ? short(bytes / 1000) : Math.round(bytes / 1000).toLocaleString("en");
const percent = (/** @type {number} */ share) => `${Number((share * 100).toPrecision(3))}%`;

/** @typedef {{ has: number, add?: number, page: number }} Speeds */
/** @typedef {{ rejected: number, failedLater: number, lostAtWorst: number }} Damage */

/**
 * The results of a library. A speed is that of the median process, with its ratio to ours.
 * @typedef {object} Found
 * @property {string} title
 * @property {Speeds[]} rounds
 * @property {string[]} has
 * @property {string[]} add
 * @property {string[]} page `has` in Chromium
 * @property {number} bundle
 * @property {number} dump
 * @property {number} gzipped
 * @property {number} rate
 * @property {number} missed
 * @property {number} places
 * @property {Damage} [damage]
 */

/**
 * Measures one library in its own process, so compiled code and memory of other libraries do not change its times.
 * @param {string} name
 * @param {string} folder
 * @param {"speed" | "rest" | "file"} what
 */
async function measured(name, folder, what) {
  return JSON.parse(
    await printed(process.execPath, [at("benches/peers/measure.mjs"), name, folder, what], { seconds: 600 }),
  );
}

/** The list of the comparison. @type {string[]} */
const LIST = JSON.parse(readFileSync(at("node_modules/disposable-email-domains/index.json"), "utf8"));

/**
 * Measures `has` of one library in a page of a new Chromium, from the file that it wrote in Node.
 * @param {string} name
 * @param {string} folder
 * @param {string} file
 */
async function measuredInPage(name, folder, file) {
  const { outputFiles } = await build({
    entryPoints: [at("benches/peers/in-page.js")],
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
    define: { "globalThis.NAME": JSON.stringify(name) },
    plugins: [subject(name, folder)],
  });
  const browser = await openChromium({ executablePath: findChromium()?.browser });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(name, error));
    await page.addScriptTag({ content: outputFiles[0].text });
    return await page.evaluate(([list, file]) => /** @type {any} */ (globalThis).measure(list, file), [LIST, file]);
  } finally {
    await browser.close();
  }
}

/** What in-page.js imports as `subject`. @param {string} name @param {string} folder @returns {import("esbuild").Plugin} */
const subject = (name, folder) => ({
  name: "subject",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^subject$/ }, () => ({ path: name, namespace: "subject" }));
    onLoad({ filter: /./, namespace: "subject" }, () => ({
      contents: pageImport(name),
      resolveDir: isOurs(name) ? root : folder,
    }));
  },
});

/** @param {string} name */
function pageImport(name) {
  const { builtIn, names, page = `export ${names} from "${name}";` } = LIBRARIES[name];
  return builtIn ? "export default undefined;" : page;
}

/**
 * The size of the code that a page needs to load and query a filter file, minified and gzipped.
 * @param {string} name
 * @param {string} folder
 */
async function bundleOf(name, folder) {
  if (LIBRARIES[name].builtIn) return 0;
  const stdin = { contents: pageImport(name), resolveDir: isOurs(name) ? root : folder };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/**
 * All figures, by library; speeds are compared with ours in the same round: `has` with the reader, `add` with
 * BloomFilter.
 * @param {string} folder
 * @returns {Promise<Found[]>}
 */
async function figures(folder) {
  /** @type {Record<string, Found["rounds"]>} */
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  /** @type {Record<string, string>} */
  const files = {};
  for (const name of names) files[name] = await measured(name, folder, "file");
  for (let round = 0; round < PROCESSES; round++) {
    for (const name of names) {
      const speeds = await measured(name, folder, "speed");
      rounds[name].push({ ...speeds, page: await measuredInPage(name, folder, files[name]) });
    }
    console.log(`round ${round + 1} of ${PROCESSES}, load ${loadavg()[0].toFixed(1)} of ${cpus().length}`);
  }
  /** @type {(name: string, call: keyof Speeds) => string[]} */
  const speedOf = (name, call) => {
    const own = rounds[call === "add" ? "edgebloom" : READER];
    const speeds = rounds[name].flatMap((round) => round[call] ?? []);
    const ratios = speeds.map((speed, round) => speed / (own[round][call] ?? Number.NaN));
    return speeds.length
      ? [short(median(speeds)), `${short(median(ratios))} (${short(lowestButOne(ratios))})`]
      : ["–", "–"];
  };
  const found = [];
  for (const name of names) {
    const rest = await measured(name, folder, "rest");
    if (rest.missed) throw new Failure(`${name} missed ${rest.missed} listed keys`);
    const manifest = isOurs(name) ? at("pkg/package.json") : join(folder, "node_modules", name, "package.json");
    found.push({
      title: LIBRARIES[name].builtIn ? `\`${name}\`` : `${name} ${JSON.parse(readFileSync(manifest, "utf8")).version}`,
      rounds: rounds[name],
      has: speedOf(name, "has"),
      add: speedOf(name, "add"),
      page: speedOf(name, "page"),
      bundle: await bundleOf(name, folder),
      ...rest,
    });
  }
  return found;
}

/**
 * @param {Found[]} found
 * @param {string[]} heads
 * @param {(own: Found) => (string | number)[]} cells
 */
function table(found, heads, cells) {
  const rows = [["", ...heads], ["---", ...heads.map(() => "--:")], ...found.map((own) => [own.title, ...cells(own)])];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** @param {Record<string, { note?: string }>} notes */
const bullets = (notes) =>
  Object.entries(notes)
    .map(([name, { note }]) => (note ? `- ${name}: ${note}\n` : ""))
    .join("");

/** @param {Found[]} found */
const page = (found) => `# Comparison with other packages

<!-- Generated by \`npm run bench:peers -- --write\`. Do not edit. -->

Size and speed of edgebloom next to other npm packages with a Bloom filter, and what happens to each when its file is damaged. Each holds the 121,570
lines of a real list: 121,558 domains, 12 of them in two spellings. Filters are sized for 1%.

The speeds are medians of ${PROCESSES} fresh processes of Node ${process.versions.node} and of Chromium, on ${cpus()[0].model.trim()} with ${cpus().length} cores. "Times" is the median ratio to edgebloom/reader (\`has\`)
or to edgebloom (\`add\`), with the second-lowest ratio in parentheses: above 1 is faster.

<!-- peers -->
${table(
  found,
  [
    "bundle, kB gzipped",
    "`has` in Node, M/s",
    "times our reader",
    "in Chromium, M/s",
    "times our reader",
    "file, kB",
    "damaged files rejected",
  ],
  (own) => [
    kB(own.bundle),
    ...own.has,
    ...own.page,
    kB(own.dump),
    own.damage ? `${own.damage.rejected} of ${own.places}` : "–",
  ],
)}
<!-- /peers -->

${table(
  found,
  ["file, kB gzipped", "`add`, M/s", "times edgebloom", "failed in a query", "lost at worst", "false positives"],
  (own) => [
    kB(own.gzipped),
    ...own.add,
    own.damage?.failedLater ?? "–",
    own.damage ? percent(own.damage.lostAtWorst) : "–",
    percent(own.rate),
  ],
)}

- *Bundle*: what a page needs to load a file and query it, bundled with esbuild.
- \`has\`: 243,140 keys, half of them members, after a warm-up of a million calls. The strings are new, so no engine has cached their hashes.
- *File*: what the library saves, as JSON if it's an object.
- *Damaged*: one flipped bit, at 200 places in turn. A library rejects the file, throws in a query (*failed in a query*), or loses members (*lost at worst*: the largest
  share).
- *False positives*: of 200,000 non-members. No library missed a member of an undamaged file.

${bullets(LIBRARIES)}
Not compared:

${bullets(LEFT_OUT)}`;

await main(async () => {
  const text = page(await figures(installed("peers")));
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(at("benches/results/peers.md"), text);
});
