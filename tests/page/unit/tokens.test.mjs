// Checks the colours in the token file: both themes have all of them, with enough contrast.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const css = readFileSync(new URL("../../../www/style/tokens.css", import.meta.url), "utf8");
const blocks = [...css.matchAll(/\{([^{}]*)\}/g)].map(([, block]) =>
  Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, hex]) => [name, hex])),
);
const [light, darkBySystem, darkByChoice] = blocks.filter((block) => Object.keys(block).length);
const themes = { light, dark: darkBySystem };

/** The relative luminance of WCAG 2.2. */
function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map((i) => {
    const channel = parseInt(hex.slice(i, i + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test("both dark themes are equal and have every colour of the light one", () => {
  assert.deepEqual(darkByChoice, darkBySystem);
  assert.deepEqual(Object.keys(darkBySystem).sort(), Object.keys(light).sort());
  assert.ok(Object.keys(light).length >= 19);
});

test("text has a contrast of 4.5 to 1", () => {
  for (const [theme, colours] of Object.entries(themes)) {
    for (const text of ["ink", "soft", "bit", "maybe", "no", "error"]) {
      for (const ground of ["ground", "surface", "sunken"]) {
        const found = contrast(colours[text], colours[ground]);
        assert.ok(found >= 4.5, `${theme}: ${text} on ${ground} is ${found.toFixed(2)}`);
      }
    }
    assert.ok(contrast(colours["on-bit"], colours.bit) >= 4.5, theme);
  }
});

test("cells, borders and marks have a contrast of 3 to 1", () => {
  for (const [theme, colours] of Object.entries(themes)) {
    for (const [one, other] of [
      ["cell-line", "cell"],
      ["cell-line", "ground"],
      ["cell-line", "surface"],
      ["bit", "cell"],
      ["line", "ground"],
      ["line", "surface"],
      ["maybe-mark", "cell"],
      ["maybe-mark", "ground"],
      ["no-mark", "cell"],
      ["no-mark", "ground"],
    ]) {
      const found = contrast(colours[one], colours[other]);
      assert.ok(found >= 3, `${theme}: ${one} beside ${other} is ${found.toFixed(2)}`);
    }
  }
});
