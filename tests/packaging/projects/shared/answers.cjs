// answers.mjs for CommonJS.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { BloomFilter, StaticFilter, load } = require("edgebloom");
const { importFilter } = require("edgebloom/compat");
const { LiveFilter } = require("edgebloom/live");
const { FilterReader } = require("edgebloom/reader");
// Not `require`: in Node 20 it cannot load JSON from a file that was loaded by a custom loader.
const fixture = JSON.parse(readFileSync(join(__dirname, "fixture.json"), "utf8"));

const { text, staticText, keys, set, guava } = fixture;
const query = (filter, keys) => keys.map((key) => Number(filter.has(key))).join("");
const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A live filter of files that a server would have, by their path. */
function live(path, files) {
  const fetch = async (url) => ({
    ok: true,
    status: 200,
    url,
    headers: { get: () => null },
    arrayBuffer: async () => bytesOf(files[new URL(url).pathname]).buffer,
  });
  return new LiveFilter(`https://lists.example${path}`, { fetch, store: null, refreshEvery: Infinity }).ready();
}

module.exports.answers = async function answers() {
  return {
    load: query(load(text), keys),
    fromBase64: query(BloomFilter.fromBase64(text), keys),
    static: query(StaticFilter.fromBase64(staticText), keys),
    reader: query(FilterReader.fromBase64(text), keys),
    staticReader: query(FilterReader.fromBase64(staticText), keys),
    live: query(await live("/list.bloom", { "/list.bloom": text }), keys),
    set: query(await live("/manifest.json", set.files), set.keys),
    compat: query(importFilter(bytesOf(guava.base64), { format: "guava", funnel: "string_utf8" }), guava.keys),
  };
};
