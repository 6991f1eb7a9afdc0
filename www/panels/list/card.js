// The card shows what a list has become: a headline, the map of the bits with a field for queries, and the verdict.

import { announce } from "../../lib/announce.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, pct, size, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { nextTask } from "../../lib/slices.js";
import { readFile } from "./link.js";
import { headlineOf } from "./headline.js";
import { BATCH_TIME, singleTime } from "./pace.js";
import { queryOn } from "./query.js";
import { stageOf } from "./stage.js";
import { startTakeAway } from "./take-away.js";

/** Of the batches, every so many shows a key with its threads. */
const SHOWN = 4;

/** Milliseconds that the last threads stay. */
const LINGER = 100;

/** The map of a card without a filter: this many bits, all 0. */
const EMPTY = 160;

/** @typedef {{ big: string, small: string, caption?: string }} Texts */
/** @typedef {{ name: string, form: string, rate: number, list: import("./command.js").ListFile, isSame: boolean, isShown: boolean, isQuiet: boolean }} About a list; `isSame`: only its options are others than before; `isShown`: its map draws itself; `isQuiet`: nobody waits for it */

/** @param {ReturnType<typeof import("./builder.js").startBuilder>} builder */
export function startCard(builder) {
  const [card, input] = ["card", "query"].map((name) => find(`#list-${name}`));
  const [field, canvas, svg, windows] = ["field", "canvas", "threads", "windows"].map((name) => find(`#list-${name}`));
  const stage = stageOf({ input, field, canvas, svg, windows });
  const query = queryOn(input, stage);
  const takeAway = startTakeAway();
  let redraw = () => {};
  let skip = false;
  /** The key in the field that is being added. */
  let flown = "";
  /** Counts the lists: what belongs to an earlier one is not drawn any more. */
  let run = 0;

  /**
   * Shows a state. The texts are written again when the language changes.
   * @param {"idle" | "busy" | "done"} state
   * @param {() => Texts} texts
   */
  function show(state, texts) {
    card.dataset.state = state;
    redraw = () => {
      for (const [id, text] of Object.entries(texts())) find(`#list-${id}`).textContent = text;
    };
    redraw();
  }

  /** @param {{ bits: number, fillRatio: number, each: number }} values */
  const captionOf = ({ bits, fillRatio, each }) => t("list.bits", { bits: num(bits), fill: pct(fillRatio), each });

  /** @param {import("edgebloom/reader").ReaderStats} stats @param {Uint8Array} file */
  function drawFilter(stats, file) {
    // The bits are the payload, which is followed by the checksum of 8 bytes (docs/reference/format/index.md).
    const { each } = stage.draw(file.subarray(file.length - 8 - stats.bits / 8), stats.bits);
    const values = { bits: stats.bits, fillRatio: stats.fillRatio, each };
    return stats.layout === "static" ? () => t("list.bitsStatic", { bits: num(stats.bits) }) : () => captionOf(values);
  }

  /** Forgets the filter: nothing that the card says may be about another list than the next. @param {boolean} [isSame] whether that is the same list */
  function reset(isSame) {
    run++;
    takeAway();
    query.about(undefined, isSame);
    stage.clear();
    stage.draw(new Uint8Array(EMPTY / 8), EMPTY);
  }

  /**
   * Draws the map as the keys are added. What is said of the filter is there before.
   * @param {{ count: number, known: number }} built
   */
  async function perform({ count, known }) {
    const its = run;
    const time = singleTime(count - known);
    let batches = 0;
    skip = false;
    for (let step = await builder.nextStep(); step && !skip && its === run; step = await builder.nextStep()) {
      const begun = performance.now();
      const { added, single, entry, positions, bits, size: m, fillRatio } = step;
      if (added && (single || ++batches % SHOWN === 0)) {
        input.value = flown = shortened(entry, 60);
        stage.add(positions, entry.toLowerCase());
        await (single ? pauseFor(time * 0.7) : nextTask());
        if (its !== run) return;
      }
      const { each, drawn } = stage.draw(bits, m);
      if (!known) find("#list-caption").textContent = captionOf({ bits: m, fillRatio, each });
      await drawn;
      if (added && !skip) await pauseFor((single ? time : BATCH_TIME) - (performance.now() - begun));
    }
    if (!skip && its === run) await pauseFor(LINGER);
    if (its === run) land();
  }

  /** Takes the key that is being added out of the field. What is typed there from now on is a query. */
  function land() {
    if (input.value === flown) input.value = "";
    flown = "";
  }

  // Whoever does something while the map draws itself wants the result.
  const hurry = () => {
    skip = true;
    land();
  };
  document.addEventListener("keydown", hurry);
  card.addEventListener("pointerdown", hurry);
  input.addEventListener("focus", hurry);
  // On a phone, the keyboard takes half of the screen: the field goes to its top, and the map and the verdict follow.
  const NARROW = matchMedia("(max-width: 60rem)");
  const toTop = () => {
    if (NARROW.matches && document.activeElement === input) input.scrollIntoView({ block: "start" });
  };
  input.addEventListener("focus", () => requestAnimationFrame(toTop));
  find("#list-tries").addEventListener("click", () => {
    if (find("#list-verdict").getBoundingClientRect().bottom > innerHeight) input.scrollIntoView({ block: "start" });
  });
  visualViewport?.addEventListener("resize", toTop);
  inEachLanguage(() => redraw());
  reset();

  return {
    /** There is no filter. @param {boolean} [isRefused] whether there is a list, of which none could be made */
    idle(isRefused) {
      reset();
      show("idle", () => ({
        big: t(isRefused ? "list.refusedBig" : "list.idleBig"),
        small: t("list.idleSmall"),
        caption: "\u00a0",
      }));
    },

    /** Brings the card into view: on a phone, it is below the list. */
    come() {
      if (card.getBoundingClientRect().top > innerHeight / 2) card.scrollIntoView();
    },

    /** What the card shows is of the list before. */
    wait() {
      run++;
      card.dataset.state = "busy";
    },

    /** A file is going to be read. @param {boolean} isSame whether it was read before */
    clear(isSame) {
      reset(isSame);
      this.reading(0);
    },

    /** @param {number} share of the file that has been read */
    reading(share) {
      show("busy", () => ({
        big: t("list.reading"),
        small: t("list.readingSmall", { share: share && pct(Math.round(share * 100) / 100) }),
        caption: "\u00a0",
      }));
    },

    /** The list is read. @param {number} count of its keys */
    building(count) {
      show("busy", () => ({
        big: t("list.building"),
        small: t("list.buildingSmall", { count: num(count) }),
        caption: "\u00a0",
      }));
    },

    /**
     * The filter is built.
     * @param {any} built as the worker sends it
     * @param {About} about
     */
    async built(built, { name, form, rate, list, isSame, isShown, isQuiet }) {
      const its = ++run;
      const { file, known, count, bytes, gzipped, seconds, fixed, shared, first } = built;
      // Tasks of their own, because each takes long for megabytes on slow processors.
      await nextTask();
      const read = readFile(file, form);
      const { stats } = read.reader;
      await nextTask();
      if (its !== run) return;
      const named = form === "raw" ? undefined : form;
      takeAway({ file, name, form: named, rate, list, key: first, fixed, shared });
      land();
      const isNew = known === 0;
      const isAsking = document.activeElement === input;
      if (isNew && !isAsking && !isSame) query.about();
      const texts = () => headlineOf(stats, { length: file.length, bytes, gzipped, seconds });
      show("busy", texts);
      // The keys fly from the field, which must not have a query.
      if (isShown && !isStill() && !isAsking && !input.value && known < count) await perform(built);
      if (its !== run) return;
      const caption = drawFilter(stats, file);
      show("done", () => ({ ...texts(), caption: caption() }));
      if (!isQuiet) announce(...["big", "read-as", "small"].map((part) => find(`#list-${part}`).textContent));
      query.about({ ...read, rate, lookUp: builder.lookUp, first });
    },

    /** A list in a link is opened. @param {ReturnType<typeof import("./link.js").opened>} list */
    opened({ file, reader, form, name }) {
      reset();
      const { stats } = reader;
      const rate = stats.errorRate ?? 1;
      takeAway({ file, name: "list", form: name, shared: { what: "filter", file, rate } });
      const caption = drawFilter(stats, file);
      show("done", () => ({
        big: t("list.openedBig", {
          keys: t("list.keys", { count: num(stats.inserted) }),
          size: size(stats.byteLength),
        }),
        small: t("list.openedSmall"),
        caption: caption(),
      }));
      query.about({ reader, form, rate });
    },
  };
}
