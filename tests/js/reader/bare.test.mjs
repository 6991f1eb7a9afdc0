// The reader in an engine that has only the language: no TextEncoder, no TextDecoder, no atob, no fetch. React Native and jsdom lack some of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { BloomFilter, StaticMap } from "edgebloom";
import { email } from "edgebloom/keys";

const at = (path) => new URL(`../../../${path}`, import.meta.url).pathname;
const { outputFiles } = await build({
  stdin: {
    contents: 'export * from "./pkg/reader/index.js"; export { email } from "./pkg/api/keys/key-forms.js";',
    resolveDir: at(""),
  },
  bundle: true,
  format: "iife",
  globalName: "edgebloom",
  write: false,
});
const KEYS = ["mailinator.com", "schlüssel-🔑", "\ud800", "ж".repeat(5000), "x".repeat(300), "\u{10ffff}"];

/** Runs code beside the reader, in a context with these globals. */
const run = (code, globals = {}) => runInContext(`${outputFiles[0].text}\n;(${code})`, createContext(globals));

test("answers as everywhere, for text of every kind", () => {
  const filter = BloomFilter.from(KEYS, { errorRate: 1e-9, name: "größe 🔑", version: "\ufeff1" });
  const others = KEYS.map((key) => `${key}!`);
  const code = `(() => { const reader = edgebloom.FilterReader.fromBytes(Uint8Array.from(BYTES));
    return [...reader.hasMany(KEYS), ...reader.hasMany(OTHERS), reader.name, reader.version]; })()`;
  const globals = { BYTES: [...filter.toBytes()], KEYS, OTHERS: others };
  assert.deepEqual([...run(code, globals)], [...KEYS.map(() => 1), ...KEYS.map(() => 0), "größe 🔑", "\ufeff1"]);
  // With an old TextEncoder, which has no encodeInto.
  const old = class {
    encode = (text) => new TextEncoder().encode(text);
  };
  assert.deepEqual(
    [...run(code, { ...globals, TextEncoder: old })].slice(0, KEYS.length),
    KEYS.map(() => 1),
  );
});

test("reads maps", () => {
  const map = StaticMap.from(
    [
      ["a", "größe"],
      ["b", "🔑"],
    ],
    { errorRate: 1e-6 },
  );
  const code =
    '(() => { const map = edgebloom.MapReader.fromBytes(Uint8Array.from(BYTES)); return [map.get("a"), map.get("b")]; })()';
  assert.deepEqual([...run(code, { BYTES: [...map.toBytes()] })], ["größe", "🔑"]);
});

test("names what it needs", () => {
  const filter = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, keys: email });
  const thrown = (code) => {
    try {
      return run(code, { BASE64: filter.toBase64(), BYTES: [...filter.toBytes()] });
    } catch (error) {
      return `${error.name} ${error.field}: ${error.message}`;
    }
  };
  assert.match(thrown("edgebloom.FilterReader.fromBase64(BASE64)"), /^TypeError base64: .*atob/);
  assert.equal(
    run(
      "edgebloom.FilterReader.fromBase64(BASE64, { keys: { name: 'email', lookups: (key) => [key] } }).has('mailinator.com')",
      {
        BASE64: filter.toBase64(),
        atob,
        btoa,
      },
    ),
    true,
  );
});
