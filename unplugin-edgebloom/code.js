// The code of a module whose default export is a filter.

/** @typedef {import("./options.js").Form} Form */
/** @typedef {{ asset?: string, url: string }} Place the file of an asset that the module imports as `asset`, and code for the URL */

/**
 * A module that contains the filter.
 * @param {Uint8Array} bytes
 * @param {Form | undefined} form
 */
export function inlinedModule(bytes, form) {
  const text = Buffer.from(bytes).toString("base64");
  const options = form ? `, { keys: ${form.name} }` : "";
  // Without the comment, code that uses no filter would keep it.
  return `import { FilterReader } from "edgebloom/reader";
${importOf(form)}
export default /* @__PURE__ */ FilterReader.fromBase64("${text}"${options});
`;
}

/**
 * A module that fetches the filter.
 * @param {Uint8Array} bytes
 * @param {Form | undefined} form
 * @param {Place} place
 */
export function fetchingModule(bytes, form, { asset, url }) {
  const keys = form ? `keys: ${form.name}, ` : "";
  return `import { fetchFilter } from "edgebloom/reader";
${importOf(form)}${asset === undefined ? "" : `import asset from ${JSON.stringify(asset)};\n`}
export default await fetchFilter(${url}, { ${keys}limit: ${bytes.length} });
`;
}

/** @param {Form | undefined} form */
const importOf = (form) => (form ? `import { ${form.name} } from "edgebloom/keys";\n` : "");
