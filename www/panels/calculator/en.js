/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "calculator.noKeys": "Not a number: type 250000, 250k or 1.5M.",
  "calculator.badKeys": "A whole number from 1 to 10¹².",
  "calculator.noRate": "Not a rate: type 1%, 0.01 or 1 in 100.",
  "calculator.badRate": ({ percent }) =>
    `From 10⁻¹⁵ to below 100%.${percent ? ` For ${percent}%, type ${percent}%.` : ""}`,
  "calculator.zeroRate": "No filter has 0. Only the full list does.",
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": "{bits} bits per key, takes new keys",
  "calculator.staticFacts": "{bits} bits per key, no new keys",
  "calculator.smallFacts": "{bits} bits per key + {header} B header",
  "calculator.static-keys": "at most 4 billion keys",
  "calculator.static-low": "not below 1 in 4 billion",
  "calculator.static-high": "not above 50%",
  "calculator.textFacts": "{bytes} bytes per key, as in our list",
  "calculator.gzipFacts": "{bytes} bytes per key",
  "calculator.smallest": "{bytes} bytes per key, no reader: smallest",
  "calculator.sizes": "Bloom filter {bloom}, static set {set}",
};
