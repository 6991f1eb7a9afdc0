// The table of the formats: a row a system.

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
 * @typedef {object} Format
 * @property {Record<string, Record<string, unknown> | string>} options what the bytes do not say, each with its choices
 *   or with what it is
 * @property {string[]} [optional] what may be said beside
 * @property {string[]} [writeOptions] what `write` may be told
 * @property {(input: unknown, options: any) => any} read
 * @property {(filter: any, options: any) => Uint8Array | string | [number, Uint8Array][]} write
 * @property {(bytes: Uint8Array) => boolean} [recognises] true if bytes can be nothing else
 * @property {(bytes: Uint8Array) => boolean} [mayBe] true if bytes can be this, but other things, too
 */

/**
 * A name without a row does not compile.
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
  "redis-bitmap": redisBitmap,
};
