// Measures the labels of a chart on the screen.

import assert from "node:assert/strict";
import { holds } from "./site.mjs";

const LEAST_PIXELS = 14;

/**
 * Checks that every text in an SVG is at least 14 pixels high and inside of the SVG.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
export const labelsAreLegible = (page, selector) =>
  holds(async () => {
    const texts = await page.$eval(selector, (svg) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return {
          text: text.textContent,
          pixels: parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a,
          inside: left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom,
        };
      });
    });
    assert.ok(texts.length > 4, `${texts.length} labels`);
    for (const { text, pixels, inside } of texts) {
      assert.ok(pixels >= LEAST_PIXELS, `${text}: ${pixels} pixels`);
      assert.ok(inside, `${text} is cut off`);
    }
  });
