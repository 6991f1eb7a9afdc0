/**
 * Has Vue leave the objects of a class as they are. In `ref` and `reactive` Vue puts a Proxy around an object, and a Proxy
 * has no private fields: every method would throw. Vue asks for this property first.
 * @param {{ prototype: object }} Kind
 */
export function markRaw({ prototype }) {
  Object.defineProperty(prototype, "__v_skip", { value: true });
}
