// Guava's `BloomFilter.writeTo`.

import { INT32, INT64, JAVA_TEXT, UTF16, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";
import { chosen } from "./options.js";

/** The encodings of the keys, by the funnels. */
export const FUNNELS = {
  string_utf8: JAVA_TEXT,
  unencoded_chars: UTF16,
  bytes: JAVA_TEXT,
  long: INT64,
  int: INT32,
};

/** @type {import("./index.js").Format} */
export const guava = {
  options: { funnel: FUNNELS },
  read(input, options) {
    const encoding = chosen(options, "funnel", FUNNELS);
    return readFile("guava", bytesOf(input, "input"), putFor(encoding), { encoding });
  },
  write: (filter) => writeFile("guava", filter),
  recognises: layoutOf("guava"),
};
