// Looks up a domain in a real filter, and shows how. It uses only the reader, so it needs no WebAssembly.

import { email } from "edgebloom/keys";
import { bitsIn, paintMap } from "../../drawing/map.js";
import { showOn } from "../../drawing/show.js";
import { asTyped } from "../../lib/as-typed.js";
import { onColours } from "../../lib/colours.js";
import { find, findAll, selectOnEntry } from "../../lib/dom.js";
import { EXAMPLE, exampleFilter, keysOf } from "../../lib/example.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { isStill } from "../../lib/motion.js";
import { inSlices, latest, nextTask } from "../../lib/slices.js";
import { fillMap } from "./filling.js";
import { fullList } from "./full-list.js";
import { liarOn } from "./liar.js";
import { isReserved } from "./pool.js";
import { isOwn, noteDomain, sentDomain } from "./sending.js";
import { verdictOn } from "./verdict.js";

/** Milliseconds without typing after which a domain is looked up. */
const SETTLED = 700;

/** Nobody has a key to press. */
const TOUCH = matchMedia("(pointer: coarse)");

/** What is asked after the map has filled, unless the visitor was faster. */
const FIRST = "mailinator.com";

/** No address, although a domain can be found in it. */
const NO_ADDRESS = /@[^>]*@|[^\s<]\s+[^\s<]+@|@.*\S\s+\S/;

/**
 * @typedef {object} Filter
 * @property {import("edgebloom/reader").FilterReader} reader
 * @property {import("../../drawing/map.js").Bits} bits
 * @property {ReturnType<typeof showOn>} show
 * @property {(key: string) => import("../../drawing/show.js").Shown} look what the probes of a key find
 */

/**
 * @returns {{ loaded: Promise<unknown>, shown: Promise<unknown> }} `loaded` resolves when the filter is loaded or has failed to load, `shown` when the
 *   map has also filled and the first question is answered, or the visitor has ended that
 */
