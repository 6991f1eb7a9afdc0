// The table of the formats: one row per system.

import { datasketches } from "./datasketches.js";
import { goBitsAndBlooms } from "./go-bits-and-blooms.js";
import { guava } from "./guava.js";
import { npmBloomFilters } from "./npm-bloom-filters.js";
import { npmBloomfilter } from "./npm-bloomfilter.js";
import { parquetSbbf } from "./parquet-sbbf.js";
import { pybloomLive } from "./pybloom-live.js";
import { rbloom } from "./rbloom.js";
import { redisBitmap } from "./redis-bitmap.js";
import { redisbloom } from "./redisbloom.js";
import { spark } from "./spark.js";

/**
 * Options, each with its choices or a description.
 * @typedef {Record<string, Record<string, unknown> | string>} Options
 */

/**
 * @typedef {object} Format
 * @property {Options} options the options for facts that not every file contains
 * @property {(json: any) => Options} [open] the options that this JSON leaves open; without it, and for files that are not JSON, all
 * @property {string[]} [optional] the other options of `read`
 * @property {string[]} [writeOptions] the options of `write`
 * @property {(input: unknown, options: any) => any} read
 * @property {(filter: any, options: any) => Uint8Array | string | [number, Uint8Array][]} write
 * @property {(bytes: Uint8Array) => boolean} [recognises] true if bytes can only be this format
 * @property {(json: any) => boolean} [recognisesJson] true if an object or array can only be this format
 * @property {(json: any) => boolean} [isCounting] true for a counting filter, which `read` rejects
 * @property {(bytes: Uint8Array) => boolean} [mayBe] true if bytes can be this format or another one
 */

/**
 * With this type, a name without a row does not compile.
 * @type {Record<import("../import-options.js").FormatName, Format> & Record<string, Format>}
 */
export const FORMATS = {
  guava,
  spark,
  redisbloom,
  "go-bits-and-blooms": goBitsAndBlooms,
  "parquet-sbbf": parquetSbbf,
  "npm-bloomfilter": npmBloomfilter,
  "npm-bloom-filters": npmBloomFilters,
  "pybloom-live": pybloomLive,
  rbloom,
  datasketches,
  "redis-bitmap": redisBitmap,
};
