// `save` and `save_bytes` of the Python package rbloom. The caller provides the hash function.

import { HASH128, hashFunction, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const rbloom = {
  options: { hash: "a function" },
  read: (input, { hash }) => readFile("rbloom", bytesOf(input, "input"), putFor(HASH128, hashFunction(hash))),
  write: (filter) => writeFile("rbloom", filter),
  // A small number and any bytes: other data can look the same.
  mayBe: layoutOf("rbloom"),
};
