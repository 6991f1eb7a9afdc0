import { rate, whole, wrongType, wrongValue } from "./errors.js";
import { checkedText } from "./saving.js";

/** @type {import("../wasm/edgebloom.js").Layout[]} */
export const LAYOUTS = ["standard", "partitioned", "blocked"];

/** What a plain filter can be given. */
export const PLAIN = ["capacity", "errorRate", "seed", "layout", "name", "version", "bits", "hashes", "onSaturated"];
const MAX_SEED = 4294967295;

/**
 * Checks the options of a filter: nothing is coerced, and a misspelt option is not passed over.
 * @param {any} options
 * @param {string[]} known what this class can be given
 * @param {boolean} [sizedByKeys] true where the keys give the capacity
 */
export function readOptions(options, known, sizedByKeys) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) {
    if (!known.includes(name)) wrongType("options", `only ${known}`, name);
  }
  const { capacity, errorRate, bits, hashes, seed = 0, layout = "standard", name = "", version = "" } = options;
  checkedText(name, "name");
  checkedText(version, "version");
  const given = capacity !== undefined || errorRate !== undefined;
  const byShape = bits !== undefined || hashes !== undefined;
  if (given && byShape) {
    wrongType("options", "capacity or bits", options);
  }
  if (typeof layout !== "string") wrongType("layout", "a string", layout);
  if (!LAYOUTS.includes(/** @type {any} */ (layout))) wrongValue("layout", `${LAYOUTS}`, layout);
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
    name,
    version,
  };
}

/**
 * @param {unknown} seed
 * @returns {number}
 */
function readSeed(seed) {
  if (seed === "random") return crypto.getRandomValues(new Uint32Array(1))[0];
  if (typeof seed === "string") wrongValue("seed", `0 to ${MAX_SEED}, or "random"`, seed);
  return whole(seed, "seed", 0, MAX_SEED);
}
