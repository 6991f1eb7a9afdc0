// Tests how the page's worker reads the longest list that it accepts, in Node. It takes half a minute.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_KEYS, readKeys } from "../../www/panels/list/read-keys.js";
import { keys } from "../js/helpers/helpers.mjs";

const streamOf = (/** @type {string[]} */ lines) => new Blob([lines.join("\n")]).stream();

test("accepts the maximum of keys and rejects one more", async () => {
  const list = keys(MOST_KEYS);
  const result = await readKeys(streamOf([...list, "key-7", ""]));
  assert.equal(result.keys.size, MOST_KEYS);
  assert.equal(result.lines, MOST_KEYS + 1);
  await assert.rejects(readKeys(streamOf(["", ...list, "key-7", "one more", "and more"])), ({ code, values }) => {
    assert.equal(code, "tooMany");
    assert.deepEqual(values, { line: MOST_KEYS + 3 });
    return true;
  });
});
