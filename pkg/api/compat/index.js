export { FilterFetchError } from "../../reader/fetch-error.js";
export { FilterFormatError } from "../../reader/format-error.js";
export { CompatFilter } from "./compat-filter.js";
export { createFilter } from "./create-filter.js";
export { exportFilter } from "./export-filter.js";
export { importFilter } from "./import-filter.js";
export { load } from "./load.js";
export { readHeader } from "./read-header.js";
export { sniffFormat } from "./sniff-format.js";
export { stringHash } from "./string-hash.js";

/** @typedef {import("../types.js").Bytes} Bytes */
/** @typedef {import("../errors.js").FetchErrorCode} FetchErrorCode */
/** @typedef {import("../errors.js").FormatErrorCode} FormatErrorCode */
/** @typedef {import("../types.js").Header} Header */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Stats} Stats */
/** @typedef {import("../../reader/response.js").BodyReader} BodyReader */
/** @typedef {import("../../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("../../reader/response.js").ResponseOptions} ResponseOptions */
/** @typedef {import("./import-options.js").FormatName} FormatName */
/** @typedef {import("./import-options.js").ImportOptions} ImportOptions */
/** @typedef {import("./import-options.js").ParsedJson} ParsedJson */
/** @typedef {import("./key-encoding.js").Hash} Hash */
/** @typedef {import("./scheme-options.js").SchemeOptions} SchemeOptions */
/** @typedef {import("./sniff-format.js").Sniffed} Sniffed */
/** @typedef {import("./string-hash.js").Arithmetic} Arithmetic */
/** @typedef {import("./string-hash.js").StringHashName} StringHashName */
/**
 * @template {FormatName} F
 * @template {"binary" | "json" | undefined} [E=undefined]
 * @typedef {import("./export-filter.js").Exported<F, E>} Exported
 */
/** @typedef {import("./load.js").CompatResponseOptions} CompatResponseOptions */
/** @typedef {import("./load.js").HashOption} HashOption */
