/**
 * The symbol of `using`. Code that is compiled for older engines looks for the registered symbol.
 * @type {typeof Symbol.dispose}
 */
export const dispose = Symbol.dispose ?? /** @type {any} */ (Symbol.for("Symbol.dispose"));
