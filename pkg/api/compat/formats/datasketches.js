// `serialize` of the Bloom filter of Apache DataSketches in Java, C++ and Rust.

import { RUST_HASH, SPARK, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";
import { chosen } from "./options.js";

/** The encodings of the keys, by how strings became bytes. */
export const STRINGS = { utf8: SPARK, rust: RUST_HASH };

/** @type {import("./index.js").Format} */
export const datasketches = {
  options: { strings: STRINGS },
  read(input, options) {
    const encoding = chosen(options, "strings", STRINGS);
    return readFile("datasketches", bytesOf(input, "input"), putFor(encoding), { encoding });
  },
  write: (filter) => writeFile("datasketches", filter),
  recognises: layoutOf("datasketches"),
};
