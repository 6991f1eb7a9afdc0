// The Go package bits-and-blooms/bloom, version 3: `WriteTo`, and JSON.

import { decode, encode } from "../../base64.js";
import { bytesOf, isBytes } from "../../bytes.js";
import { wrongType } from "../../errors.js";
import { BYTES, putFor } from "../key-encoding.js";
import { layoutOf, readFile, refuse, writeFile } from "./file.js";
import { looksLikeJson, objectField, parse, tryParse, wholeField } from "./json.js";

/** Filters that were read from JSON: they are written so, unless something else is asked for. */
const AS_JSON = new WeakSet();
const isFile = layoutOf("go-bits-and-blooms");

/** @type {import("./index.js").Format} */
export const goBitsAndBlooms = {
  options: {},
  writeOptions: ["encoding"],
  read(input) {
    // No file begins like a text: its first bytes are those of m.
    const isJson = typeof input === "string" || (isBytes(input) && looksLikeJson(input));
    if (!isJson) return readFile("go-bits-and-blooms", bytesOf(input, "input"), putFor(BYTES));
    const { m, k, b } = objectField(parse(input), "json");
    wholeField(m, "m", 1);
    wholeField(k, "k", 1, 65535);
    if (typeof b !== "string") refuse("b", "base64", b);
    const filter = readFile("go-bits-and-blooms", decode(b), putFor(BYTES), { bits: m, hashes: k });
    AS_JSON.add(filter);
    return filter;
  },
  write(filter, { encoding = AS_JSON.has(filter) ? "json" : "binary" }) {
    if (encoding !== "json" && encoding !== "binary") wrongType("encoding", "one of binary, json", encoding);
    const file = writeFile("go-bits-and-blooms", filter);
    if (encoding === "binary") return file;
    const { bits, hashes } = filter.stats;
    // The URL-safe alphabet; a program may switch to the standard one, so that both are read.
    const b = encode(file.subarray(16)).replace(/\+/g, "-").replace(/\//g, "_");
    return JSON.stringify({ m: bits, k: hashes, b });
  },
  recognises(bytes) {
    const json = tryParse(bytes);
    return json ? "m" in json && "k" in json && "b" in json : isFile(bytes);
  },
};
