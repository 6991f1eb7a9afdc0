// The forms of keys in lists. Building a list and querying it need the same form.

export { domain, email, sha1, sha1Hex } from "./key-forms.js";
export { sha256 } from "./sha256-form.js";

/** @typedef {import("./key-forms.js").KeyForm} KeyForm */
/** @typedef {import("../types.js").Key} Key */
