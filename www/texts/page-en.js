/** @type {Record<string, import("../lib/i18n.js").Text>} */
export const en = {
  "page.oneIn": "1 in {count}",
  "page.noLanguage": "This language could not be loaded. Are you offline?",
  "page.noWasm":
    "This section needs WebAssembly, but the Content-Security-Policy of this host blocks it: script-src has no 'wasm-unsafe-eval'. The filter at the top still works, because queries do not need WebAssembly.",
};
