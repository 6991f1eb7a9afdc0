// Apache Spark's `org.apache.spark.util.sketch.BloomFilter.writeTo`, versions 1 and 2.

import { SPARK as SPARK_KEYS, putFor } from "../key-encoding.js";
import { SPARK, bytesOf, layoutOf, readFile, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const spark = {
  options: {},
  read: (input) => readFile(SPARK, bytesOf(input), putFor(SPARK_KEYS)),
  write: (filter) => writeFile(SPARK, filter),
  recognises: layoutOf(SPARK),
};
