// In which order the functions of a module stand. gzip and LZMA pay less where functions that are alike are near each
// other: 250 bytes of the default entry, 700 of compat. The order changes nothing else, and one that is out of date
// costs bytes only.
//
// The functions of the core stand as scripts/function-order.json says. `node scripts/function-order.mjs` looks for a good
// order of what `npm run build` has just made, for two minutes, and writes that file, which the next build uses: not
// every build looks for it, as what is found depends on the version of zlib. Those of the other modules stand by
// their sizes, which is most of what a search finds.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { inlineText } from "./inline.mjs";
import { Failure, at, main, run } from "./run.mjs";

const FILE = at("scripts/function-order.json");
/** Left by the build: the core module as a text, with the names of its functions. */
const TEXT = at("target/core.wat");
const MINUTES = 2;

const binaryen = (tool, args) =>
  run(process.execPath, [at("node_modules/binaryen/bin", tool), ...args], { quiet: true });

/**
 * Writes a module without its names and with its functions in order; those that are not recorded come last.
 * @param {string} module which it is
 * @param {string} named it, with a name section
 * @param {string} out
 * @param {string[]} passes of wasm-opt, once more
 */
export function writeInOrder(module, named, out, passes) {
  const source = module === "core" ? TEXT : `${named}.wat`;
  binaryen("wasm-dis", ["-all", named, "-o", source]);
  const { before, functions, after } = partsOf(readFileSync(source, "utf8"));
  const order = recorded();
  const place = module === "core" ? (one) => placeIn(order, one) : ({ text }) => text.length;
  functions.sort((a, b) => place(a) - place(b));
  const ordered = `${named}.ordered.wat`;
  writeFileSync(ordered, before + functions.map(({ text }) => text).join("") + after);
  const assembled = `${named}.ordered`;
  binaryen("wasm-as", ["-all", ordered, "-o", assembled]);
  binaryen("wasm-opt", ["-all", ...(module === "core" ? ["-Oz"] : passes), assembled, "-o", out]);
}

const recorded = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")).functions : []);
const placeIn = (order, { name }) => (order.includes(name) ? order.indexOf(name) : order.length);

/** What stands before, in and after the functions of a text; their names without what changes with each build. */
function partsOf(wat) {
  const parts = wat.split(/^(?= \()/m);
  const isFunction = (part) => part.startsWith(" (func ");
  const seen = new Map();
  const functions = parts.filter(isFunction).map((part, i, { length }) => {
    const full = /^ \(func \$("(?:[^"\\]|\\.)*"|\S+)/
      .exec(part)[1]
      .replace(/^"|"$/g, "")
      .replace(/::h[0-9a-f]{16}$/, "");
    const count = (seen.get(full) ?? 0) + 1;
    seen.set(full, count);
    // The last one ends the module, too.
    const text = i === length - 1 ? part.replace(/\)\s*$/, "") : part;
    return { name: count > 1 ? `${full} ${count}` : full, text: text.endsWith("\n") ? text : `${text}\n` };
  });
  const before = parts.slice(0, parts.findIndex(isFunction)).join("");
  return { before, functions, after: ")\n" };
}

/** The bytes before the code, of each function, and after it. */
function codeOf(bytes) {
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const id = bytes[at++];
    const length = number();
    if (id !== 10) {
      at += length;
      continue;
    }
    const end = at + length;
    const count = number();
    const start = at;
    const bodies = Array.from({ length: count }, () => {
      const from = at;
      const size = number();
      at += size;
      return bytes.subarray(from, at);
    });
    return { before: bytes.subarray(0, start), bodies, after: bytes.subarray(end) };
  }
  throw new Failure("the module has no code");
}

/** The module's text in a source that has it. */
const literalOf = (source) => /^const text =\n {2}"(.*)";$/m.exec(source)[1];

/** What stands before and after the text where its bytes are counted: in a bundle of the default entry. */
async function bundleAround() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: 'export { BloomFilter, FilterFormatError } from "./index.js";', resolveDir: at("pkg") },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const parts = outputFiles[0].text.split(literalOf(readFileSync(at("pkg/wasm/core-inline.js"), "utf8")));
  if (parts.length !== 2) throw new Failure("the bundle does not have the module's text as it is");
  return parts;
}

async function search() {
  if (!existsSync(TEXT)) throw new Failure("no module has been built here: npm run build");
  const [start, end] = await bundleAround();
  const { functions } = partsOf(readFileSync(TEXT, "utf8"));
  const known = recorded();
  // The module as it was built has them in the order that is known.
  functions.sort((a, b) => placeIn(known, a) - placeIn(known, b));
  const { before, bodies, after } = codeOf(readFileSync(at("pkg/wasm/core.wasm")));
  if (bodies.length !== functions.length) throw new Failure(`${functions.length} functions became ${bodies.length}`);
  const sizeOf = (order) =>
    gzipSync(start + literalOf(inlineText(Buffer.concat([before, ...order.map((i) => bodies[i]), after]))) + end, {
      level: 9,
    }).length;
  // A small generator with a fixed seed.
  let state = 1;
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let order = bodies.map((_, i) => i);
  let least = sizeOf(order);
  console.log(`${bodies.length} functions, ${least} bytes`);
  for (const last = Date.now() + MINUTES * 60_000; Date.now() < last; ) {
    const next = order.slice();
    const moved = next.splice(below(next.length), 1 + below(4));
    next.splice(below(next.length + 1), 0, ...moved);
    const size = sizeOf(next);
    if (size > least) continue;
    order = next;
    least = size;
  }
  console.log(`${least} bytes`);
  const notice = "Written by scripts/function-order.mjs.";
  writeFileSync(FILE, `${JSON.stringify({ notice, functions: order.map((i) => functions[i].name) }, null, 1)}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(search);
