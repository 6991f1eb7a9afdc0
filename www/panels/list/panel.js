// A worker reads a list and builds a filter from it. The page only shows the progress and receives the filter file.

import { BloomFilter } from "edgebloom";
import { bench, onChange, replace } from "../../lib/bench.js";
import { find, saveFile, say } from "../../lib/dom.js";
import { EXAMPLE, exampleUrl } from "../../lib/example.js";
import { few, inEachLanguage, num, plainPct, size, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { fileNameFor } from "../take-away/file-names.js";
import { savingOf } from "../take-away/saving.js";
import { teller } from "../../lib/teller.js";
import { keyListOver } from "./key-list.js";
import { blobOf } from "./large-text.js";
import { LONGEST_KEY, MOST_BYTES, MOST_KEYS } from "./read-keys.js";

/** The most characters in the text field: more would block the page. */
const MOST_PASTED = 200_000;

/** @typedef {{ blob: Blob, json?: boolean } | { url: string }} Source */

export function start() {
  const [section, drop, file, text, news, status, progress, cancel, take] = [
    "list",
    "list-drop",
    "list-file",
    "list-text",
    "list-news",
    "list-status",
    "list-progress",
    "list-cancel",
    "list-static",
  ].map((id) => find(`#${id}`));

  /** @type {Worker | undefined} that is building */
  let running;
  /** The file of the static set of the list that was built last. */
  let asStatic = /** @type {Uint8Array<ArrayBuffer> | undefined} */ (undefined);
  const tellCard = teller("#list-card-news");
  const saving = savingOf(tellCard, find("#list-shown"));
  let retell = () => {};
  /** The files of the static sets of lists. @type {WeakMap<object, Uint8Array<ArrayBuffer>>} */
  const staticFiles = new WeakMap();
  /** @type {import("../../lib/bench.js").KeyList | null} */
  let shownList = null;
  /** The file that was chosen or dropped last. @type {File | undefined} */
  let lastFile;
  /** Bytes of the list when gzipped; 0 until they are known. */
  let gzipped = 0;
  let showProgress = () => {};

  /**
   * @param {"" | "good" | "bad" | "busy"} kind
   * @param {() => string} text
   * @param {string} [detail]
   */
  function tell(kind, text, detail) {
    retell = () => say(news, text(), kind, detail);
    retell();
  }

  /** The list that the filter in the playground was built from, and its filter. */
  function drawCard() {
    const { list, stats } = bench;
    find("#list-card").hidden = !list;
    find("#list-wait").hidden = !!list || !!running;
    if (!list) return;
    const [from, to] = [list.bytes, stats.byteLength];
    const values = { from: size(from), to: size(to), times: few(from / to) };
    find("#list-sizes").textContent = t(from > to ? "list.smaller" : "list.larger", values);
    find("#list-gzipped").textContent = gzipped ? t("list.gzipped", { size: size(gzipped) }) : "\u00a0";
  }

  function changed() {
    const { list } = bench;
    if (list !== shownList) {
      shownList = list;
      gzipped = 0;
      tellCard("", () => "");
      find("#list-shown").hidden = true;
      showStatic(list ? staticFiles.get(list) : undefined);
      list
        ?.gzipped()
        .then((count) => {
          if (bench.list !== list) return;
          gzipped = count ?? 0;
          drawCard();
        })
        // Then the card does not show the size.
        .catch(() => {});
    }
    drawCard();
  }

  /** @param {Uint8Array<ArrayBuffer>} [file] */
  function showStatic(file) {
    asStatic = file;
    take.hidden = !file;
    if (file) take.textContent = t("list.takeStatic", { size: size(file.length) });
  }

  /**
   * Reports why nothing has changed.
   * @param {string} code
   * @param {Record<string, any>} [values]
   */
  function refuse(code, { line, found, detail } = {}) {
    tell(
      "bad",
      () =>
        `${t(`list.${code}`, {
          line: num(line),
          found: num(found),
          most: num({ tooBig: MOST_BYTES, longLine: LONGEST_KEY }[code] ?? MOST_KEYS),
        })}${t("list.kept")}`,
      detail,
    );
  }

  /** @param {Worker | undefined} worker */
  function setRunning(worker) {
    running = worker;
    progress.removeAttribute("value");
    if (!worker && document.activeElement === cancel) find("#list-build").focus();
    find("#list-run").hidden = !worker;
    drawCard();
    onProgress("starting");
  }

  /**
   * @param {string} phase
   * @param {number} [done]
   * @param {number} [total]
   * @param {number} [keys]
   */
  function onProgress(phase, done = 0, total = 0, keys = 0) {
    // Reading is the first half, building the second.
    if (total) progress.value = (done / total + +(phase === "building")) / 2;
    showProgress = () => {
      status.textContent = t(`list.${phase}`, {
        done: num(done),
        share: total ? plainPct(done / total) : "",
        keys: num(keys),
      });
    };
    showProgress();
  }

  /**
   * @param {Source} source
   * @param {() => string} called the name of the list if the list itself has none
   * @param {() => string} [note] a sentence before the result
   */
  function build(source, called, note = () => "") {
    if (running) return tell("bad", () => t("list.busy"));
    if ("blob" in source && source.blob.size > MOST_BYTES) return refuse("tooBig", { found: source.blob.size });
    const name = find("#list-name").value.trim();
    const options = { errorRate: Number(find("#list-rate").value), layout: find("#list-layout").value, name };
    const begun = performance.now();
    const worker = new Worker(new URL("./list-worker.js", import.meta.url), { type: "module" });
    setRunning(worker);
    tell("busy", note);

    const end = () => {
      worker.terminate();
      setRunning(undefined);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end();
      refuse("failed");
    };
    worker.onmessage = async ({ data }) => {
      if (data.phase) return onProgress(data.phase, data.done, data.total, data.keys);
      if (data.refused) {
        end();
        return refuse(data.refused, data.values);
      }
      const { dump, count, lines, bytes } = data;
      let filter;
      try {
        filter = BloomFilter.fromBytes(dump);
      } catch (error) {
        end();
        return refuse("failed", { detail: String(error) });
      }
      // Reading the file and showing the filter are separate tasks, because each takes long for megabytes.
      await new Promise((resolve) => setTimeout(resolve));
      if (running !== worker) return filter.free();
      const list = keyListOver(worker, {
        count,
        bytes,
        name: name ? () => name : called,
        onDeath: () => tell("bad", () => t("list.lost")),
      });
      setRunning(undefined);
      replace("list", filter, { list });
      const seconds = (performance.now() - begun) / 1000;
      tell(
        "good",
        () =>
          note() +
          t("list.built", {
            count: num(count),
            lines: num(lines),
            duplicates: lines - count && num(lines - count),
            json: "json" in source && source.json,
            base64: size(Math.ceil(dump.length / 3) * 4),
            seconds: num(Number(seconds.toPrecision(2))),
          }),
      );
      list
        .staticFile({ errorRate: options.errorRate, name })
        .then((file) => {
          staticFiles.set(list, file);
          if (bench.list === list) showStatic(file);
        })
        // Then there is nothing to download.
        .catch(() => {});
    };
    worker.postMessage({ json: false, ...source, options });
  }

  /** @param {FileList} files */
  function buildFile({ length, 0: first }) {
    if (length !== 1) return refuse("oneFile");
    lastFile = first;
    build({ blob: first, json: /\.json$/i.test(first.name) }, () => first.name);
  }

  const textName = () => t("list.textName");

  /** @param {string} large */
  async function buildLarge(large) {
    const note = () => t("list.notShown", { length: num(large.length) });
    tell("busy", note);
    const blob = await inSlices(blobOf(large));
    build({ blob: /** @type {Blob} */ (blob) }, textName, note);
  }

  onChange(changed);
  find("#list-query").addEventListener("click", () => {
    find("#play").scrollIntoView();
    find("#key").focus({ preventScroll: true });
  });
  find("#list-save").addEventListener("click", saving.saveBytes);
  find("#list-copy").addEventListener("click", saving.copyBase64);
  find("#list-share").addEventListener("click", saving.share);
  take.addEventListener("click", () => {
    if (asStatic) saveFile(fileNameFor(bench.filter.name, ".static.bloom"), asStatic);
  });
  // Lets the user choose the same file again after fixing it.
  file.addEventListener("click", () => (file.value = ""));
  file.addEventListener("change", () => file.files.length && buildFile(file.files));
  find("#list-build").addEventListener("click", () => {
    // Without typed text, the file is read again, perhaps with other options.
    if (text.value.trim() || !lastFile) build({ blob: new Blob([text.value]) }, textName);
    else buildFile(/** @type {any} */ ([lastFile]));
  });
  find("#list-example").addEventListener("click", () => build({ url: exampleUrl(".txt.gz").href }, () => EXAMPLE.file));
  cancel.addEventListener("click", () => {
    running?.terminate();
    setRunning(undefined);
    tell("", () => `${t("list.cancelled")}${t("list.kept")}`);
  });
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MOST_PASTED) return;
    event.preventDefault();
    buildLarge(pasted);
  });

  // The whole section accepts dropped files. Otherwise, the browser would leave the page for a file dropped next to the field.
  section.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    const isFile = event.dataTransfer?.types.includes("Files");
    if (!isFile && event.target === text) return;
    event.preventDefault();
    drop.classList.add("over");
  });
  section.addEventListener("dragleave", (/** @type {DragEvent} */ event) => {
    if (!section.contains(event.relatedTarget)) drop.classList.remove("over");
  });
  section.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    drop.classList.remove("over");
    const { files } = /** @type {DataTransfer} */ (event.dataTransfer);
    const dropped = files.length ? "" : /** @type {DataTransfer} */ (event.dataTransfer).getData("text/plain");
    if (event.target === text && !files.length && dropped.length <= MOST_PASTED) return;
    event.preventDefault();
    if (files.length) buildFile(files);
    else if (dropped.length > MOST_PASTED) buildLarge(dropped);
    else build({ blob: new Blob([dropped]) }, textName);
  });

  inEachLanguage(() => {
    const file = asStatic;
    retell();
    showStatic(file);
    drawCard();
    showProgress();
  });
}