export function start() {
  const input = find("#hero-input");
  const canvas = find("#hero-canvas");
  const verdict = verdictOn();
  const { tell } = verdict;
  /** @type {Filter | undefined} */
  let filter;
  let timer = 0;
  /** The domain of a link that somebody has sent, until it is answered. */
  let invited = sentDomain();
  /** Somebody who loads the page again has sent it to nobody. */
  const isSent = !!invited && !isOwn();
  /** True until the visitor does something, or the page has asked by itself. */
  let isUntouched = true;
  let caption = () => {};
  /** What the visitor has asked before the filter was here. @type {Promise<void> | undefined} */
  let first;
  /** What is shown by itself when the filter has come. @type {Promise<void> | undefined} */
  let shown;
  /** The text whose probes are being shown. */
  let showing = "";

  const paint = latest(async (signal) => {
    if (filter) await inSlices(paintMap(canvas, filter.bits), signal);
  });

  /** @param {number} keys @param {number} fill */
  function setCaption(keys, fill) {
    caption = () => {
      const values = { bits: num(EXAMPLE.bits), count: num(keys), fill: pct(Math.round(fill * 1000) / 1000) };
      find("#hero-caption").textContent = t("hero.caption", values);
    };
    caption();
  }

  /** Fills the map once, if nothing else is to be shown. */
  const fill = latest(async (signal) => {
    const { reader, bits, show } = /** @type {Filter} */ (filter);
    const list = {
      names: EXAMPLE.sample,
      count: EXAMPLE.count,
      hashes: EXAMPLE.hashes,
      positions: (/** @type {string} */ name) => reader.positions(name),
    };
    /** @param {string} name @param {number[]} positions */
    const onName = (name, positions) => {
      input.value = name;
      show.add(name, positions);
    };
    setCaption(0, 0);
    tell("", "hero.filling", { count: num(EXAMPLE.count) });
    await fillMap(canvas, bits, list, onName, setCaption, signal);
    setCaption(EXAMPLE.count, EXAMPLE.fillRatio);
    if (signal.aborted) return void paint();
    await askFirst();
  });
  let stopFilling = () => {};

  /** The page asks by itself, once. */
  function askFirst() {
    isUntouched = false;
    input.value = FIRST;
    return query(FIRST, false, true);
  }

  /** The visitor does something: the map is full at once, and the page asks nothing by itself. */
  function touch() {
    if (!isUntouched) return;
    isUntouched = false;
    stopFilling();
  }

  /** After the filter has come: the map fills, unless something else is to be shown. */
  async function begin() {
    if (!isUntouched || invited || isStill() || document.hidden || scrollY > innerHeight / 2 || location.hash) {
      const asked = isUntouched && isStill() && !invited ? askFirst() : first;
      isUntouched = false;
      await Promise.all([paint(), asked]);
      return;
    }
    // A field that the page writes in is for reading, until somebody wants to write.
    stopFilling = () => {
      fill.cancel();
      tell("", "hero.idle");
      input.value = "";
      filter?.show.clear(EXAMPLE.hashes);
    };
    await fill();
  }

  async function load() {
    const { file, reader } = await exampleFilter();
    // The check of the file is a separate task, because it takes long on slow processors.
    await nextTask();
    const bits = bitsIn(file, EXAMPLE.bits);
    const elements = { input, map: find("#hero-map"), windows: find("#hero-strip"), svg: find("#hero-threads") };
    const show = showOn(elements, () => ({ bits, all: bits, each: 1 }));
    const look = (/** @type {string} */ key) => {
      const positions = reader.positions(key);
      return { key, positions, zero: positions.findIndex((position) => !bits.at(position)) };
    };
    filter = { reader, bits, show, look };
    find("#hero-loading").hidden = true;
    setCaption(EXAMPLE.count, EXAMPLE.fillRatio);
    shown = begin();
    return filter;
  }
  /** @type {Promise<Filter | undefined> | undefined} */
  let loading;
  /** The filter; undefined if it cannot be loaded, which is tried again next time. */
  function loaded() {
    loading ??= load().catch((error) => {
      console.warn(error);
      loading = undefined;
      for (const id of ["loading", "invited"]) find(`#hero-${id}`).hidden = true;
      tell("bad", "hero.notLoaded");
      return undefined;
    });
    return loading;
  }

  const liar = liarOn(input, verdict, loaded);

  /** Only an error belongs to the field: an answer would be read twice. @param {boolean} isWrong */
  function setWrong(isWrong) {
    input.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) input.setAttribute("aria-describedby", "hero-headline hero-because");
    else input.removeAttribute("aria-describedby");
  }

  /** Shows threads of what has been typed so far. @param {string} text */
  function follow(text) {
    if (!filter) return;
    const [key = text.trim().toLowerCase()] = /** @type {string[]} */ (email.lookups(text));
    if (!key) return filter.show.clear(EXAMPLE.hashes);
    filter.show.follow(filter.look(key));
  }

  /** Looks up a domain, shows its probes, and then explains them. */
  const query = latest(async (signal, /** @type {string} */ text, isTyped = false, isByPage = false) => {
    const several = text.split(/[\s,;]+/).filter((part) => part.includes("@")).length > 1;
    const domains = several || (!text.includes("//") && NO_ADDRESS.test(text)) ? [] : keysOf(text);
    setWrong(!domains.length && (isTyped || text.trim() !== ""));
    if (!domains.length) {
      noteDomain("");
      filter?.show.clear(EXAMPLE.hashes);
      if (!text.trim()) {
        return isTyped ? tell("bad", "hero.empty") : tell("", "hero.idle");
      }
      return tell("bad", several ? "hero.several" : "hero.badDomain", {}, "hero.badDomainWhy");
    }
    if (!filter) tell("", "hero.loading", {}, "");
    const ready = await loaded();
    if (!ready || signal.aborted) return;
    const { reader, show, look } = ready;
    const domain = domains.find((each) => reader.has(each)) ?? domains[0];
    const [name, asked] = [domain, domains[0]].map((each) => asTyped(text, each));
    tell("", "hero.checking", { domain: asked, isTouch: TOUCH.matches });
    const shown = look(domain);
    showing = text;
    await show.probe(shown, signal);
    if (signal.aborted) return;
    showing = "";
    if (!isByPage) noteDomain(name);
    invited = "";
    if (shown.zero < 0 && isReserved(domain)) await liar.tell(ready, shown, signal);
    else tellAnswer(shown, { domain: name, asked, domains: domains.length }, isByPage);
  });

  /**
   * @param {import("../../drawing/show.js").Shown} shown
   * @param {{ domain: string, asked: string, domains: number }} about `asked`: the whole domain, which may be below the one that is shown
   * @param {boolean} isByPage
   */
  function tellAnswer({ positions, zero }, about, isByPage) {
    const values = { ...about, count: positions.length, probe: zero + 1 };
    if (zero < 0) tell("maybe", "hero.maybe", values, undefined, isByPage);
    else tell("no", about.domains > 1 ? "hero.noneOf" : "hero.no", values);
  }

  /** Checks the list itself. */
  const lookInList = latest(async (signal) => {
    const domain = verdict.domain();
    const values = { domain, count: EXAMPLE.hashes };
    if (filter && isReserved(domain)) return liar.tellSetters(filter, filter.look(domain), signal);
    verdict.note(() => t("hero.fetching"));
    try {
      const isListed = (await fullList()).has(keysOf(domain)[0]);
      if (signal.aborted) return;
      tell(isListed ? "listed" : "no", isListed ? "hero.listed" : "hero.unlisted", values);
    } catch {
      if (signal.aborted) return;
      verdict.note(() => t("hero.notFetched"), "bad");
    }
  });

  /** The visitor does something else: what is shown or on its way ends. */
  function interrupt() {
    touch();
    find("#hero-invited").hidden = true;
    clearTimeout(timer);
    showing = "";
    setWrong(false);
    for (const work of [query, liar.search, lookInList]) work.cancel();
  }

  input.addEventListener("input", () => {
    interrupt();
    follow(input.value);
    tell("", filter && input.value.trim() ? "hero.typing" : "hero.idle");
    // What is no domain yet may become one.
    timer = setTimeout(() => keysOf(input.value).length && query(input.value), SETTLED);
  });
  // What the page has typed by itself must not be in the way.
  input.addEventListener("focus", touch);
  selectOnEntry(input);
  // On a phone, the field goes to the top: below it are the map and the verdict, or the map and the keyboard.
  const PHONE = matchMedia("(max-width: 60rem) and (pointer: coarse)");
  // Elsewhere, it may be under the header.
  const showField = () => input.scrollIntoView({ block: PHONE.matches ? "start" : "nearest" });
  input.addEventListener("focus", () => PHONE.matches && showField());
  find("#hero-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    // Once more ends the show.
    if (showing && showing === input.value) return filter?.show.skip();
    interrupt();
    showField();
    query(input.value, true);
    // The keyboard of a phone would cover the show.
    if (TOUCH.matches && input.value.trim()) input.blur();
    else input.focus();
  });
  for (const chip of findAll("[data-query]")) {
    chip.addEventListener("click", () => {
      interrupt();
      showField();
      input.value = chip.dataset.query;
      query(input.value);
    });
  }
  find("#hero-find").addEventListener("click", () => {
    interrupt();
    showField();
    liar.search();
  });
  /** What has ended the opening. It doesn't end the show that follows. @type {Event | undefined} */
  let ending;
  /** The press that a click belongs to. @type {Event | undefined} */
  let press;
  addEventListener("pointerdown", (event) => (press = event), { capture: true });
  // Whatever somebody does ends the opening, and any key or click ends a show.
  for (const act of ["pointerdown", "wheel", "keydown"]) {
    addEventListener(act, (event) => {
      if (!isUntouched || invited || input.matches(":focus")) return;
      ending = event;
      touch();
      askFirst();
      // Who presses Escape wants no second show either.
      if (/** @type {KeyboardEvent} */ (event).key === "Escape") nextTask().then(skip);
    });
  }
  function skip() {
    liar.skip();
    filter?.show.skip();
  }
  addEventListener("keydown", (event) => {
    if (event === ending || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    // Enter would ask the same again.
    if (event.key === "Enter" && event.target === input && showing && showing === input.value) event.preventDefault();
    skip();
  });
  // What else can be clicked does something of its own.
  addEventListener("click", ({ target }) => {
    if (press && press === ending) return;
    if (!(/** @type {Element} */ (target).closest("a, button, input, label, select"))) skip();
  });
  find("#hero-check").addEventListener("click", lookInList);
  // A link that is opened in this tab loads no page.
  addEventListener("hashchange", () => {
    const sent = sentDomain();
    if (!sent) return;
    interrupt();
    invited = input.value = sent;
    find("#hero-invited").hidden = !keysOf(sent).length;
    query(sent);
  });
  onColours(() => isUntouched || paint());
  // The words above the field move it, in another language or font.
  const moves = new ResizeObserver(() => filter?.show.redraw());
  for (const part of findAll("#hero-map, .hero-words, #hero-form label, #hero-input")) moves.observe(part);
  inEachLanguage(() => {
    verdict.retell();
    caption();
  });

  // The user may have typed before the page could answer.
  if (input.value) touch();
  else input.value = invited;
  find("#hero-invited").hidden = !isSent || !keysOf(input.value).length;
  if (input.value) first = query(input.value);
  else tell("", "hero.idle");
  document.documentElement.dataset.usable = "";
  return {
    loaded: loaded(),
    shown: loaded()
      .then(() => shown)
      .catch(console.warn),
  };
}
