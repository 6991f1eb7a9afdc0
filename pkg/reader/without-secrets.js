/**
 * An address as messages show it: without user, password and query string, in which there can be secrets.
 * @param {string} url
 */
export const withoutSecrets = (url) => url.replace(/\/\/[^/?#]*@/, "//").replace(/\?.*/s, "?...");
