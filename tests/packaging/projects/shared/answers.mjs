// The code of a user: queries filters of every kind for every key of the fixture.

import { BloomFilter, StaticFilter, load } from "edgebloom";
import { importFilter } from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { fixture } from "./fixture.mjs";

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

export async function answers() {
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
}
