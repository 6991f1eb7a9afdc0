// Starts a page: language and theme, then what works without WebAssembly, then the sections, one panel at a time.

import { find, findAll, make } from "./dom.js";
import { currentLanguage, inEachLanguage, setLanguage, startLanguage, t } from "./i18n.js";
import { remember } from "./settings.js";
import { nextTask } from "./slices.js";

/**
 * @param {{ first: () => Promise<unknown>, next: () => Promise<void> }} start start what works without WebAssembly: `first` must be done before
 *   everything else, unless the address leads to another section
 * @param {() => Promise<{ sections: Record<string, (() => void)[]> }>} load loads what starts in each of the other sections
 */
export function startPage(start, load) {
  // No top-level await: later modules may share code with this file, and would have to wait for it.
  startAll(start, load).catch((error) => {
    const { dataset } = document.documentElement;
    dataset.failed = "";
    // If nothing works, nothing may look as if it did.
    if (!("usable" in dataset || find("[data-started]"))) delete dataset.js;
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
  const followAnchor = keepAnchor();
  // Separate tasks, because each one needs the layout.
  await nextTask();
  const first = start.first();
  // Without this, the browser would leave the page for a file that is dropped outside of its field.
  for (const event of /** @type {const} */ (["dragover", "drop"])) document.addEventListener(event, keepPage);
  if (!anchor) await first;
  const loading = hasWebAssembly().then((hasIt) => (hasIt ? load() : undefined));
  const [later] = await Promise.all([loading, start.next()]);
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
  for (const section of findAll("main > section")) {
    await nextTask();
    section.dataset.started = "";
  }
  followAnchor();
  document.documentElement.dataset.ready = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
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

/** The place that the address names, until the user scrolls or does something. */
let anchor = "";

/** Panels above that place grow while they start. This keeps the place below the header. */
function keepAnchor() {
  // A filter in the address is shown in the playground.
  const take = () =>
    (anchor = location.hash
      .slice(1)
      .replace(/^f=.*/s, "play")
      .replace(/[?=].*/s, ""));
  const follow = () => anchor && document.getElementById(anchor)?.scrollIntoView({ behavior: "instant" });
  take();
  addEventListener("hashchange", take);
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(event, () => (anchor = ""), { passive: true });
  }
  new ResizeObserver(follow).observe(document.body);
  return follow;
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
