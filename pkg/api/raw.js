/**
 * Keeps Vue from wrapping the objects of a class. In `ref` and `reactive`, Vue puts a Proxy around an object and what
 * it holds. A Proxy has no private fields, so that every method would throw. Vue does not wrap objects with this property.
 * @param {{ prototype: object }} Kind
 */
export function markRaw({ prototype }) {
  Object.defineProperty(prototype, "__v_skip", { value: true });
}
