// The four fields of the calculator on the workbench, and the address that contains their values.

import assert from "node:assert/strict";
import { textOf } from "./site.mjs";

export const NAMES = ["n", "p", "m", "k"];

export const field = (page, name) => page.locator(`#calculator-${name}`);
export const valueOf = (page, name) => field(page, name).inputValue();
export const valuesOf = async (page) => Promise.all(NAMES.map((name) => valueOf(page, name)));
export const news = (page) => textOf(page, "#calculator-news");

export const addressIs = (page, hash) => page.waitForFunction((expected) => location.hash === expected, hash);

/** The names of the fields marked as given. Checks that the mark is also in their descriptions for screen readers. */
export async function givenOf(page) {
  const found = [];
  for (const name of NAMES) {
    const described = await field(page, name).evaluate((input) =>
      input
        .getAttribute("aria-describedby")
        .split(" ")
        .map((id) => document.getElementById(id).textContent)
        .join(" "),
    );
    const tag = await textOf(page, `#calculator-${name}-tag`);
    assert.ok(described.startsWith(tag));
    if (tag === "given") found.push(name);
    else assert.equal(tag, "computed");
  }
  return found.join("");
}
