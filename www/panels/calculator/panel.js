// The size of a filter for a number of keys and a rate, with two sliders. Both are in the address, so users can share it.

import { optimalBits, optimalHashes } from "edgebloom";
import { find } from "../../lib/dom.js";
import { inEachLanguage } from "../../lib/i18n.js";
import { addressOf, keepAddress, readAddress } from "./address.js";
import { SLIDERS, showResult } from "./result.js";

/** The most probes that a filter accepts. */
const MOST_HASHES = 64;

export function start() {
  let given = { n: 1_000_000, p: 0.01 };

  function draw() {
    const { n, p } = given;
    const m = optimalBits(n, p);
    showResult({ n, p, m, k: Math.min(optimalHashes(m, n), MOST_HASHES) });
    find("#calculator-more").href = `workbench.html${addressOf(["n", "p"], given)}`;
  }

  /** Addresses that are not valid, and those of other parts of the page, change nothing. */
  function takeAddress() {
    const { n, p } = readAddress(location.hash) ?? {};
    const asked = { n: Number(n), p: Number(p) };
    if (!(Number.isInteger(asked.n) && asked.n >= 1 && asked.n <= 1e12 && asked.p >= 1e-15 && asked.p < 1)) return;
    given = asked;
    draw();
  }

  for (const { id, name, stops } of SLIDERS) {
    const slider = find(`#${id}`);
    slider.max = stops.length - 1;
    slider.addEventListener("input", () => {
      given = { ...given, [name]: stops[slider.value] };
      draw();
      keepAddress(() => addressOf(["n", "p"], given));
    });
  }
  addEventListener("hashchange", takeAddress);
  takeAddress();
  inEachLanguage(draw);
}
