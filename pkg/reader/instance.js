/**
 * `error instanceof Class` for a class of errors: true for an error of any copy of the class. In Node, entry points have copies of their own, and so
 * does `require`. A subclass has only its own instances. An error without a name yet is one, too: Babel's classes ask in their constructors.
 * @param {Function} Class
 * @param {string} name the `name` of the class's errors
 * @param {any} error
 * @returns {boolean}
 */
export const isInstance = (Class, name, error) =>
  (error?.name === name && Object.hasOwn(Class, Symbol.hasInstance)) ||
  Function.prototype[Symbol.hasInstance].call(Class, error);
