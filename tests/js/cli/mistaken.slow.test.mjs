// Files that are not filters: the error says what they look like and what to do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { BloomFilter } from "../../../pkg/index.js";
import { KeyedBloomFilter, generateSecretKey } from "../../../pkg/index.js";
import { generateSigningKeys, sign } from "../../../pkg/sign.js";
import { useFolder } from "../helpers/command-line.mjs";

const { put, edgebloom } = useFolder();
const PASS_A_FILTER = "pass a filter file, as edgebloom build writes it";

/** Asserts this error for all commands that read a filter. */
function each(data, message, commands = ["check", "info", "merge", "fold"]) {
  put("file", data);
  const args = {
    check: ["file", "a"],
    info: ["file"],
    merge: ["file", "file", "-o", "out"],
    fold: ["file", "--divisor", "2", "-o", "out"],
  };
  for (const command of commands) {
    const { code, stdout, stderr } = edgebloom([command, ...args[command]]);
    assert.deepEqual([code, stdout, stderr], [2, "", `edgebloom: file: ${message}\n`], command);
  }
}

test("names known file types", () => {
  const page = "download the filter again: the server may have sent an error page";
  const text = new BloomFilter({ bits: 64, hashes: 1 }).toBase64();
  for (const [data, what, todo = PASS_A_FILTER] of [
    ["<!DOCTYPE html><html lang=en>", "an HTML page", page],
    ["\r\n <HTML>", "an HTML page", page],
    ['<?xml version="1.0"?>', "XML or HTML"],
    ["<!-- 404 --><p>", "XML or HTML"],
    ['{"error":"not found"}', "JSON"],
    ['["a"]', "JSON"],
    [gzipSync("a"), "gzip", "unpack it, for example with gunzip"],
    [Buffer.from("PK\x03\x04", "latin1"), "a zip archive", "unpack it"],
    [Buffer.from("(\xb5\x2f\xfd", "latin1"), "zstd", "unpack it"],
    [Buffer.from(`\ufeff${text}`, "utf16le"), "UTF-16", "if it is a filter in base64, convert it to UTF-8"],
    [`\ufeff${text}`, "a filter in base64 after a byte order mark", "remove the first three bytes"],
    [` ${text}`, "a filter in base64 after white space", "remove the white space"],
    ["version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer", "get the file itself with git lfs pull"],
    ["a.example\nbücher.example\n", "text", `${PASS_A_FILTER}; for a list of keys run edgebloom build first`],
  ]) {
    each(data, `not a filter: it looks like ${what}; ${todo}`, ["check", "info"]);
  }
  each("<html>", `not a filter: it looks like an HTML page; ${page}`);
});

test("shows unknown bytes in hexadecimal beside those of a filter file", () => {
  const begins = (bytes) =>
    `not a filter: it begins with the bytes ${bytes}, a filter file with eb 46 4c 54; ${PASS_A_FILTER}`;
  each(Uint8Array.of(0, 0, 0, 0, 1), begins("00 00 00 00"), ["check", "info"]);
  each(brotliCompressSync("hello"), begins("0b 02 80 68"), ["check", "info"]);
  each(Uint8Array.of(0xeb), begins("eb"), ["check", "info"]);
});

test("names an empty file", () => each("", "the file is empty; pass a filter file"));

test("names the damage in base64", () => {
  const text = new BloomFilter({ bits: 64, hashes: 1 }).toBase64();
  const damaged = "not a filter: the base64 is damaged; copy or build it again";
  each(`${text.slice(0, 20)}\n${text.slice(20)}`, `${damaged} (base64: expected a base64 digit, got "\\n")`, [
    "check",
    "info",
  ]);
  each(text.slice(0, -1), `${damaged} (base64: expected a length divisible by 4, got the end)`, ["check", "info"]);
});

test("a keyed filter: names the entry point that reads it", () => {
  const keyed = KeyedBloomFilter.from(["a"], { key: generateSecretKey(), errorRate: 0.01 });
  const message = "this is a keyed filter, which needs its secret key; use KeyedBloomFilter in JavaScript";
  each(keyed.toBytes(), message);
  each(`${keyed.toBase64()}\n`, message);
});

test("a signed filter: names the command that reads it", async () => {
  const { privateKey } = await generateSigningKeys();
  const signed = await sign(BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes(), { privateKey, sequence: 1 });
  const message = "the file is signed; verify it first: edgebloom verify --key FILE.pub file -o OUT";
  for (const data of [signed, Buffer.from(signed).toString("base64")]) each(data, message, ["check", "merge", "fold"]);
});

test("build rejects an HTML page as a list, unless --input lines is given", () => {
  put("page", "\n<!doctype HTML>\n<p>Not found\n");
  const result = edgebloom(["build", "-o", "out", "page"]);
  assert.deepEqual(
    [result.code, result.stderr],
    [
      2,
      'edgebloom: page: this looks like an HTML page, perhaps a server error: download the list again (or --input lines if each line is a key); the first line is "<!doctype HTML>"\n',
    ],
  );
  assert.equal(edgebloom(["build", "--input", "lines", "-o", "out", "page"]).code, 0);
  assert.equal(edgebloom(["build", "-o", "out"], "<b>\n").code, 0);
});
