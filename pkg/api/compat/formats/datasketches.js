// `serialize` of the Bloom filter of Apache DataSketches in Java, C++ and Rust.

import { SPARK, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const datasketches = {
  options: {},
  read: (input) => readFile("datasketches", bytesOf(input, "input"), putFor(SPARK)),
  write: (filter) => writeFile("datasketches", filter),
  recognises: layoutOf("datasketches"),
};
