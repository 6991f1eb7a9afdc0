/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": ({ bits, k }) => `${bits} bits per key, ${k} ${k === 1 ? "probe" : "probes"}`,
  "calculator.staticFacts": "{bits} bits per key, read-only",
  "calculator.noStatic": "Static sets accept false-positive rates from 2⁻³² to 50% and up to 2³² keys.",
  "calculator.sliderText": "{value}, {size}",
};
