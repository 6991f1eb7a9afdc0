// The build for Node takes both classes from here: the browser environments of some test runners lack them, although Node has them.
// Node before 20.16 has no `getBuiltinModule`. `module` has another name, because bundlers try to resolve the argument of
// `module.require` and do not find modules of Node.

const globals = /** @type {any} */ (globalThis);
const own = typeof module === "object" ? module : undefined;
const coders = globals.TextDecoder
  ? globals
  : (globals.process?.getBuiltinModule?.("node:util") ?? own?.require?.("node:util"));
if (!coders?.TextDecoder) throw new Error("edgebloom: expected TextEncoder and TextDecoder, found neither");

export const { TextEncoder, TextDecoder } = coders;
