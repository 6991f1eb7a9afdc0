// answers.mjs for CommonJS.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { BloomFilter, load } = require("edgebloom");
const { importFilter } = require("edgebloom/compat");
const { FilterHolder } = require("edgebloom/live");
// Not by `require`: Node 20 has none for JSON where a loader has brought this file.
const { text, keys, guava } = JSON.parse(readFileSync(join(__dirname, "fixture.json"), "utf8"));

const ask = (filter, keys) => keys.map((key) => Number(filter.has(key))).join("");

module.exports.answers = () => {
  const bytes = Uint8Array.from(atob(guava.base64), (character) => character.charCodeAt(0));
  return {
    load: ask(load(text), keys),
    fromBase64: ask(BloomFilter.fromBase64(text), keys),
    live: ask(new FilterHolder(text), keys),
    compat: ask(importFilter(bytes, { format: "guava", funnel: "string_utf8" }), guava.keys),
  };
};
