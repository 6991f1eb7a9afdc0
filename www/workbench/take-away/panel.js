// Gives the filter as base64, as a file and as a link, and opens the filter of a link.

import { BloomFilter } from "edgebloom";
import { loadAny } from "../../lib/load-any.js";
import { bench, onChange, replace } from "../../lib/bench.js";
import { copyText, find } from "../../lib/dom.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { MOST_CELLS } from "../../lib/shape.js";
import { latest } from "../../lib/slices.js";
import { benchTeller } from "../../lib/bench-teller.js";
import { teller } from "../../lib/teller.js";
import { base64Length } from "./base64.js";
import { MOST_BYTES, MOST_HASH, base64In, fits, isLink, linkFor } from "./permalink.js";
import { savingOf } from "./saving.js";

export function start() {
  const [shown, link] = ["shown", "link"].map((name) => find(`#take-away-${name}`));
  const tell = teller("#take-away-news");
  const tellLink = teller("#take-away-link-news");
  const tellPage = benchTeller("#play-news");
  const saving = savingOf(tell, shown);
  /** The link that was opened last. */
  let last = "";
  /** The filter from a link, as long as it is on the bench. */
  let opened = /** @type {BloomFilter | undefined} */ (undefined);

  function draw() {
    const { byteLength, bits } = bench.stats;
    find("#take-away-size").textContent = t("takeAway.size", {
      bytes: num(byteLength),
      characters: num(base64Length(byteLength)),
    });
    const fitting = fits(bench.stats);
    link.value = fitting ? linkFor(location.href, bench.filter.toBase64()) : "";
    link.disabled = find("#take-away-link-copy").disabled = !fitting;
    find("#take-away-link-about").textContent = fitting
      ? t("takeAway.linkFits")
      : byteLength > MOST_BYTES
        ? t("takeAway.linkTooLong", { most: num(MOST_BYTES), bytes: num(byteLength) })
        : t("takeAway.linkTooWide", { most: num(MOST_CELLS), bits: num(bits) });
  }

  /** Clears the messages about the previous filter. */
  function silence() {
    tell("", () => "");
    tellLink("", () => "");
    shown.hidden = true;
    shown.value = "";
    if (opened !== bench.filter) opened = undefined;
  }

  async function copyLink() {
    const characters = () => ({ characters: num(link.value.length) });
    if (await copyText(link.value)) return tellLink("good", () => t("takeAway.copied", characters()));
    tellLink("bad", () => t("takeAway.refused"));
    link.focus();
    link.select();
  }

  const open = latest(async (signal) => {
    const { hash } = location;
    if (!isLink(hash)) return;
    last = hash;
    if (hash.length > MOST_HASH) return tellPage("bad", () => t("takeAway.openTooLong", { most: num(MOST_HASH) }));
    try {
      const filter = await loadText(base64In(hash));
      if (signal.aborted) return filter.free();
      // A static set has no positions.
      if (!("positions" in filter)) {
        filter.free();
        return tellPage("bad", () => t("takeAway.openStatic"));
      }
      const { stats, name } = filter;
      const values = () => ({ ...stats, bits: num(stats.bits), most: num(MOST_CELLS), name: isolated(name) });
      if (stats.bits > MOST_CELLS) {
        filter.free();
        return tellPage("bad", () => t("takeAway.openTooWide", values()));
      }
      replace("link", filter, { complete: false });
      opened = filter;
      tellPage("good", () => t(name ? "takeAway.openedNamed" : "takeAway.opened", values()));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (!signal.aborted) tellPage("bad", () => t("takeAway.openBroken"), message);
    }
  });

  find("#take-away-base64").addEventListener("click", saving.copyBase64);
  find("#take-away-text").addEventListener("click", saving.saveText);
  find("#take-away-bytes").addEventListener("click", saving.saveBytes);
  find("#take-away-link-copy").addEventListener("click", copyLink);
  link.addEventListener("focus", () => link.select());
  addEventListener("hashchange", async () => {
    // Going back in the history must not discard later changes.
    if (!isLink(location.hash) || location.hash === last) return;
    await open();
    find("#play").scrollIntoView();
  });

  onChange(() => {
    silence();
    draw();
  });
  inEachLanguage(() => {
    draw();
  });
  open();
}

/**
 * The filter in a base64 text. Most are plain filters; the code for all others is loaded only when needed.
 * @param {string} base64
 */
async function loadText(base64) {
  try {
    return BloomFilter.fromBase64(base64);
  } catch {
    return loadAny(base64, await import("edgebloom/compat"));
  }
}

/** A text of unknown origin, isolated so its writing direction does not affect the text around it. @param {string} text */
const isolated = (text) => `\u2068${text}\u2069`;
