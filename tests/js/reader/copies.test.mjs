// What tools see that compare, copy and print objects: readers, and filters of edgebloom/lite.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { BloomFilter, StaticFilter, StaticMap } from "../../../pkg/index.js";
import { BloomFilter as LiteFilter } from "../../../pkg/lite/index.js";
import { FilterReader, MapReader } from "../../../pkg/reader/index.js";

const bytesOf = {
  "a filter": (key) => BloomFilter.from([key], { errorRate: 0.01, name: "pets" }).toBytes(),
  "a static set": (key) => StaticFilter.from([key], { errorRate: 0.01, name: "pets" }).toBytes(),
  "a map": (key) => StaticMap.from([[key, "tame"]], { errorRate: 0.01, name: "pets" }).toBytes(),
};
const KINDS = {
  "FilterReader, a filter": (key) => FilterReader.fromBytes(bytesOf["a filter"](key)),
  "FilterReader, a static set": (key) => FilterReader.fromBytes(bytesOf["a static set"](key)),
  MapReader: (key) => MapReader.fromBytes(bytesOf["a map"](key)),
  "BloomFilter of lite": (key) => LiteFilter.fromBytes(bytesOf["a filter"](key)),
};

for (const [kind, read] of Object.entries(KINDS)) {
  test(`${kind}: equal if the files are, and only then`, () => {
    assert.deepStrictEqual(read("cat"), read("cat"));
    assert.notDeepStrictEqual(read("cat"), read("dog"));
  });

  test(`${kind}: console.log shows its size, not its bits`, () => {
    const text = inspect(read("cat"));
    assert.match(text, /^\{\n? *(FilterReader|MapReader|BloomFilter)\w*: \{/);
    assert.match(text, /name: 'pets'/);
    assert.ok(text.length < 700, text);
  });

  test(`${kind}: JSON has its name`, () => {
    assert.equal(JSON.parse(JSON.stringify(read("cat"))).name, "pets");
  });

  test(`${kind}: a structured clone is data, and answers nothing`, () => {
    const copy = structuredClone(read("cat"));
    assert.equal(copy.name, "pets");
    assert.throws(() => copy.has("cat"), TypeError);
  });
}
