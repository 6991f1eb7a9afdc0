// Keys as lists have them: the same rules where a list is built and where it is queried.

export { domain, email, raw, sha1, sha1Hex } from "./key-forms.js";

/** @typedef {import("./key-forms.js").KeyForm} KeyForm */
/** @typedef {import("../types.js").Key} Key */
