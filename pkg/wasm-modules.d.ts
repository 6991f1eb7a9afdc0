// What runtimes that compile no bytes import in place of them. Only for the check of types: it is not packed.

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
