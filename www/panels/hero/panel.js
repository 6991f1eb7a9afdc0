// Looks up a domain in a real filter. It uses only the reader, so it needs no WebAssembly.

import { email } from "edgebloom/keys";
import { bar } from "../../lib/bars.js";
import { onColours } from "../../lib/colours.js";
import { find, findAll } from "../../lib/dom.js";
import { EXAMPLE, exampleFilter, exampleUrl } from "../../lib/example.js";
import { fetchUnpacked } from "../../lib/gzip.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { madeUp } from "../../lib/made-up.js";
import { inSlices, latest, nextTask } from "../../lib/slices.js";
import { bitsIn, paintMap } from "../../drawing/map.js";
import { lensesOn } from "./lenses.js";

/** Milliseconds without typing after which a domain is looked up. */
const SETTLED = 250;

/** Names to try for a false positive. With 2,000 names, one search in 500 million fails. */
const MOST_TRIES = 2_000;

/** @returns {Promise<void>} resolves when the filter is loaded or has failed to load */
export function start() {
  const input = find("#hero-input");
  const [verdict, headline, because, check] = ["verdict", "headline", "because", "check"].map((id) =>
    find(`#hero-${id}`),
  );
  /** @type {{ reader: import("edgebloom/reader").FilterReader, bits: import("../../drawing/map.js").Bits, lenses: ReturnType<typeof lensesOn> } | undefined} */
  let filter;
  /** @type {Promise<Set<string>> | undefined} */
  let list;
  let tried = 0;
  let timer = 0;
  let retell = () => {};

  /**
   * @param {"" | "no" | "maybe" | "listed" | "bad"} kind
   * @param {string} key the text of the headline; with "Why" added, the text of the reason
   * @param {Record<string, any>} [values]
   * @param {string} [why] the key of the reason
   */
  function tell(kind, key, values = {}, why = `${key}Why`) {
    check.hidden = key !== "hero.maybe";
    verdict.dataset.kind = kind;
    retell = () => {
      headline.textContent = t(key, values);
      because.textContent = why && t(why, values);
    };
    retell();
  }

  const paint = latest(async (signal) => {
    if (filter) await inSlices(paintMap(find("#hero-canvas"), filter.bits), signal);
  });

  const loading = exampleFilter()
    .then(async ({ file, reader }) => {
      // The check of the file is a separate task, because it takes long on slow processors.
      await nextTask();
      const bits = bitsIn(file, EXAMPLE.bits);
      const elements = { box: find("#hero-bits"), lenses: find("#hero-lenses"), line: find("#hero-line") };
      filter = { reader, bits, lenses: lensesOn(elements, bits) };
      paint();
      caption();
    })
    .catch((error) => {
      console.warn(error);
      tell("bad", "hero.notLoaded", {}, "hero.retry");
    });

  function caption() {
    const { bits, fillRatio, source } = EXAMPLE;
    const values = { bits: num(bits), fill: pct(fillRatio), source };
    find("#hero-caption").textContent = filter ? t("hero.caption", values) : t("hero.loading");
  }

  /**
   * Looks up a domain, shows its probes, and then explains them. `found` is the number of names that were tried to find the
   * domain; 0 for a typed domain.
   */
  const query = latest(async (signal, /** @type {string} */ text, /** @type {number | undefined} */ found) => {
    clearTimeout(timer);
    const [domain] = /** @type {string[]} */ (email.lookups(text));
    if (!domain?.includes(".")) {
      filter?.lenses.clear();
      if (!text.trim()) return tell("", "hero.idle");
      return found === undefined ? tell("", "hero.noDomain") : tell("bad", "hero.badDomain", {}, "hero.noDomainWhy");
    }
    tell("", filter ? "hero.checking" : "hero.loading", { domain }, "");
    await loading;
    if (!filter || signal.aborted) return;
    const { reader, bits, lenses } = filter;
    const positions = reader.positions(domain);
    const zero = positions.findIndex((position) => !bits.at(position));
    const kind = reader.has(domain) ? "maybe" : "no";
    const probes = zero < 0 ? positions : positions.slice(0, zero + 1);
    const shown = lenses.show(probes, kind, signal);
    const values = {
      domain,
      count: positions.length,
      probe: zero + 1,
      position: num(positions[zero] ?? 0),
      tried: num(found ?? 0),
    };
    await shown;
    if (!signal.aborted) tell(kind, found ? "hero.found" : `hero.${kind}`, values);
  });

  /** No list contains names under ".example": RFC 2606 reserves them. */
  async function findFalsePositive() {
    await loading;
    if (!filter) return;
    for (let count = 1; count <= MOST_TRIES; count++) {
      const domain = `${madeUp(tried++)}.example`;
      if (!filter.reader.has(domain)) continue;
      input.value = domain;
      return query(domain, count);
    }
  }

  /** Checks the list itself. */
  const lookInList = latest(async (signal) => {
    const [domain] = /** @type {string[]} */ (email.lookups(input.value));
    const values = { domain, count: EXAMPLE.hashes };
    tell("maybe", "hero.fetching", {}, "");
    try {
      const listed = (await (list ??= fetchList())).has(domain);
      if (signal.aborted || email.lookups(input.value)[0] !== domain) return;
      tell(listed ? "listed" : "no", listed ? "hero.listed" : "hero.unlisted", values);
    } catch {
      list = undefined;
      if (!signal.aborted) tell("bad", "hero.notFetched", {}, "hero.retry");
    }
  });

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => query(input.value), SETTLED);
  });
  find("#hero-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    query(input.value, 0);
    input.focus();
  });
  for (const chip of findAll("[data-query]")) {
    chip.addEventListener("click", () => {
      input.value = chip.dataset.query;
      query(input.value);
    });
  }
  find("#hero-find").addEventListener("click", findFalsePositive);
  check.addEventListener("click", lookInList);
  onColours(paint);
  // If the size of the picture changes, the lenses must move with their bits.
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const now = Math.round(contentRect.width);
    if (width && now !== width) filter?.lenses.clear();
    width = now;
  }).observe(find("#hero-bits"));
  inEachLanguage(() => {
    retell();
    caption();
    const { gzipBytes, bloomBytes, staticBytes } = EXAMPLE.bytes;
    const rows = /** @type {[string, number, string][]} */ ([
      ["hero.barList", gzipBytes, EXAMPLE.gzipSize],
      ["hero.barBloom", bloomBytes, EXAMPLE.bloomSize],
      ["hero.barStatic", staticBytes, EXAMPLE.staticSize],
    ]);
    find("#hero-bars").replaceChildren(...rows.flatMap(([name, bytes, size]) => bar(t(name), bytes / gzipBytes, size)));
  });
  // The user may have typed before the page could answer.
  query(input.value);
  document.documentElement.dataset.usable = "";
  return loading;
}

/** The list, as the keys that the filter was built from. */
async function fetchList() {
  const { stream } = await fetchUnpacked(exampleUrl(".txt.gz"));
  const text = await new Response(stream).text();
  return new Set(/** @type {string[]} */ (text.split("\n").flatMap((line) => email.entries(line))));
}
