import { queryForm } from "../reader/key-form.js";
import { argumentError, rate, whole, wrongType, wrongValue } from "./errors.js";
import { checkedText, fits } from "./header.js";

/** @type {import("../wasm/edgebloom.js").Layout[]} */
export const LAYOUTS = ["standard", "partitioned", "blocked"];

/** The options of a plain filter. */
export const PLAIN = [
  "capacity",
  "errorRate",
  "seed",
  "layout",
  "keys",
  "invalid",
  "name",
  "version",
  "bits",
  "hashes",
  "onSaturated",
];
const MAX_SEED = 4294967295;
/** The most bytes of the name of a form. */
const MAX_FORM = 64;
const POLICIES = ["warn", "throw", "clear", "rotate"];

/**
 * Checks the options of a filter that can have `onSaturated`.
 * @param {any} options
 * @param {string[]} known the options of this class
 * @param {boolean} [sizedByKeys] true if the capacity can follow from the keys
 */
export function readOptions(options, known, sizedByKeys) {
  const settings = readSettings(options, known, sizedByKeys);
  checkPolicy(options.onSaturated);
  return settings;
}

/**
 * Checks the other options of a filter. It converts no types, and rejects unknown names.
 * @param {any} options
 * @param {string[]} known the options of this class
 * @param {boolean} [sizedByKeys] true if the capacity can follow from the keys
 */
export function readSettings(options, known, sizedByKeys) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) {
    if (!known.includes(name)) wrongType("options", `only ${known.join(", ")}`, name);
  }
  const { capacity, errorRate, bits, hashes, seed = 0, layout = "standard", name = "", version = "" } = options;
  checkedText(name, "name");
  checkedText(version, "version");
  const form = queryForm("", options);
  if (form && !fits(form.form.name, MAX_FORM)) wrongValue("keys", "at most 64 bytes of UTF-8", form.form.name);
  const byRate = capacity !== undefined || errorRate !== undefined;
  const byShape = bits !== undefined || hashes !== undefined;
  if (byRate && byShape) {
    throw argumentError(TypeError, "options", "either capacity and errorRate, or bits and hashes, got both");
  }
  if (typeof layout !== "string") wrongType("layout", "a string", layout);
  if (!LAYOUTS.includes(/** @type {any} */ (layout))) wrongValue("layout", LAYOUTS.join(", "), layout);
  return {
    ...options,
    layout: /** @type {import("../wasm/edgebloom.js").Layout} */ (layout),
    byShape,
    byKeys: sizedByKeys && !byShape && capacity === undefined,
    bits: byShape ? whole(bits, "bits", 1) : 0,
    hashes: byShape ? whole(hashes, "hashes", 1) : 0,
    capacity: byShape || (sizedByKeys && capacity === undefined) ? 0 : whole(capacity, "capacity", 1),
    errorRate: byShape ? 0 : rate(errorRate),
    seed: readSeed(seed),
    form,
    name,
    version,
  };
}

/** @param {unknown} policy */
function checkPolicy(policy) {
  if (policy === undefined || typeof policy === "function") return;
  const expected = `${POLICIES.join(", ")} or a function`;
  if (typeof policy !== "string") wrongType("onSaturated", expected, policy);
  if (!POLICIES.includes(policy)) wrongValue("onSaturated", expected, policy);
}

/**
 * @param {unknown} seed
 * @returns {number}
 */
function readSeed(seed) {
  if (seed === "random") return crypto.getRandomValues(new Uint32Array(1))[0];
  if (typeof seed === "string") wrongValue("seed", `a whole number from 0 to ${MAX_SEED}, or "random"`, seed);
  return whole(seed, "seed", 0, MAX_SEED);
}
