// answers.mjs for CommonJS.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { BloomFilter, load } = require("edgebloom");
const { importFilter } = require("edgebloom/compat");
const { FilterHolder } = require("edgebloom/live");
// Not `require`: in Node 20 it cannot load JSON from a file that was loaded by a custom loader.
const { text, keys, guava } = JSON.parse(readFileSync(join(__dirname, "fixture.json"), "utf8"));

const query = (filter, keys) => keys.map((key) => Number(filter.has(key))).join("");

module.exports.answers = () => {
  const bytes = Uint8Array.from(atob(guava.base64), (character) => character.charCodeAt(0));
  return {
    load: query(load(text), keys),
    fromBase64: query(BloomFilter.fromBase64(text), keys),
    live: query(new FilterHolder(text), keys),
    compat: query(importFilter(bytes, { format: "guava", funnel: "string_utf8" }), guava.keys),
  };
};
