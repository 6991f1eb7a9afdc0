// The compiled modules that some runtimes import instead of bytes. Only for type checking; this file is not packed.

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
