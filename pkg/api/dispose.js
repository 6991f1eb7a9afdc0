/**
 * Where there is no `using`, what is compiled from it looks for this symbol.
 * @type {typeof Symbol.dispose}
 */
export const dispose = Symbol.dispose ?? /** @type {any} */ (Symbol.for("Symbol.dispose"));
