export { FilterFormatError } from "../../reader/format-error.js";
export { FilterSignatureError } from "./errors.js";
export { generateSigningKeys } from "./keys.js";
export { sign } from "./sign.js";
export { verify } from "./verify.js";

/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("./errors.js").SignatureErrorCode} SignatureErrorCode */
/** @typedef {import("./keys.js").SigningKeys} SigningKeys */
/** @typedef {import("./sign.js").SignOptions} SignOptions */
/** @typedef {import("./verify.js").PublicKey} PublicKey */
/** @typedef {import("./verify.js").Verified} Verified */
/** @typedef {import("./verify.js").VerifyOptions} VerifyOptions */
