/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {};
