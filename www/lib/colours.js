// Colours of the style sheet, for canvases.

/** Those that were read: reading one makes the browser compute all styles that have changed. @type {Map<string, string>} */
const known = new Map();

/** @param {string} name of a colour in tokens.css, which is written as #rrggbb */
export function colour(name) {
  if (!known.has(name))
    known.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return /** @type {string} */ (known.get(name));
}

/** Runs a function whenever the colours change. @param {() => void} redraw */
export function onColours(redraw) {
  const draw = () => {
    known.clear();
    redraw();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  document.addEventListener("themechange", draw);
}
