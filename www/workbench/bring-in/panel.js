// Imports filters. Pasted and dropped data is limited and read here, and interpreted in reader.js.

import { bench, undo } from "../../lib/bench.js";
import { find, findAll, make } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { latest } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { MOST_BYTES, MOST_CHARACTERS, contentOfFile, contentOfText, cut, signatureOf } from "./input.js";

/** Files that are not filter files, but may contain one. */
const HINTS = ["zip", "gzip", "parquet"];

export function start() {
  const drop = find("#bring-in-drop");
  const chips = findAll("[data-system]");
  const text = find("#bring-in-text");
  const news = teller("#bring-in-news");

  /** Where the last import came from, if that is an element. @type {HTMLElement | undefined} */
  let source;

  /** Links to the filter, with the keys of an example. */
  let drawNext = () => {};

  /** @param {import("./examples.js").Example} [example] */
  function next(example) {
    const { signal } = bench;
    drawNext = () => {
      const links = linksOf(example);
      // After another change, Undo would take that back.
      if (!signal.aborted) links.push(make("button", { type: "button", onclick: takeBack }, `↶ ${t("keys.undo")}`));
      find("#bring-in-next").replaceChildren(...links);
    };
    signal.addEventListener("abort", () => drawNext());
    drawNext();
  }

  function takeBack() {
    undo();
    tell("good", () => t("keys.undone-bring"));
    // The button has gone.
    (source ?? find("#bring-in-choose")).focus();
  }

  /** @type {(kind: "" | "good" | "bad" | "busy", text: () => string, detail?: string) => void} */
  const tell = (kind, what, detail) => {
    // What cannot be read leaves the last import, which is still the filter.
    if (kind !== "bad" && kind !== "busy") drawNext = () => find("#bring-in-next").replaceChildren();
    drawNext();
    const isOfText = kind === "bad" && source === text;
    text.setAttribute("aria-invalid", String(isOfText));
    text.setAttribute("aria-describedby", isOfText ? "bring-in-news" : "");
    news(kind, what, detail);
  };
  const refuse = (/** @type {string} */ key, /** @type {() => any} */ values = () => ({}), detail = "") =>
    tell("bad", () => t(`bringIn.${key}`, values()), detail);
  const refuseSignature = (/** @type {string} */ kind) =>
    refuse("notFilter", () => ({
      what: t(`bringIn.signature.${kind}`),
      hint: HINTS.includes(kind) ? t(`bringIn.hint.${kind}`) : "",
    }));

  /** @typedef {ReturnType<typeof import("./reader.js").startReader>} Reader */
  /** @type {Promise<Reader> | undefined} */
  let loading;
  /** @type {Reader | undefined} */
  let reader;

  /** Loads the code that reads files, 60 kB, only when it is needed: most visits import nothing. */
  async function loadReader() {
    const [compat, { startReader }, { EXAMPLES }] = await Promise.all([
      import("edgebloom/compat"),
      import("./reader.js"),
      import("./examples.js"),
    ]);
    return (reader = startReader(compat, EXAMPLES, { tell, refuse, refuseSignature, next }));
  }

  /**
   * @param {AbortSignal} signal
   * @param {(reader: Reader) => void} use
   */
  async function withReader(signal, use) {
    if (!reader) tell("busy", () => t("bringIn.loading"));
    try {
      await (loading ??= loadReader());
    } catch (error) {
      loading = undefined;
      if (!signal.aborted) refuse("notLoaded", undefined, /** @type {Error} */ (error).message);
      return;
    }
    if (!signal.aborted) use(await loading);
  }

  const work = latest((signal, act) => act(signal));

  /**
   * Starts an import. Until it has succeeded, the last one stays.
   * @param {(signal: AbortSignal) => Promise<void>} act
   * @param {HTMLElement} [chosen] chip, or the text field
   */
  function begin(act, chosen) {
    source = chosen;
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip === chosen));
    work(act);
  }

  const bringFiles = (/** @type {FileList | File[]} */ files) =>
    begin(async (signal) => {
      const [file] = files;
      const { name, size: length } = file;
      if (files.length > 1) return refuse("oneFile");
      if (length > MOST_BYTES)
        return refuse("tooLarge", () => ({ name: cut(name), size: size(length), most: size(MOST_BYTES) }));
      tell("busy", () => t("bringIn.reading", { name: cut(name) }));
      let bytes;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        if (!signal.aborted) refuse("unreadable", () => ({ name: cut(name) }), /** @type {Error} */ (error).message);
        return;
      }
      if (signal.aborted) return;
      if (!bytes.length) return refuse("emptyFile", () => ({ name: cut(name) }));
      await withReader(signal, ({ bring }) => bring(contentOfFile(bytes)));
    });

  const bringText = (/** @type {string} */ given, /** @type {HTMLElement | undefined} */ from = undefined) =>
    begin(async (signal) => {
      if (given.length > MOST_CHARACTERS) return refuseText(given);
      if (!given.trim()) return refuse("nothing");
      const content = contentOfText(given);
      if (!content) {
        const signature = signatureOf(new TextEncoder().encode(given.slice(0, 64)));
        return signature ? refuseSignature(signature) : refuse("notText");
      }
      await withReader(signal, ({ bring }) => bring(content));
    }, from);

  const refuseText = (/** @type {string} */ { length }) =>
    refuse("tooLong", () => ({ length: num(length), most: num(MOST_CHARACTERS) }));

  const fileInput = find("#bring-in-file");
  fileInput.addEventListener("change", () => {
    if (fileInput.files.length) bringFiles([...fileInput.files]);
    // Lets the user choose the same file again after changing it.
    fileInput.value = "";
  });
  for (const type of ["dragenter", "dragover"]) {
    drop.addEventListener(type, (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", (/** @type {DragEvent} */ event) => {
    if (!drop.contains(event.relatedTarget)) drop.classList.remove("over");
  });
  drop.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const { files } = /** @type {DataTransfer} */ (event.dataTransfer);
    if (files.length) bringFiles([...files]);
    else bringText(/** @type {DataTransfer} */ (event.dataTransfer).getData("text/plain"));
  });
  // A very large text would block the page in a text area.
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MOST_CHARACTERS) return;
    event.preventDefault();
    begin(async () => refuseText(pasted), text);
  });
  find("#bring-in-paste").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    bringText(text.value, text);
  });
  find("#bring-in-choose").addEventListener("click", () => fileInput.click());
  find("#bring-in-bench").addEventListener("click", () =>
    begin((signal) => withReader(signal, ({ inspectBench }) => inspectBench())),
  );
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      begin((signal) => withReader(signal, ({ bringExample }) => bringExample(chip.dataset.system)), chip);
      // On a phone, it is below the field for one's own.
      find("#bring-in-result").scrollIntoView({ block: "nearest" });
    });
  }
  tell("", () => t("bringIn.start"));
  inEachLanguage(() => {
    drawNext();
    // The inspector later has its own text.
    if (!reader) find("#inspector-what").textContent = t("bringIn.noFile");
  });
}

/** @param {import("./examples.js").Example} [example] */
function linksOf(example) {
  if (!example) return [make("a", { href: "#keys-form" }, t("bringIn.nextAny"))];
  const { keys, hashes } = example;
  const links = keys.map((key, i) =>
    make("a", { href: "#keys-form", onclick: () => lookUp(key) }, (hashes ?? keys)[i]),
  );
  return [t("bringIn.nextKeys"), " ", ...links];
}

/** Looks up a key, as if the user had typed it. @param {string} key */
function lookUp(key) {
  const input = find("#key");
  input.value = key;
  input.dispatchEvent(new Event("input"));
}
