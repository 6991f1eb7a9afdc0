// The build for Node takes both classes from here: in some test runners' browser environments they are missing, although
// Node has them. Node before 20.16 has no `getBuiltinModule`. `module` has another name, as bundlers look for what
// `module.require` is given, and find no module of Node's.

const globals = /** @type {any} */ (globalThis);
const own = typeof module === "object" ? module : undefined;
const coders = globals.TextDecoder
  ? globals
  : (globals.process?.getBuiltinModule?.("node:util") ?? own?.require?.("node:util"));
if (!coders?.TextDecoder) throw new Error("edgebloom: expected TextEncoder and TextDecoder, found neither");

export const { TextEncoder, TextDecoder } = coders;
