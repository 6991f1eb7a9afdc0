// Filters that somebody brings: what is pasted or dropped is bounded and read here, and judged in reader.js.

import { find, say } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { latest } from "../../lib/slices.js";
import { MOST_BYTES, MOST_CHARACTERS, contentOfFile, contentOfText, cut } from "./input.js";

export function start() {
  const news = find("#bring-in-news");
  const drop = find("#bring-in-drop");

  /** Says the last news anew, in another language. */
  const retellers = new Map();

  /**
   * @param {HTMLElement} element
   * @param {"" | "good" | "bad" | "busy"} kind
   * @param {() => string} text
   * @param {string} [detail]
   */
  function tellIn(element, kind, text, detail) {
    retellers.set(element, () => say(element, text(), kind, detail));
    retellers.get(element)();
  }
  /** @type {(kind: "" | "good" | "bad" | "busy", text: () => string, detail?: string) => void} */
  const tell = (kind, text, detail) => {
    find("#bring-in-next").hidden = kind !== "good";
    tellIn(news, kind, text, detail);
  };
  const refuse = (/** @type {string} */ key, /** @type {() => any} */ values = () => ({}), detail = "") =>
    tell("bad", () => t(`bringIn.${key}`, values()), detail);

  /** @type {Promise<ReturnType<typeof import("./reader.js").startReader>> | undefined} */
  let reader;

  /** Most visits bring nothing: they do without its 60 kB. */
  async function loadReader() {
    const [compat, { startReader }] = await Promise.all([import("edgebloom/compat"), import("./reader.js")]);
    return startReader(compat, { tell, tellIn, refuse });
  }

  /**
   * @param {AbortSignal} signal
   * @param {(reader: ReturnType<typeof import("./reader.js").startReader>) => void} use
   */
  async function withReader(signal, use) {
    tell("busy", () => t("bringIn.loading"));
    try {
      await (reader ??= loadReader());
    } catch (error) {
      reader = undefined;
      if (!signal.aborted) refuse("notLoaded", undefined, /** @type {Error} */ (error).message);
      return;
    }
    if (!signal.aborted) use(await reader);
  }

  const begin = latest((signal, work) => work(signal));

  const bringFiles = (/** @type {FileList | File[]} */ files) =>
    begin(async (/** @type {AbortSignal} */ signal) => {
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

  const bringText = (/** @type {string} */ text) =>
    begin(async (/** @type {AbortSignal} */ signal) => {
      if (text.length > MOST_CHARACTERS) return refuseText(text);
      if (!text.trim()) return refuse("nothing");
      const content = contentOfText(text);
      if (!content) return refuse("notBase64");
      await withReader(signal, ({ bring }) => bring(content));
    });

  const refuseText = (/** @type {string} */ { length }) =>
    refuse("tooLong", () => ({ length: num(length), most: num(MOST_CHARACTERS) }));

  const fileInput = find("#bring-in-file");
  fileInput.addEventListener("change", () => {
    if (fileInput.files.length) bringFiles([...fileInput.files]);
    // The same file can be chosen again, after it has changed.
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
  const text = find("#bring-in-text");
  // A text area with that much would hold up the page before anybody asks.
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MOST_CHARACTERS) return;
    event.preventDefault();
    begin(async () => refuseText(pasted));
  });
  find("#bring-in-paste").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    bringText(text.value);
  });
  find("#bring-in-bench").addEventListener("click", () =>
    begin((/** @type {AbortSignal} */ signal) => withReader(signal, ({ explainBench }) => explainBench())),
  );
  inEachLanguage(() => {
    for (const retell of retellers.values()) retell();
  });
}
