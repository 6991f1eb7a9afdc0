// Reads an imported file and asks for the options that its bytes do not contain. It needs edgebloom/compat; most visits
// load neither.

import { bench, replace } from "../../lib/bench.js";
import { addTexts, few, num, pct, size, t } from "../../lib/i18n.js";
import { loadAny, readAnyHeader } from "../../lib/load-any.js";
import { startAsk } from "./ask.js";
import { FORMATS, importOptions, missing, onlyAnswer } from "./foreign-options.js";
import { MOST_BYTES, contentOfText, cut, signatureOf } from "./input.js";
import { startInspector } from "./inspector.js";
import { texts } from "./reader-texts.js";
import { detailOf, sentences } from "./words.js";

/** The page cannot show filters with more cells, however few of them are set. */
const MOST_SHOWN = MOST_BYTES * 8;

/**
 * @param {typeof import("edgebloom/compat")} entry for other systems
 * @param {Record<string, import("./examples.js").Example>} examples
 * @param {{ tell: any, refuse: any, refuseSignature: any, next: any }} panel its functions for messages
 */
export function startReader(entry, examples, { tell, refuse, refuseSignature, next }) {
  const { sniffFormat, importFilter } = entry;
  addTexts(texts);
  const inspector = startInspector();
  const ask = startAsk(submit);
  const load = (/** @type {Uint8Array | string} */ file) => loadAny(file, entry);

  /** @param {import("./input.js").Content} content */
  function bring({ bytes, text, json }) {
    const { format, kind, candidates } = bytes && text === undefined ? sniffFormat(bytes) : { format: "native" };
    if (!bytes || !candidates || format === "native") return readAs("native", bytes, load, { text });
    if (json && !format) return refuse("unknownJson");
    const signature = format ? undefined : signatureOf(bytes);
    if (signature) return refuseSignature(signature);
    const values = format ? onlyAnswer(bytes, format, importFilter) : {};
    const asked = { bytes, format: format ?? "", candidates, values };
    ask.open(asked, !!format && !FORMATS[format].length);
    inspector.show({ format: "", bytes });
    if (!format) return tell("", () => t(candidates.length > 1 ? "bringIn.uncertain" : "bringIn.unknown"));
    // No option helps with a counting filter: the error says so.
    if (!FORMATS[format].length || kind === "counting") return readForeign(asked);
    const only = Object.keys(values).length > 0;
    tell("", () => t(only ? "bringIn.onlyOne" : "bringIn.certain", { format: t(`bringIn.format.${format}`) }));
  }

  /** @param {string} format */
  function bringExample(format) {
    const example = examples[format];
    const { bytes } = /** @type {{ bytes: Uint8Array }} */ (contentOfText(example.base64));
    const asked = { bytes, format, candidates: [format], values: { ...example.options } };
    ask.open(asked, true);
    readForeign(asked, example);
  }

  /** @param {import("./ask.js").Asked} asked */
  function submit(asked) {
    const { format, values } = asked;
    if (!format) return refuse("chooseFirst", () => ({ field: t("bringIn.formatName") }));
    const gap = missing(format, values);
    if (gap) return refuse("chooseFirst", () => ({ field: t(`bringIn.ask.${gap.name}`) }));
    readForeign(asked);
  }

  /**
   * @param {import("./ask.js").Asked} asked
   * @param {import("./examples.js").Example} [example]
   */
  function readForeign({ bytes, format, values }, example) {
    const options = importOptions(format, values);
    readAs(format, bytes, (given) => importFilter(given, options), { example });
  }

  /**
   * Reads bytes, puts their filter on the bench and shows them in the inspector. A rejected file changes no filter.
   * @param {string} format
   * @param {Uint8Array | undefined} bytes
   * @param {(given: any) => any} read
   * @param {{ text?: string, example?: import("./examples.js").Example }} more `text` is read instead of the bytes
   */
  function readAs(format, bytes, read, { text, example }) {
    let filter;
    try {
      filter = read(text ?? bytes);
    } catch (error) {
      const bad = /** @type {any} */ (error);
      // The user may have chosen the wrong system, so the bytes and the form stay.
      if (format !== "native") inspector.show({ format: "", bytes: /** @type {Uint8Array} */ (bytes) });
      const values = () => ({ format: t(`bringIn.format.${format}`) });
      return refuse(bad.name === "FilterFormatError" ? "refused" : "badOption", values, detailOf(bad));
    }
    if (format === "native") ask.open();
    // The bits of a static set do not belong to keys, and it cannot change.
    if (!("positions" in filter)) {
      const { byteLength, inserted } = filter.stats;
      filter.free();
      inspector.show({ format: "", bytes: /** @type {Uint8Array} */ (bytes) });
      return tell("", () => t("bringIn.isStatic", { size: size(byteLength), keys: num(inserted) }));
    }
    const { stats, name, keyForm } = filter;
    inspect(format, /** @type {Uint8Array} */ (bytes), read, stats);
    const values = () => ({
      format: t(`bringIn.format.${format}`),
      writer: example?.writer,
      keys: example && num(example.count),
      scheme: stats.scheme,
      bits: num(stats.bits),
      hashes: num(stats.hashes),
      inserted: num(stats.inserted),
      count: few(Math.round(stats.estimatedCount)),
      rate: pct(stats.estimatedErrorRate),
      name: cut(name),
    });
    if (stats.bits * (stats.counterBits ?? 1) > MOST_SHOWN) {
      filter.free();
      return tell("", () =>
        sentences(t("bringIn.isRead", values()), t("bringIn.tooManyCells", { most: num(MOST_SHOWN) })),
      );
    }
    replace("bring", filter, { complete: false });
    tell("good", () =>
      sentences(
        name && t("bringIn.named", values()),
        t(example ? "bringIn.isExample" : "bringIn.isRead", values()),
        keyForm && keyForm !== "raw" && t("bringIn.form", { form: keyForm }),
        !example && t(stats.inserted ? "bringIn.keysIn" : "bringIn.keysUnknown", values()),
        t("bringIn.rate", values()),
      ),
    );
    next(example);
  }

  function inspectBench() {
    try {
      const bytes = bench.filter.toBytes();
      inspect("native", bytes, load, bench.stats);
      ask.open();
      tell("", () => t("bringIn.benchExplained", { size: size(bytes.length) }));
    } catch (error) {
      refuse("badOption", undefined, detailOf(/** @type {any} */ (error)));
    }
  }

  /**
   * @param {string} format
   * @param {Uint8Array} bytes
   * @param {(bytes: Uint8Array) => any} read
   * @param {any} stats
   */
  function inspect(format, bytes, read, stats) {
    inspector.show({
      format,
      bytes,
      read,
      stats,
      header: format === "native" ? readAnyHeader(bytes, entry) : undefined,
    });
  }

  return { bring, bringExample, inspectBench };
}
