// Colours of the style sheet, for canvases.

/** @param {string} name of a colour in tokens.css, which is written as #rrggbb */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Runs a function whenever the colours change. @param {() => void} draw */
export function onColours(draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  document.addEventListener("themechange", draw);
}
