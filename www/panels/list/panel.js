// Your own list becomes a filter before your eyes. Here are the list and its options; a worker reads it and adds its keys, and the card shows it.

import { find, make } from "../../lib/dom.js";
import { EXAMPLE, exampleUrl } from "../../lib/example.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { isStill } from "../../lib/motion.js";
import { inSlices } from "../../lib/slices.js";
import { startCard } from "./card.js";
import { blobOf } from "./large-text.js";
import { base64In } from "./link.js";
import { RATES, oneIn } from "./rates.js";
import { LONGEST_KEY, MOST_BYTES, MOST_KEYS } from "./read-keys.js";

/** The most characters in the text field: more would block the page. */
const MOST_PASTED = 30_000;

/** Milliseconds without typing after which a text is looked at. */
const SETTLED = 300;

/** @typedef {{ blob?: Blob, url?: string, json?: boolean, gzipBytes?: number }} List as the worker reads it; `gzipBytes`: of a file that is gzipped already */
/** @typedef {{ list: List, name: string, form?: string }} Source `name`: of files that are saved, without an ending; `form`: of its keys, if it is known */

export function start() {
  const [section, drop, file, text, column, header, form, rate] = [
    "",
    "-drop",
    "-file",
    "-text",
    "-column",
    "-header",
    "-form",
    "-rate",
  ].map((id) => find(`#list${id}`));
  const card = startCard();
  /** @type {Source | undefined} undefined: the text in the field */
  let source;
  /** @type {Worker | undefined} */
  let worker;
  /** Whether the worker has built a filter, or is building one. */
  let isUsed = false;
  /** @type {ReturnType<typeof import("./table.js").lookAt>} */
  let seen = { form: "raw" };
  let buildThen = false;
  /** Whether there is a list, and whether the user has chosen the form of its keys. Until then the page chooses. */
  let isThere = false;
  let isChosen = false;
  let retell = () => {};
  /** Until a typed text is looked at. */
  let timer = 0;

  /** Shows why there is no filter. @param {string} code @param {Record<string, any>} [values] */
  function refuse(code, { line, found, most, example, detail } = {}) {
    reset();
    const limit = most ?? { tooBig: MOST_BYTES, longLine: LONGEST_KEY }[code] ?? MOST_KEYS;
    const isMuch = code === "tooBig" || code === "tooMany";
    const keys = form.value === "raw" ? "" : `--keys ${form.value} `;
    card.refuse(
      () => t(`list.${code}`, { line: num(line), found: num(found), most: num(limit), example }),
      isMuch ? `npx edgebloom build ${keys}-o list.bloom FILE` : detail,
    );
    if (code !== "noKeys" || source) return card.come();
    text.setAttribute("aria-invalid", "true");
    text.focus();
  }

  /** A list takes the place of another: the form that was chosen for that one means nothing for it. */
  function begin() {
    if (isThere) isChosen = false;
    isThere = true;
  }

  /** Ends all work on a list, and clears what the card says. */
  function reset() {
    worker?.terminate();
    worker = undefined;
    clearTimeout(timer);
    text.removeAttribute("aria-invalid");
    if (base64In(location.hash) !== undefined) history.replaceState(null, "", "#list");
    card.reset();
  }

  function newWorker() {
    reset();
    const its = new Worker(new URL("./list-worker.js", import.meta.url), { type: "module" });
    /** @type {Map<string, (listed: boolean) => void>} */
    const asked = new Map();
    const isListed = (/** @type {string} */ query) =>
      /** @type {Promise<boolean>} */ (
        new Promise((resolve) => {
          asked.set(query, resolve);
          its.postMessage({ query });
        })
      );
    /** @type {ReturnType<typeof card.done> | undefined} */
    let done;
    its.onerror = (event) => {
      event.preventDefault();
      if (its === worker) refuse("failed");
    };
    its.onmessage = async ({ data }) => {
      if (its !== worker) return;
      if (data.refused) refuse(data.refused, data.values);
      else if (data.looked) looked(data.looked);
      else if (data.step) its.postMessage({ go: true, skip: await card.step(data.step) });
      else if (data.file)
        done = card.done(data, { name: source?.name ?? "list", form: form.value, rate: Number(rate.value), isListed });
      else if (data.least !== undefined) (await done)?.compare(data);
      else if (data.query !== undefined) asked.get(data.query)?.(data.listed);
      else card.reading(data);
    };
    worker = its;
    isUsed = false;
    return its;
  }

  /** @returns {List} */
  const listNow = () => source?.list ?? { blob: new Blob([text.value]) };

  /**
   * Another list. Its first lines decide which options appear.
   * @param {Source} [next]
   * @param {boolean} [then] whether to build its filter then
   */
  function take(next, then = true) {
    source = next;
    buildThen = then;
    retell = () => (find("#list-called").textContent = source ? t("list.source", { name: source.name }) : "");
    retell();
    const { blob, json } = listNow();
    if (blob && blob.size > MOST_BYTES) return refuse("tooBig", { found: blob.size });
    newWorker().postMessage({ look: { blob, json } });
  }

  /** @param {typeof seen} found */
  function looked(found) {
    seen = found;
    find("#list-table").hidden = !seen.table;
    header.checked = !!seen.table?.header;
    drawColumns(seen.table?.column ?? "");
    preselect();
    if (buildThen) build();
  }

  /** @param {number | string} chosen */
  function drawColumns(chosen) {
    const names = (seen.table?.columns ?? []).map(({ name, first }, i) =>
      header.checked ? name : t("list.columnNumber", { number: num(i + 1), first: shortened(name || first, 24) }),
    );
    column.replaceChildren(
      make("option", { value: "" }, t("list.wholeLine")),
      ...names.map((name, i) => make("option", { value: i }, name)),
    );
    column.value = String(chosen);
  }

  const seenForm = () => (seen.table?.columns[column.value] ?? seen).form;

  /** Reads the keys in the form that they seem to have, unless the user has chosen one. */
  function preselect() {
    if (!isChosen) form.value = source?.form ?? seenForm();
    propose();
  }

  /** Says how the keys are read, with the way back. */
  function propose() {
    const found = seenForm();
    const isRead = form.value === found;
    const other = isRead ? "raw" : found;
    find("#list-proposal").hidden = found === "raw" || (!isRead && form.value !== "raw");
    find("#list-proposed").textContent = t(isRead ? "list.isRead" : "list.proposal", {
      form: t(`list.${found}`),
      isEmail: found === "email",
    });
    find("#list-propose").textContent = t("list.propose", { form: t(`list.${other}`) });
    find("#list-propose").value = other;
  }

  /** Builds the filter of the list, with the options as they are. */
  function build() {
    const its = worker && !isUsed ? worker : newWorker();
    isUsed = true;
    const { table } = seen;
    const isTable = table && column.value !== "";
    card.reading({});
    card.come();
    its.postMessage({
      list: { ...listNow(), json: seen.json },
      options: {
        errorRate: Number(rate.value),
        form: form.value,
        isStill: isStill(),
        table: isTable
          ? { delimiter: table.delimiter, column: Number(column.value), header: header.checked }
          : undefined,
      },
    });
  }

  /** An option has changed: what has been built is of no use any more. */
  function again() {
    const isBuilt = isUsed && worker;
    preselect();
    if (isBuilt) build();
    else if (!worker) reset();
  }

  /** @param {FileList} files */
  function takeFile({ length, 0: first }) {
    if (length !== 1) return refuse("oneFile");
    const [, name, ending] = /** @type {RegExpExecArray} */ (/^(.*?)(\.[^.]*)?$/s.exec(first.name));
    begin();
    take({ list: { blob: first, json: /^\.json$/i.test(ending) }, name: name || "list" });
  }

  /** @param {string} large */
  async function takeLarge(large) {
    text.value = "";
    begin();
    take({ list: { blob: /** @type {Blob} */ (await inSlices(blobOf(large))) }, name: "list" });
  }

  // Lets the user choose the same file again after fixing it.
  file.addEventListener("click", () => (file.value = ""));
  file.addEventListener("change", () => file.files.length && takeFile(file.files));
  text.addEventListener("beforeinput", () => {
    // Whoever types on goes on with the same list.
    if (source || (text.selectionStart === 0 && text.selectionEnd === text.value.length)) begin();
  });
  text.addEventListener("input", () => {
    source = undefined;
    isThere = text.value !== "";
    reset();
    timer = setTimeout(() => take(undefined, false), SETTLED);
  });
  find("#list-build").addEventListener("click", () => {
    if (worker || source) build();
    else take();
  });
  find("#list-example").addEventListener("click", () => {
    text.value = "";
    begin();
    isChosen = false;
    const list = { url: exampleUrl(".txt.gz").href, gzipBytes: EXAMPLE.bytes.gzipBytes };
    take({ list, name: EXAMPLE.file, form: "email" });
  });
  find("#list-cancel").addEventListener("click", () => {
    reset();
    card.tell("", () => t("list.cancelled"));
  });
  form.addEventListener("change", () => (isChosen = true));
  for (const option of [column, form, rate]) option.addEventListener("change", again);
  header.addEventListener("change", () => {
    drawColumns(column.value);
    again();
  });
  find("#list-propose").addEventListener("click", (/** @type {any} */ { target }) => {
    form.value = target.value;
    isChosen = true;
    again();
    form.focus();
  });
  text.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MOST_PASTED) return;
    event.preventDefault();
    takeLarge(pasted);
  });

  // The whole section accepts dropped files. Otherwise, the browser would leave the page for a file dropped next to the field.
  section.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files") && event.target === text) return;
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
    if (files.length) takeFile(files);
    else takeLarge(dropped);
  });

  rate.append(...RATES.map((one) => make("option", { value: one })));
  rate.value = "0.01";
  inEachLanguage(() => {
    for (const option of rate.options) option.textContent = oneIn(Number(option.value));
    drawColumns(column.value);
    propose();
    retell();
  });
  card.reset();
  card.open();
  addEventListener("hashchange", () => {
    if (base64In(location.hash) === undefined) return;
    worker?.terminate();
    worker = undefined;
    card.open();
  });
}
