// docs/reference/errors.md: the tables have every message, and the first section has every class and code.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { PAGE, rustMessages, scriptMessages, withMessages } from "../../../scripts/messages.mjs";
import { filesBelow } from "../../../scripts/run.mjs";
import { textOf } from "../helpers/helpers.mjs";

const page = textOf(PAGE);

test("the page has the tables of scripts/messages.mjs", () => {
  assert.equal(page, withMessages(page), "run node scripts/messages.mjs");
  assert.throws(() => withMessages(page.replace("<!-- messages: library -->", "")), /no place/);
});

test("every rule of the Rust sources is in the table", () => {
  const texts = filesBelow("src")
    .filter((file) => file.endsWith(".rs"))
    .map(textOf);
  const rules = texts.join("").match(/\bRule::(?:new|state)\(/g).length;
  // The call inside the tables' helper has no own text. Fields without a limit have no message.
  const fields = texts.join("").match(/^ *(?:\w+ => )?(?:real_)?field\(|\breserved\(\d\)/gm).length;
  const found = rustMessages();
  assert.ok(found.length >= rules - 1 && found.length <= rules + fields, `${found.length} of ${rules} and ${fields}`);
  assert.ok(found.some(({ text }) => text === "wrong key for this filter"));
  assert.ok(found.some(({ text }) => text === "magic: expected a filter file (eb 46 4c 54)"));
});

test("finds messages in scripts, whichever helper throws them", () => {
  const messages = scriptMessages(["pkg/api", "pkg/reader"]);
  for (const kind of ["TypeError", "RangeError", "FilterFormatError", "FilterFetchError", "FilterSignatureError"]) {
    assert.ok(messages.filter((one) => one.kind === kind).length > 2, kind);
  }
  assert.ok(scriptMessages(["pkg/cli"]).length > 100);
});

test("every code is explained", () => {
  const codes = new Set([...rustMessages(), ...scriptMessages(["pkg/api", "pkg/reader"])].map(({ code }) => code));
  const types = ["pkg/reader/fetch-error.js", "pkg/reader/format-error.js", "pkg/api/sign/errors.js"].flatMap((file) =>
    [...textOf(file).matchAll(/@typedef \{("\w+"(?: \| "\w+")*)\}/g)].flatMap(([, union]) => union.match(/\w+/g)),
  );
  assert.ok(types.length >= 19, `${types}`);
  for (const code of [...codes, ...types].filter(Boolean)) assert.ok(page.includes(`| \`${code}\` |`), code);
});

test("the module and the reader use the same words for the same errors", () => {
  const bytes = BloomFilter.from(["a"], { capacity: 100, errorRate: 0.01 }).toBytes();
  const { length } = bytes;
  const changed = (offset, value) => {
    const copy = Uint8Array.from(bytes);
    copy[offset] = value;
    return copy;
  };
  const stored = Buffer.from(bytes).readBigUInt64LE(length - 8);
  const hexadecimal = (number) => `0x${number.toString(16).padStart(16, "0")}`;
  const last = bytes[length - 8] ^ 1;
  for (const [file, message] of [
    [bytes.subarray(0, 20), "truncated: at least 24 bytes needed, got 20"],
    [bytes.subarray(0, length - 1), `truncated: header declares ${length} bytes, got ${length - 1}`],
    [Uint8Array.of(...bytes, 0), `trailing bytes: header declares ${length} bytes, got ${length + 1}`],
    [changed(0, 0), "magic: expected a filter file (eb 46 4c 54), got 00 46 4c 54"],
    [changed(4, 2), "version: expected 1, got 2"],
    [changed(6, 31), "scheme: expected a number from 1 to 30, got 31"],
    [
      changed(length - 8, last),
      `checksum: expected ${hexadecimal(stored)}, computed from the bytes, got ${hexadecimal(stored ^ 1n)}`,
    ],
  ]) {
    assert.throws(() => BloomFilter.fromBytes(file), { name: "FilterFormatError", message });
    assert.throws(() => FilterReader.fromBytes(file), { name: "FilterFormatError", message });
  }
});
