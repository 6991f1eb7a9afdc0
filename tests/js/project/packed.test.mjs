// The npm package is complete, has no extra files, matches package.json, and is made only of known parts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import test from "node:test";
import ts from "typescript";
import { at, npm, run } from "../../../scripts/run.mjs";

// Without the scripts of npm: another test checks that the built files are current.
const { stdout } = npm(["pack", "--dry-run", "--json", "--silent", "--ignore-scripts"], {
  cwd: at("pkg"),
  quiet: true,
});
const FILES = JSON.parse(stdout)[0].files.map(({ path }) => path);
const MANIFEST = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
const text = (file) => readFileSync(at("pkg", file), "utf8");

/** All paths in a value of package.json. */
const pathsIn = (value) =>
  typeof value === "string" ? [posix.normalize(value)] : Object.values(value ?? {}).flatMap(pathsIn);
const { main, module, types, typesVersions, exports, bin, unpkg } = MANIFEST;
const ENTRIES = pathsIn([main, module, types, typesVersions, exports, bin, unpkg]);

/** The files that a file refers to, as paths in the package. */
function namedBy(file) {
  // Comments in bundles for Node name source files that are in the bundle.
  const source = file.startsWith("node/") ? text(file).replace(/\/\*\*[^]*?\*\//g, "") : text(file);
  const calls = file.startsWith("cjs/")
    ? /\brequire\("(\.[^"]*)"/g
    : /\b(?:from|import|import\(|new URL\()\s*"(\.[^"]*)"/g;
  const named = [...source.matchAll(calls)].map(([, name]) =>
    posix.join(posix.dirname(file), name.replace(/\?.*$/, "")),
  );
  if (!/\.d\.c?ts$/.test(file)) return named;
  return named.map((name) => name.replace(/\.(c?)js$/, ".d.$1ts"));
}

const reached = new Set();
function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  if (FILES.includes(file) && /\.[cm]?[jt]s$/.test(file)) namedBy(file).forEach(reach);
}
ENTRIES.forEach(reach);

test("has every entry point", () => {
  assert.ok(ENTRIES.length > 25);
  for (const entry of ENTRIES) assert.ok(FILES.includes(entry), entry);
});

test("has every file that another file refers to", () => {
  const files = FILES.filter((file) => /\.[cm]?[jt]s$/.test(file));
  const named = files.flatMap((file) => namedBy(file).map((name) => ({ file, name })));
  assert.ok(named.length > 250, `${named.length}`);
  for (const { file, name } of named) assert.ok(FILES.includes(name), `${file} names ${name}`);
});

test("has no file that nothing uses", () => {
  const others = ["cjs/package.json", "vendor/LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"];
  for (const file of others) assert.ok(FILES.includes(file), file);
  // The types of a file are needed beside it, even if no file refers to them.
  const sourceOf = (file) => file.replace(/^types\/(.*)\.d\.c?ts$/, "$1.js");
  for (const file of FILES) {
    assert.ok(reached.has(file) || others.includes(file) || reached.has(sourceOf(file)), `${file} is too much`);
  }
  assert.deepEqual(
    FILES.filter((file) => /test|tsconfig|\.map$|\.rs$|BUILD|(?<!\.d)\.ts$/.test(file)),
    [],
  );
});

test("no file mentions a missing source map or a build path", () => {
  for (const file of FILES)
    assert.doesNotMatch(
      text(file),
      /sourceMappingURL|\/home\/|\/root\/|\/Users\/|\/tmp\/|registry\/src|[A-Z]:\\/,
      file,
    );
});

test("has declarations for import and require", () => {
  const both = (kind) => FILES.filter((file) => file.endsWith(kind)).map((file) => file.slice(0, -kind.length));
  assert.deepEqual(both(".d.ts"), both(".d.cts"));
  assert.ok(both(".d.ts").length > 20);
});

/**
 * The first statement of a file that does more than declare names. esbuild's own analysis does not help: it takes every
 * call that initializes a constant for a side effect.
 */
function effectOf(file) {
  const { statements } = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest);
  const declares = (one) =>
    ts.isImportDeclaration(one)
      ? !!one.importClause
      : ts.isExportDeclaration(one) ||
        ts.isVariableStatement(one) ||
        ts.isFunctionDeclaration(one) ||
        ts.isClassDeclaration(one);
  return statements.find((one) => !declares(one));
}

test("has no dependencies", () => {
  const named = Object.keys(MANIFEST).filter((name) => /(?<!dev)dependencies$/i.test(name));
  assert.deepEqual(named, []);
});

test("the modules are compiled from these crates and no others", () => {
  const features = ["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", "std,compat"];
  const args = ["tree", "--locked", "--edges", "normal", ...features, "--prefix", "none", "--format", "{p}"];
  const lines = run("cargo", args, { quiet: true }).stdout.trim().split("\n");
  const crates = `block-buffer bumpalo bytemuck cfg-if crc crc-catalog crypto-common digest edgebloom getrandom hybrid-array
    md-5 proc-macro2 quote sha1 sha2 syn typenum unicode-ident wasm-bindgen wasm-bindgen-macro wasm-bindgen-macro-support
    wasm-bindgen-shared xxhash-rust`;
  assert.deepEqual([...new Set(lines.map((line) => line.split(" ")[0]))].sort(), crates.split(/\s+/));
});

test("sideEffects lists exactly the files with side effects", () => {
  // Files for Node are listed by folder, all other files by name.
  const [folders, listed] = [true, false].map((whole) =>
    MANIFEST.sideEffects.map((one) => posix.normalize(one)).filter((one) => one.endsWith("/**") === whole),
  );
  assert.deepEqual(folders.sort(), ["cjs/**", "node/**"]);
  for (const file of listed) assert.ok(FILES.includes(file), file);
  for (const file of FILES.filter((name) => name.endsWith(".js") && !/^(cjs|node)\//.test(name))) {
    assert.equal(listed.includes(file), !!effectOf(file), file);
  }
  assert.ok(listed.length > 9);
});
