// The build for Node takes these globals from here: the browser environments of some test runners lack them, although Node has them.
// Node before 20.16 has no `getBuiltinModule`. `module` has another name, because bundlers try to resolve the argument of
// `module.require` and do not find modules of Node.

const globals = /** @type {any} */ (globalThis);
const own = typeof module === "object" ? module : undefined;
const builtin = (/** @type {string} */ name) => globals.process?.getBuiltinModule?.(name) ?? own?.require?.(name);

const coders = globals.TextDecoder ? globals : builtin("node:util");
if (!coders?.TextDecoder) throw new Error("edgebloom: expected TextEncoder and TextDecoder, found neither");
export const { TextEncoder, TextDecoder } = coders;

/** The first use of `crypto` takes Node some milliseconds. jsdom has a `crypto` without `subtle`. */
const webCrypto = (/** @type {string} */ member) =>
  globals.crypto?.[member] ? globals.crypto : builtin("node:crypto")?.webcrypto;
const lazily = {
  get subtle() {
    return webCrypto("subtle")?.subtle;
  },
  getRandomValues: (/** @type {any} */ numbers) => webCrypto("getRandomValues").getRandomValues(numbers),
};
export { lazily as crypto, lazily as "globalThis.crypto" };
