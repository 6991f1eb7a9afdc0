// `tofile` of both classes of the Python package pybloom_live.

import { PYTHON, putFor } from "../key-encoding.js";
import { bytesOf } from "../../bytes.js";
import { layoutOf, readFile, writeFile } from "./file.js";
import { chosen } from "./options.js";

/** The schemes by the hash of 128 bits: versions up to 3.1, and version 4.0. */
export const HASHES = { md5: "pybloom-live-md5", xxh128: "pybloom-live-xxh128" };

/** @type {import("./index.js").Format} */
export const pybloomLive = {
  options: { hash128: HASHES },
  read(input, options) {
    const scheme = chosen(options, "hash128", HASHES);
    return readFile("pybloom-live", bytesOf(input, "input"), putFor(PYTHON), { scheme });
  },
  write: (filter) => writeFile("pybloom-live", filter),
  recognises: layoutOf("pybloom-live"),
};
