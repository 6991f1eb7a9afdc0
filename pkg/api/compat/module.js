// Where an entry leaves the compiled module of other systems' filters, if it brings one.

/** @type {WebAssembly.Module | undefined} */
export let compiled;

/** @param {WebAssembly.Module} module */
export function provideCompat(module) {
  compiled = module;
}
