// A list of one's own becomes a filter before one's eyes. Here are the list, as a text or a file, and its options; a worker builds the filter
// whenever they change, and the card shows it.

import { announce } from "../../lib/announce.js";
import { find, whenNear } from "../../lib/dom.js";
import { EXAMPLE, exampleUrl } from "../../lib/example.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { inSlices, nextTask } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { startBuilder } from "./builder.js";
import { startCard } from "./card.js";
import { listFileOf } from "./command.js";
import { blobOf } from "./large-text.js";
import { keepList, keptList } from "./kept.js";
import { base64In, opened } from "./link.js";
import { startOptions } from "./options.js";
import { oneIn } from "./rates.js";
import { LONGEST_KEY, MOST_BYTES, MOST_KEYS, refusalOf } from "./read-keys.js";

/** The most characters in the text field: more would block the page. */
const MOST_PASTED = 20_000;

/** Milliseconds without typing after which a text is read. */
const SETTLED = 200;

/**
 * @typedef {object} Source
 * @property {string} name of files that are saved, without an ending
 * @property {string} file its own name; "" if it is no file
 * @property {import("./list-worker.js").Choices} choices
 * @property {import("./list-worker.js").List} [list]
 * @property {string} [text] that was pasted, for another visit
 * @property {() => string} [title] of what stands in place of the text
 * @property {ReturnType<typeof opened>} [shared] what was in a link
 */

