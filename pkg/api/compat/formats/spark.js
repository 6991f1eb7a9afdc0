// Apache Spark's `org.apache.spark.util.sketch.BloomFilter.writeTo`, versions 1 and 2.

import { SPARK, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const spark = {
  options: {},
  read: (input) => readFile("spark", bytesOf(input, "input"), putFor(SPARK)),
  write: (filter) => writeFile("spark", filter),
  recognises: layoutOf("spark"),
};
