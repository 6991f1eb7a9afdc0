// The forms of keys in lists. Building a list and querying it need the same form.

export { domain, email, sha1, sha1Hex, sha256Hex } from "./key-forms.js";
export { sha256 } from "./sha256-form.js";
export { url } from "./url-form.js";

/**
 * @template [Q=any]
 * @typedef {import("../../reader/key-form.js").KeyForm<Q>} KeyForm
 */
/** @typedef {import("../types.js").Key} Key */
