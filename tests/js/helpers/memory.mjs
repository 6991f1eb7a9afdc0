// The memories of the WebAssembly modules that are instantiated. Import this file before the package.

/** @type {WebAssembly.Memory[]} */
export const memories = [];

const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  /** @param {ConstructorParameters<typeof WebAssembly.Instance>} args */
  constructor(...args) {
    super(...args);
    memories.push(/** @type {WebAssembly.Memory} */ (this.exports.memory));
  }
};

/** The bytes of all these memories together. They never shrink. */
export const memoryBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
