/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "calculator.badKeys": "1 to 10¹² keys. Still shown: {shown}.",
  "calculator.badRate": "Between 0 and 100%. Still shown: {shown}.",
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": ({ bits, k }) => `${bits} bits per key, ${k} ${k === 1 ? "probe" : "probes"}`,
  "calculator.staticFacts": "{bits} bits per key, read-only",
  "calculator.noStatic": "2⁻³² to 50%, up to 2³² keys only",
  "calculator.textFacts": "{bits} bits per key, as in our list",
  "calculator.gzipFacts": "{bits} bits per key",
  "calculator.sizes": "Bloom filter {bloom}, static set {set}",
};
