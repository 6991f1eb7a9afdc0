// Starts a page: language and theme, then what works without WebAssembly, then the sections, one panel at a time.

import { find, findAll, make } from "./dom.js";
import { currentLanguage, inEachLanguage, setLanguage, startLanguage, t } from "./i18n.js";
import { remember } from "./settings.js";
import { nextTask } from "./slices.js";

/**
 * What works without WebAssembly.
 * @typedef {object} Start
 * @property {() => { loaded: Promise<unknown>, shown: Promise<unknown> }} first starts the first section. Unless the address leads to another
 *   section, it must be loaded before the next one starts, and have shown its opening before the others do
 * @property {() => Promise<void>} next starts the next section
 */

/**
 * @param {Start | undefined} start
 * @param {() => Promise<{ sections: Record<string, (() => void)[]> }>} load loads what starts in each of the other sections
 */
export function startPage(start, load) {
  // No top-level await: later modules may share code with this file, and would have to wait for it.
  startAll(start, load).catch((error) => {
    const { dataset } = document.documentElement;
    dataset.failed = "";
    // If nothing works, nothing may look as if it did.
    if (!("usable" in dataset || find("[data-started]"))) delete dataset.js;
    // Otherwise, it is said in the place of what is missing, and the menu leads there.
    else {
      find("main").append(find("#failed"));
      for (const link of findAll("nav a[href^='#']")) if (!find(link.hash).dataset.started) link.href = "#failed";
    }
    // Nothing can be lost that has not started.
    addEventListener("online", () => location.reload(), { once: true });
    console.warn(error);
  });
}

/** @type {typeof startPage extends (...given: infer Given) => any ? (...given: Given) => Promise<void> : never} */
async function startAll(start, load) {
  await startLanguage();
  startLanguages();
  startTheme();
  const settle = keepAnchor();
  const scrolled = new Promise((resolve) => addEventListener("scroll", resolve, { once: true, passive: true }));
  // Separate tasks, because each one needs the layout.
  await nextTask();
  const first = start?.first();
  // Without this, the browser would leave the page for a file that is dropped outside of its field.
  for (const event of /** @type {const} */ (["dragover", "drop"])) document.addEventListener(event, keepPage);
  if (!anchor) await first?.loaded;
  // The opening would stutter, and who never scrolls needs none of the rest while it runs.
  const opened = anchor ? undefined : Promise.race([first?.shown, scrolled]);
  const loading = Promise.resolve(opened).then(hasWebAssembly);
  const [later] = await Promise.all([loading.then((hasIt) => (hasIt ? load() : undefined)), startNext(start)]);
  if (later) {
    for (const [id, starts] of Object.entries(later.sections)) {
      // A task for each, and one for its layout: the user may be typing already.
      await nextTask();
      find(`#${id}`).dataset.started = "";
      for (const start of starts) {
        await nextTask();
        start();
      }
    }
  } else sayNoWebAssembly();
  await startEach("");
  settle();
  document.documentElement.dataset.ready = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/** @param {Start | undefined} start */
async function startNext(start) {
  await start?.next();
  await startEach(":not([data-needs-wasm])");
}

/**
 * Marks sections as started, each in a task of its own.
 * @param {string} which
 */
async function startEach(which) {
  for (const section of findAll(`main > section${which}`)) {
    await nextTask();
    section.dataset.started = "";
  }
}

/** Whether this host lets WebAssembly run: the eight bytes are an empty module. */
async function hasWebAssembly() {
  try {
    await WebAssembly.instantiate(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}

/** Explains that queries still work, but building filters does not. */
function sayNoWebAssembly() {
  for (const section of findAll("[data-needs-wasm]")) {
    section.dataset.started = "";
    for (const part of section.children) if (!/^H\d$/.test(part.tagName)) part.hidden = true;
    const note = make("p", { class: "news no-wasm", "data-kind": "bad" });
    section.append(note);
    inEachLanguage(() => (note.textContent = t("page.noWasm")));
  }
}

/** Milliseconds for which the page keeps the place that an address names, once all panels have started. */
const GROWING = 1000;

/** The place that the address names, until the user scrolls or does something, or all panels have grown. */
let anchor = "";

/** Panels above that place grow while they start. This keeps the place below the header. */
function keepAnchor() {
  // A filter in the address is shown in the playground.
  const take = () => {
    anchor = location.hash
      .slice(1)
      .replace(/^f=.*/s, "play")
      .replace(/[?=].*/s, "");
    if ("ready" in document.documentElement.dataset) letGo();
  };
  let timer = 0;
  // A screen reader that jumps to a heading scrolls without a key or a touch that could be noticed.
  const letGo = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (anchor = ""), GROWING);
  };
  const follow = () => anchor && document.getElementById(anchor)?.scrollIntoView({ behavior: "instant" });
  take();
  addEventListener("hashchange", take);
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(event, () => (anchor = ""), { passive: true });
  }
  new ResizeObserver(follow).observe(document.body);
  return () => {
    follow();
    letGo();
  };
}

/** @param {DragEvent} event */
function keepPage(event) {
  // A text may be dropped into any field.
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

function startLanguages() {
  const select = find("#language");
  select.value = currentLanguage();
  select.addEventListener("change", () => {
    select.setCustomValidity("");
    setLanguage(select.value).then(
      () => remember("language", currentLanguage()),
      // Without a network, a language that was never loaded is missing: the page keeps the old one.
      () => {
        select.value = currentLanguage();
        select.setCustomValidity(t("page.noLanguage"));
        select.reportValidity();
      },
    );
  });
}

function startTheme() {
  const select = find("#theme");
  const root = document.documentElement;
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    remember("theme", select.value);
    if (select.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    document.dispatchEvent(new Event("themechange"));
  });
}
