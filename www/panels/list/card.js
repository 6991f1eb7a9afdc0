// The card: a headline, the field of the query, the map, the verdict, and what can be done with the filter.

import { copyText, find, saveFile, say } from "../../lib/dom.js";
import { few, inEachLanguage, num, pct, size, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { nextTask } from "../../lib/slices.js";
import { MOST_MESSAGE, MOST_SHARED, base64In, fileIn, linkFor, readFile } from "./link.js";
import { FORMS } from "./forms.js";
import { BATCH_TIME, SINGLE_TIME } from "./pace.js";
import { queryOn } from "./query.js";
import { oneIn } from "./rates.js";
import { stageOf } from "./stage.js";

/** Of the batches, every so many shows a key with its threads. */
const SHOWN = 4;

/** A list of fewer keys is not about sizes. */
const SHORT = 100;

/** The map of a card without a filter: this many bits, all 0. */
const EMPTY = 160;

/**
 * @typedef {object} Made what the card can save and share
 * @property {Uint8Array<ArrayBuffer>} file
 * @property {string} name of the file, without an ending
 * @property {string} [form] the name of the keys' form, as the package exports it; none for exact text
 * @property {Uint8Array<ArrayBuffer>} [fixed] the static set
 * @property {import("./shared.js").Shared} [shared]
 * @property {number} [least] bytes of the smallest file that a link could carry
 */

/**
 * The sizes of a short list and its filter, and from how many keys like these the filter is the smaller one.
 * @param {import("edgebloom/reader").ReaderStats} stats
 * @param {number} length of the file
 * @param {number} text bytes of the list
 */
function shortOf({ bits, hashes, inserted }, length, text) {
  const data = bits / 8;
  // A small filter is rounded up to whole words, so its own bits per key would be too many.
  const gain = text / inserted - hashes / Math.LN2 / 8;
  const least = gain > 0 ? Math.ceil((length - data) / gain) : 0;
  return () =>
    t("list.short", {
      data: size(data),
      rest: size(length - data),
      text: size(text),
      isSmaller: length < text,
      least: least && num(least),
    });
}

export function startCard() {
  const [card, input, news, link] = ["card", "query", "news", "link"].map((name) => find(`#list-${name}`));
  const [field, canvas, svg, windows] = ["field", "canvas", "threads", "windows"].map((name) => find(`#list-${name}`));
  const stage = stageOf({ input, field, canvas, svg, windows });
  const query = queryOn(input, stage);
  /** @type {Made | undefined} */
  let made;
  /** The ending of the file whose loading is shown. */
  let ending = ".bloom";
  let redraw = () => {};
  let retell = () => {};
  let skip = false;
  let batches = 0;
  /** Counts the lists: what belongs to an earlier one is not drawn any more. */
  let run = 0;

  /** @param {"" | "good" | "bad"} kind @param {() => string} text @param {string} [detail] */
  function tell(kind, text, detail) {
    retell = () => say(news, text(), kind, detail);
    retell();
  }

  /**
   * Shows a state. The texts are written again when the language changes.
   * @param {"idle" | "busy" | "done"} state
   * @param {() => [big: string, small: string, caption: string, placeholder?: string]} texts
   */
  function show(state, texts) {
    if (state === "idle" && document.activeElement === find("#list-cancel")) find("#list-build").focus();
    card.dataset.state = state;
    delete card.dataset.refused;
    find("#list-small").removeAttribute("role");
    redraw = () => {
      const [big, small, caption, placeholder = ""] = texts();
      input.placeholder = placeholder;
      for (const [id, text] of Object.entries({ big, small, caption })) find(`#list-${id}`).textContent = text;
      const { file, fixed } = made ?? {};
      find("#list-save").textContent = t(file ? "list.save" : "list.saveIdle", { size: size(file?.length ?? 0) });
      find("#list-static").textContent = t(fixed ? "list.static" : "list.staticIdle", {
        size: size(fixed?.length ?? 0),
      });
      find("#list-save").disabled = !file;
      const isWorth = file && fixed && fixed.length < file.length;
      find("#list-static").disabled = !isWorth;
      find("#list-static").hidden = fixed && !isWorth;
      find("#list-static-what").textContent = isWorth ? t("list.staticWhat") : "";
      const path = JSON.stringify(`/${encodeURIComponent(made?.name ?? "list")}${ending}`);
      find("#list-load code").textContent = `await fetchFilter(${path}${made?.form ? `, { keys: ${made.form} }` : ""})`;
      find("#list-share").disabled = made?.least === undefined;
    };
    redraw();
  }

  /** @param {import("edgebloom/reader").ReaderStats} stats @param {Uint8Array} file */
  function drawFilter(stats, file) {
    // The bits are the payload, which is followed by the checksum of 8 bytes (docs/reference/format/index.md).
    const { each } = stage.draw(file.subarray(file.length - 8 - stats.bits / 8), stats.bits);
    const values = { bits: stats.bits, fillRatio: stats.fillRatio, each };
    return stats.layout === "static" ? () => t("list.bitsStatic", { bits: num(stats.bits) }) : () => captionOf(values);
  }

  /** @param {{ bits: number, fillRatio: number, each: number }} values */
  const captionOf = ({ bits, fillRatio, each }) => t("list.bits", { bits: num(bits), fill: pct(fillRatio), each });

  /** Forgets the filter: nothing that the card says may be about another list than the next. */
  function reset() {
    made = undefined;
    ending = ".bloom";
    link.hidden = true;
    tell("", () => "");
    query.about();
    run++;
    batches = 0;
    skip = isStill();
    stage.clear();
    show("idle", () => [t("list.idleBig"), t("list.idleSmall"), "\u00a0", t("list.idleTry")]);
    stage.draw(new Uint8Array(EMPTY / 8), EMPTY);
  }

  async function share() {
    const { shared, file, fixed, least = 0 } = /** @type {Made} */ (made);
    if (!shared) return tell("bad", () => t("list.shareNot", { least: size(least), most: size(MOST_SHARED) }));
    const address = linkFor(location.href, shared.file);
    const isCopied = await copyText(address);
    link.value = address;
    link.hidden = isCopied;
    tell(isCopied ? "good" : "bad", () =>
      t("list.shared", {
        what: t(`list.shared-${shared.what}`, {
          rate: oneIn(shared.rate),
          size: size(shared.file.length),
          bloom: size(file.length),
          fixed: size(fixed?.length ?? 0),
        }),
        isCopied,
        characters: num(address.length),
        isLong: address.length > MOST_MESSAGE && num(MOST_MESSAGE),
      }),
    );
    if (!isCopied) link.select();
  }

  /** @param {string} its ending @param {"file" | "fixed"} what */
  function save(its, what) {
    ending = its;
    redraw();
    const { name, [what]: file } = /** @type {Made} */ (made);
    saveFile(`${name}${its}`, /** @type {Uint8Array<ArrayBuffer>} */ (file));
  }
  find("#list-save").addEventListener("click", () => save(".bloom", "file"));
  find("#list-static").addEventListener("click", () => save(".static.bloom", "fixed"));
  find("#list-share").addEventListener("click", share);
  // Whoever does something while the map draws itself wants the result.
  const hurry = () => (skip ||= card.dataset.state === "busy");
  document.addEventListener("keydown", hurry);
  find("#list-map").addEventListener("click", hurry);
  // On a phone, the keyboard takes half of the screen: the field goes to its top, and the map and the verdict follow.
  const NARROW = matchMedia("(max-width: 60rem)");
  const toTop = () => {
    if (NARROW.matches && document.activeElement === input && !input.readOnly) input.scrollIntoView({ block: "start" });
  };
  input.addEventListener("focus", () => requestAnimationFrame(toTop));
  visualViewport?.addEventListener("resize", toTop);
  inEachLanguage(() => {
    redraw();
    retell();
  });

  return {
    reset,
    tell,

    /** Says why there is no filter. @param {() => string} why @param {string} [detail] */
    refuse(why, detail = "", big = "list.notBuilt") {
      show("idle", () => [t(big), "", "\u00a0"]);
      card.dataset.refused = "";
      const small = find("#list-small");
      small.setAttribute("role", "alert");
      const withTexts = redraw;
      redraw = () => {
        withTexts();
        say(small, why(), "", detail);
      };
      redraw();
    },

    /** Brings the card into view: on a phone, it is below the list. */
    come() {
      if (card.getBoundingClientRect().top > innerHeight / 2) card.scrollIntoView();
    },

    /** The worker reads the list. @param {{ share?: number }} far */
    reading({ share = 0 }) {
      const values = () => ({ share: share && pct(Math.round(share * 100) / 100) });
      show("busy", () => [t("list.reading"), t("list.readingSmall", values()), "\u00a0"]);
    },

    /**
     * Shows a step of the building.
     * @param {any} step as the worker sends it
     * @returns {Promise<boolean>} whether to leave out the others
     */
    async step({ added, count, single, bits, size: m, fillRatio, entry, positions }) {
      const begun = performance.now();
      const its = run;
      if (added === 1) await stage.draw(new Uint8Array(bits.length), m).drawn;
      if (!skip && (single || ++batches % SHOWN === 0)) {
        input.value = shortened(entry, 60);
        stage.add(positions, entry.toLowerCase());
        if (single) await pauseFor(SINGLE_TIME * 0.7);
      }
      if (its !== run) return true;
      const { each, drawn } = stage.draw(bits, m);
      show("busy", () => [
        t("list.keys", { count: num(added) }),
        t("list.adding", { count: num(count) }),
        captionOf({ bits: m, fillRatio, each }),
      ]);
      await drawn;
      if (!skip) await pauseFor((single ? SINGLE_TIME : BATCH_TIME) - (performance.now() - begun));
      return skip;
    },

    /**
     * The filter is built.
     * @param {any} built as the worker sends it
     * @param {{ name: string, form: string, rate: number, isListed: (query: string) => Promise<boolean> }} about
     */
    async done({ file, first, bytes, count, lines, skipped, example, seconds }, { name, form, rate, isListed }) {
      const [its, isShown] = [run, !skip];
      // Tasks of their own, because each takes long for megabytes on slow processors.
      await nextTask();
      const read = readFile(file, form);
      await nextTask();
      if (its !== run) return undefined;
      const named = form === "raw" ? undefined : form;
      made = { file, name, form: named };
      const caption = drawFilter(read.reader.stats, file);
      const [from, to] = [size(bytes), size(file.length)];
      const isSmaller = file.length < bytes;
      const isShort = count < SHORT || !isSmaller;
      const short = shortOf(read.reader.stats, file.length, bytes);
      const texts = (/** @type {number | undefined} */ gzipped) =>
        /** @type {[string, string, string, string]} */ ([
          isShort
            ? t("list.shortBig", { keys: t("list.keys", { count: num(count) }), bits: num(read.reader.stats.bits) })
            : t("list.smaller", { times: few(bytes / file.length) }),
          !isShort
            ? t("list.sizes", { from, to }) +
              (gzipped ? t("list.gzipped", { size: size(gzipped), times: few(gzipped / file.length) }) : "")
            : short(),
          caption(),
          t("list.try", { key: shortened(first) }),
        ]);
      show("done", () => texts(undefined));
      query.about({ ...read, rate, isListed });
      const same = lines - skipped - count;
      tell("good", () =>
        t("list.built", {
          count: num(count),
          lines: num(lines),
          same: same && num(same),
          skipped: skipped && num(skipped),
          example,
          seconds: few(Number(seconds.toPrecision(2))),
          isShown,
        }),
      );
      return {
        /** Shows what takes longer to compute. @param {any} more as the worker sends it */
        compare({ gzipped, fixed, shared, least }) {
          made = { file, name, form: named, fixed, shared, least };
          show("done", () => texts(gzipped));
        },
      };
    },

    /** Opens the list in the address, if there is one. */
    async open() {
      const base64 = base64In(location.hash);
      if (base64 === undefined) return;
      reset();
      try {
        const file = fileIn(base64);
        const { reader, form } = readFile(file);
        const { stats } = reader;
        if (stats.subFilters > 1) throw new Error("a scalable filter");
        const named = Object.keys(FORMS).find((name) => form && FORMS[name] === form);
        made = {
          file,
          name: "list",
          form: named,
          shared: { what: "filter", file, rate: stats.errorRate ?? 1 },
          least: file.length,
        };
        const caption = drawFilter(stats, file);
        show("done", () => [
          t("list.openedBig", { count: num(stats.inserted), size: size(stats.byteLength) }),
          t("list.openedSmall", { rate: oneIn(stats.errorRate ?? 1) }),
          caption(),
          t("list.query"),
        ]);
        query.about({ reader, form, rate: stats.errorRate ?? 1, isListed: undefined });
      } catch (error) {
        this.refuse(() => t("list.openBroken"), /** @type {Error} */ (error).message, "list.notOpened");
      }
    },
  };
}
