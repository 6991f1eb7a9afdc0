// Base64 uses the platform's functions if it has them, else those of Node, else atob. All give the same strings,
// bytes and errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { BloomFilter } from "edgebloom";
import { decode } from "../../../pkg/api/base64.js";
import { at } from "../../../scripts/run.mjs";
import { thrown } from "../helpers/helpers.mjs";

/** Code that prints the results for valid and invalid base64 strings, as JSON. */
const ASK = `
import { decode, encode } from ${JSON.stringify(new URL("../../../pkg/api/base64.js", import.meta.url).href)};
const results = [];
for (let length = 0; length <= 300; length++) {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length * 7) % 256);
  const text = encode(bytes.subarray(0));
  const back = decode(text);
  const urlSafe = decode(text.replaceAll("+", "-").replaceAll("/", "_"));
  if (![text + "\\n", text + "\\r\\n"].every((one) => decode(one).join() == back.join())) results.push("a line break");
  results.push(text, back.join(), urlSafe.join(), back instanceof Uint8Array && back.constructor.name);
}
const long = new Uint8Array(100_000).map((_, i) => i * 31);
results.push(encode(long), decode(encode(long)).every((byte, i) => byte == long[i]));
for (const text of ["A", "AA", "AAA", "AAAA=", "AA=A", "A===", "====", "AB==", "AAB=", "AA==AAAA", " AAAA", "AA AA", "AA\\tAA==", "+-AA",
    "AAA-", "A_A=", "-+AA", "é===", "AAAé", "AAAA====", "=", "==", "AA= =", "A A A A ", "\\u0000AAA", "AAAAA\\u{1f600}A",
    "AA==\\n\\n", "AA==\\r", "AA==\\n\\r\\n", "AA\\n==", "\\nAAAA", "AAAA ", "AAAA\\n ", "AA=\\n", "AAA\\n", "-_-_AA+/"]) {
  try {
    results.push(decode(text).join());
  } catch ({ name, message, code, offset }) {
    results.push([name, message, code, offset]);
  }
}
console.log(JSON.stringify(results));
`;

/** The results on a platform without these functions. */
function answers(without) {
  const prepare = without.map((what) => `delete ${what};`).join("");
  const source = `${prepare}\nawait import("data:text/javascript,${encodeURIComponent(ASK)}");`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", source], { cwd: at(), maxBuffer: 1 << 26 }),
  );
}

test("the platform, Node and atob give the same results", () => {
  const own = ["Uint8Array.fromBase64", "Uint8Array.prototype.toBase64"];
  const [usual, ofNode, ofAll] = [[], own, [...own, "globalThis.Buffer"]].map(answers);
  assert.deepEqual(ofNode, usual);
  assert.deepEqual(ofAll, usual);
  for (let length = 0; length <= 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length * 7) % 256);
    assert.equal(usual[length * 4], Buffer.from(bytes).toString("base64"));
    assert.equal(usual[length * 4 + 1], bytes.join());
    assert.equal(usual[length * 4 + 2], bytes.join());
    assert.equal(usual[length * 4 + 3], "Uint8Array");
  }
  assert.equal(usual[301 * 4 + 1], true);
  // All other characters are rejected, except two that are valid in the URL-safe alphabet.
  const others = usual.slice(301 * 4 + 2);
  assert.deepEqual(
    others.filter((result) => !Array.isArray(result)),
    ["0,0,62", "3,240"],
  );
  for (const result of others.filter(Array.isArray))
    assert.deepEqual([result[0], result[2]], ["FilterFormatError", "BASE64"]);
});

test("errors name the first wrong character", () => {
  const fault = (text) => {
    try {
      decode(text);
    } catch (error) {
      return [error.message.replace("base64: ", ""), error.offset];
    }
  };
  const digit = "expected a base64 digit, got";
  for (const [text, message, offset] of [
    ["AA==\n\n", `${digit} "\\n"`, 4],
    ["AA==\r", `${digit} "\\r"`, 4],
    ["AA== ", `${digit} " "`, 4],
    ["AA= =", `${digit} " "`, 3],
    ["AAA=AAAA", `${digit} "A"`, 4],
    ["AA===", `${digit} "="`, 4],
    ["A.AA", `${digit} "."`, 1],
    ["+A-A", `${digit} "-"`, 2],
    ["AA=", "expected a length divisible by 4, got the end", 3],
    ["AAA\n", "expected a length divisible by 4, got the end", 3],
    ["AB==", 'expected unused bits that are 0, got "B"', 1],
    ["AAB=\n", 'expected unused bits that are 0, got "B"', 2],
  ]) {
    assert.deepEqual(fault(text), [message, offset], JSON.stringify(text));
  }
});

test("toBase64 suggests toBytes() if the string would be too long for the engine", () => {
  const length = 2 ** 29 + 64;
  const refusal = {
    name: "RangeError",
    field: "base64",
    message:
      "base64: expected a length that strings can have in this JavaScript engine, got 715827968 characters: use toBytes()",
  };
  // Each engine has its own limit and its own message.
  const whys = [
    new RangeError("Invalid string length"),
    Object.assign(new Error("Cannot create a string longer than 0x1fffffe8 characters"), {
      code: "ERR_STRING_TOO_LONG",
    }),
    new (class InternalError extends Error {})("allocation size overflow"),
  ];
  for (const why of whys) {
    const bytes = {
      length,
      toBase64() {
        throw why;
      },
    };
    class Large extends BloomFilter {
      toBytes() {
        return bytes;
      }
    }
    const large = new Large({ bits: 64, hashes: 1 });
    for (const call of [() => large.toBase64(), () => JSON.stringify(large)]) {
      const error = thrown(call);
      assert.deepEqual({ name: error.name, field: error.field, message: error.message }, refusal);
      assert.equal(error.cause, why);
    }
  }
});
