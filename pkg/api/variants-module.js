// Where an entry leaves the compiled module of counting, scalable and sparse filters, if it brings one.

/** @type {WebAssembly.Module | undefined} */
export let compiled;

/** @param {WebAssembly.Module} module */
export function provideModule(module) {
  compiled = module;
}