export function start() {
  const [section, box, text, chip, file] = ["", "-source", "-text", "-chip", "-file"].map((id) => find(`#list${id}`));
  const tell = teller("#list-news");
  const hush = () => tell("", () => "");
  /** @type {Source} */
  const typed = { name: "list", file: "", choices: {} };
  let source = typed;
  /** What to go back to if the source is no list. */
  let before = typed;
  const kept = keptList();
  // The user may have pasted before the page was ready.
  if (kept.length <= MOST_PASTED) text.value ||= kept;
  /** Whether the field has the example: a short list that a paste replaces. */
  let isExample = !text.value;
  /** Whether nobody has changed what the page begins with. */
  let isUntouched = true;
  /** Whether the next filter is of the same list as the one before. */
  let isSame = false;
  /** Whether the map of the next filter draws itself. */
  let isShown = false;
  /** @type {import("./list-worker.js").Seen | undefined} */
  let seen;
  /** @type {import("./options.js").Built | undefined} */
  let built;
  let timer = 0;

  const builder = startBuilder({
    seen(found) {
      seen = found;
      options.show(seen, built);
    },
    reading: (share) => source.list && card.reading(share),
    building: (count) => source.list && card.building(count),
    built(result) {
      // Nobody waits for what the page makes of the lines that it begins with.
      const isQuiet = isUntouched && !built;
      built = result;
      before = source;
      isBack = false;
      drawSource();
      options.show(seen, built);
      const list = listFileOf(source.file, seen, source.list?.json);
      card.built(result, {
        name: source.name,
        form: options.form(),
        rate: options.rate(),
        list,
        isSame,
        isShown,
        isQuiet,
      });
      drawSplit();
    },
    refused: refuse,
  });
  const card = startCard(builder);
  /** The form that was chosen by hand, for other lists that can have it. @type {import("./list-worker.js").Choices} */
  let wanted = {};
  const options = startOptions((change, isForAll = false) => {
    if (isForAll) wanted = { wanted: change.form };
    Object.assign(source.choices, change);
    hush();
    build(false, true);
  });

  /** Says why there is no filter. @param {any} why @param {() => string} [title] of what is no list */
  function sayWhy({ code, line, column, found, most, example, detail }, title) {
    const limit = most ?? { tooBig: MOST_BYTES, longLine: LONGEST_KEY }[/** @type {string} */ (code)] ?? MOST_KEYS;
    const keys = ["raw", "words"].includes(options.form()) ? "" : `--keys ${options.form()} `;
    const isMuch = code === "tooBig" || code === "tooMany";
    const known = Object.entries({ line, column, found, most: limit }).filter(([, value]) => value !== undefined);
    const numbers = () => Object.fromEntries(known.map(([name, value]) => [name, num(value)]));
    tell(
      "bad",
      () => {
        const sentence = t(`list.${code}`, { ...numbers(), example });
        return title ? t("list.notRead", { name: title(), why: sentence }) : sentence;
      },
      isMuch ? `npx edgebloom build ${keys}-o list.bloom FILE` : detail,
    );
  }

  /** Whether the network has kept the filter of what is there from being built. */
  let isUnloaded = false;
  addEventListener("online", () => isUnloaded && build());

  /** Whether a file was no list, and what was there before is built again. */
  let isBack = false;

  /** A file that is no list leaves what was there. @param {any} why */
  function refuse(why) {
    // What is wrong with the text is said no more: the file came after it.
    if (!isBack) sayWhy(why, source.title);
    isBack = source !== before;
    if (isBack) return use(before);
    builder.end();
    isUnloaded = why.code === "unloaded";
    if (source === typed) text.setAttribute("aria-invalid", String(!isUnloaded));
    empty(true);
  }

  /** @param {boolean} [isRefused] */
  function empty(isRefused) {
    built = undefined;
    drawSplit();
    options.show(seen);
    card.idle(isRefused);
  }

  /** Builds the filter. @param {boolean} [shown] whether the map draws itself @param {boolean} [isOption] whether only an option has changed */
  function build(shown = false, isOption = false) {
    clearTimeout(timer);
    text.removeAttribute("aria-invalid");
    if (isUnloaded) hush();
    isUnloaded = false;
    isShown = shown;
    isSame = isOption && !!built && before === source;
    card.wait();
    const { list, shared, choices } = source;
    options.fix(shared && (shared.name ?? "raw"));
    if (shared) {
      builder.end();
      before = source;
      return card.opened(shared);
    }
    if (!list && !text.value.trim()) {
      builder.end();
      seen = undefined;
      empty();
      return announce(t("list.idleBig"));
    }
    if (list) card.clear(isSame);
    const how = { choices: { ...choices }, errorRate: options.rate() };
    builder.build(list ?? { blob: new Blob([text.value]) }, how, !!list);
  }

  /** @param {Source} next @param {boolean} [shown] */
  function use(next, shown = false) {
    isUntouched = false;
    undo.hidden = true;
    source = next;
    if (!source.shared && base64In(location.hash) !== undefined) history.replaceState(null, "", "#list");
    built = seen = undefined;
    drawSource();
    options.show();
    build(shown);
  }

  /** A list that is too long for the field. @param {string} value @returns {Promise<Omit<Source, "choices">>} */
  async function longList(value) {
    const blob = /** @type {Blob} */ (await inSlices(blobOf(value)));
    return { list: { blob }, text: value, name: "list", file: "", title: () => t("list.pasted") };
  }

  /** @param {Omit<Source, "choices">} next @param {import("./list-worker.js").Choices} [choices] */
  async function take(next, choices = { ...wanted }) {
    hush();
    card.come();
    // On a slow processor, a click and what it changes are too long for one task.
    await nextTask();
    use({ ...next, choices }, true);
  }

  /** Shows the text, or in its place the name of a file and the beginning of its list. */
  function drawSource() {
    const { title, shared } = source;
    const [next, last] = title ? [chip, text] : [text, chip];
    const isFocused = last.contains(document.activeElement);
    next.hidden = false;
    last.hidden = true;
    // Not to its button: Enter would remove the list. And the card has been scrolled into view.
    if (isFocused) next.focus({ preventScroll: true });
    text.classList.toggle("example", isExample);
    const what = isExample ? "list.isExample" : "list.text";
    find("#list-label").textContent = t(title ? "list.title" : what);
    if (!title) return;
    find("#list-name").textContent = title();
    find("#list-count").textContent = built ? t("list.entries", { lines: num(built.lines) }) : "";
    find("#list-head").textContent = shared
      ? t("list.sharedHead", { rate: oneIn(shared.reader.stats.errorRate ?? 1) })
      : (built?.head.map((key) => shortened(key)).join("\n") ?? "");
  }

  /** @param {FileList} files */
  async function takeFile({ length, 0: first }) {
    if (length !== 1) return tell("bad", () => t("list.oneFile"));
    // What is plainly no list leaves the card alone: the list there may take seconds to read again.
    const refusal = await refusalOf(first);
    if (refusal) return sayWhy({ code: refusal.code, ...refusal.values }, () => first.name);
    const [, name, ending] = /** @type {RegExpExecArray} */ (/^(.*?)(\.[^.]*)?$/s.exec(first.name));
    take({
      list: { blob: first, json: /^\.json$/i.test(ending) || undefined },
      name: name || "list",
      file: first.name,
      title: () => first.name,
    });
  }

  /** @param {string} value that is pasted or dropped. A text that the user has typed stays */
  async function takeText(value) {
    if (value.length > MOST_PASTED || !isExample) return take(await longList(value));
    text.value = value;
    isExample = false;
    typed.choices = { ...wanted };
    hush();
    use(typed, true);
  }

  /** The pieces of a text of one line that may be a list with commas. @returns {string[]} */
  const piecesIn = () =>
    source === typed && built?.lines === 1 && !seen?.json
      ? text.value
          .split(/[,;\n，；、]/)
          .map((/** @type {string} */ piece) => piece.replace(/^[\s["']+|[\s\]"']+$/g, ""))
          .filter(Boolean)
      : [];
  const split = find("#list-split");
  const drawSplit = () => (split.hidden = piecesIn().length < 2);
  split.addEventListener("click", () => {
    text.value = piecesIn().join("\n");
    text.focus();
    build(true);
  });

  function showExample() {
    isExample = true;
    typed.choices = { ...wanted };
    text.value = t("list.lines");
    drawSource();
  }

  find("#list-choose").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    if (file.files.length) takeFile(file.files);
    // Lets the user choose the same file again after fixing it.
    file.value = "";
  });
  find("#list-example").addEventListener("click", () => {
    const list = { url: exampleUrl(".txt.gz").href, gzipBytes: EXAMPLE.bytes.gzipBytes };
    const file = `${EXAMPLE.file}.txt`;
    take({ list, name: EXAMPLE.file, file, title: () => file }, { form: "email" });
  });
  /** A list that was removed by mistake is somewhere else only if it was a file. */
  const undo = find("#list-undo");
  find("#list-remove").addEventListener("click", () => {
    const wasBuilt = !!built;
    // What went wrong with the choices must not do so again.
    const removed = wasBuilt ? source : { ...source, choices: { ...wanted } };
    hush();
    before = typed;
    use(typed);
    undo.hidden = false;
    undo.onclick = () => {
      // A file that is no list leaves this one, even while it is read again.
      if (wasBuilt) before = removed;
      use(removed);
      find("#list-remove").focus();
    };
    undo.focus();
  });

  /** A click would put the caret into the example that its focus has selected. */
  let isFocused = false;
  text.addEventListener("pointerdown", () => (isFocused = document.activeElement === text));
  text.addEventListener("focus", () => isExample && text.select());
  text.addEventListener("click", () => isExample && !isFocused && text.select());
  text.addEventListener("beforeinput", () => {
    // Another list takes the place of this one.
    if (text.selectionStart === 0 && text.selectionEnd === text.value.length) typed.choices = { ...wanted };
  });
  text.addEventListener("input", (/** @type {InputEvent} */ { inputType }) => {
    isUntouched = false;
    undo.hidden = true;
    if (isExample) {
      isExample = false;
      drawSource();
    }
    hush();
    builder.forget();
    card.wait();
    clearTimeout(timer);
    const isPaste = inputType === "insertFromPaste";
    timer = setTimeout(build, isPaste ? 0 : SETTLED, true);
    if (isPaste) card.come();
  });
  text.addEventListener("blur", () => {
    if (text.value.trim() || source !== typed) return;
    showExample();
    build();
  });
  section.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const { target } = /** @type {any} */ (event);
    // Also over a list that stands in place of the field, but not into the field for queries.
    const isMine = target === text ? pasted.length > MOST_PASTED : pasted && text.hidden && !target.matches("input");
    if (!isMine) return;
    event.preventDefault();
    takeText(pasted);
  });

  /** A text that is dragged into a text goes where it is dropped. @param {DragEvent} event */
  const isOwn = ({ target, dataTransfer }) => target === text && !isExample && !dataTransfer?.types.includes("Files");
  // The whole section accepts dropped files. Otherwise, the browser would leave the page for a file dropped next to the field.
  section.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    if (isOwn(event)) return;
    event.preventDefault();
    box.classList.add("over");
  });
  section.addEventListener("dragleave", (/** @type {DragEvent} */ event) => {
    if (!section.contains(event.relatedTarget)) box.classList.remove("over");
  });
  section.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    box.classList.remove("over");
    if (isOwn(event)) return;
    event.preventDefault();
    const { files } = /** @type {DataTransfer} */ (event.dataTransfer);
    if (files.length) return takeFile(files);
    const dropped = /** @type {DataTransfer} */ (event.dataTransfer).getData("text/plain");
    if (dropped) takeText(dropped);
  });

  /** Opens the list in the address, if there is one. */
  function openLink() {
    const base64 = base64In(location.hash);
    if (base64 === undefined) return;
    try {
      use({ name: "list", file: "", choices: {}, title: () => t("list.sharedTitle"), shared: opened(base64) });
      hush();
    } catch {
      tell("bad", () => t("list.openBroken"));
    }
  }
  addEventListener("hashchange", openLink);
  let isNear = false;
  inEachLanguage(() => {
    if (isExample) text.value = t("list.lines");
    drawSource();
    // The example has other lines now.
    if (isNear && isExample && source === typed) build();
  });
  addEventListener("pagehide", () => keepList(source.text ?? (isExample ? "" : text.value)));
  openLink();
  if (kept.length > MOST_PASTED && !source.shared)
    // Whoever has pasted another one by then keeps that.
    longList(kept).then((list) => isUntouched && use({ ...list, choices: {} }));
  whenNear(section, () => {
    isNear = true;
    if (isUntouched) build();
  });
}
