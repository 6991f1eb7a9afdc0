// The split-block filter of a column chunk of a Parquet file: header and blocks, starting at `bloom_filter_offset`.

import { BYTES, INT32, INT64, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";
import { chosen } from "./options.js";

/** The encodings of the keys, by the physical types of the columns. */
export const TYPES = { BYTE_ARRAY: BYTES, INT64, INT32 };

/** @type {import("./index.js").Format} */
export const parquetSbbf = {
  options: { type: TYPES },
  read(input, options) {
    const encoding = chosen(options, "type", TYPES);
    return readFile("parquet-sbbf", bytesOf(input, "input"), putFor(encoding), { encoding });
  },
  write: (filter) => writeFile("parquet-sbbf", filter),
  recognises: layoutOf("parquet-sbbf"),
};
