// The code of a user: queries all three entry points for every key of the fixture.

import { BloomFilter, load } from "edgebloom";
import { importFilter } from "edgebloom/compat";
import { FilterHolder } from "edgebloom/live";
import { fixture } from "./fixture.mjs";

const { text, keys, guava } = fixture;
const query = (filter, keys) => keys.map((key) => Number(filter.has(key))).join("");

export function answers() {
  const bytes = Uint8Array.from(atob(guava.base64), (character) => character.charCodeAt(0));
  return {
    load: query(load(text), keys),
    fromBase64: query(BloomFilter.fromBase64(text), keys),
    live: query(new FilterHolder(text), keys),
    compat: query(importFilter(bytes, { format: "guava", funnel: "string_utf8" }), guava.keys),
  };
}
