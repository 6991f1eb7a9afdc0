// The Go package bits-and-blooms/bloom, version 3: `WriteTo`, and JSON.

import { decode, encode } from "../../base64.js";
import { bytesOf, isBytes } from "../../bytes.js";
import { wrongType } from "../../errors.js";
import { BYTES, putFor } from "../key-encoding.js";
import { layoutOf, readFile, reject, writeFile } from "./file.js";
import { looksLikeJson, objectField, parse, wholeField } from "./json.js";
import { isParsed } from "./parsed.js";

/** Filters that were read from JSON. They are written as JSON by default. */
const AS_JSON = new WeakSet();

/** @type {import("./index.js").Format} */
export const goBitsAndBlooms = {
  options: {},
  writeOptions: ["encoding"],
  read(input) {
    // A file does not start like JSON: its first bytes are those of m.
    const isJson = isBytes(input) ? looksLikeJson(input) : typeof input === "string" || isParsed(input);
    if (!isJson) return readFile("go-bits-and-blooms", bytesOf(input, "input"), putFor(BYTES));
    const { m, k, b } = objectField(parse(input), "json");
    wholeField(m, "m", 1);
    wholeField(k, "k", 1, 65535);
    if (typeof b !== "string") reject("b", "base64", b);
    const filter = readFile("go-bits-and-blooms", decode(b), putFor(BYTES), { bits: m, hashes: k });
    AS_JSON.add(filter);
    return filter;
  },
  write(filter, { encoding = AS_JSON.has(filter) ? "json" : "binary" }) {
    if (encoding !== "json" && encoding !== "binary") wrongType("encoding", "one of binary, json", encoding);
    const file = writeFile("go-bits-and-blooms", filter);
    if (encoding === "binary") return file;
    const { bits, hashes } = filter.stats;
    // The URL-safe alphabet is the default in Go. Programs can use the standard one, so `read` accepts both.
    const b = encode(file.subarray(16)).replace(/\+/g, "-").replace(/\//g, "_");
    return JSON.stringify({ m: bits, k: hashes, b });
  },
  recognises: layoutOf("go-bits-and-blooms"),
  recognisesJson: (json) => "m" in json && "k" in json && "b" in json,
};
