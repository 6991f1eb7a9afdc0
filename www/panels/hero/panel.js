// Looks up a domain in a real filter, and shows how. It uses only the reader, so it needs no WebAssembly.

import { email } from "edgebloom/keys";
import { bitsIn, paintMap } from "../../drawing/map.js";
import { onColours } from "../../lib/colours.js";
import { find, findAll } from "../../lib/dom.js";
import { EXAMPLE, exampleFilter } from "../../lib/example.js";
import { inEachLanguage, listed, num, pct, t } from "../../lib/i18n.js";
import { isStill } from "../../lib/motion.js";
import { inSlices, latest, nextTask } from "../../lib/slices.js";
import { fillMap } from "./filling.js";
import { fullList, settersOf } from "./full-list.js";
import { nextLiar, showTries } from "./liar.js";
import { noteDomain, send, sentDomain } from "./sending.js";
import { stageOn } from "./stage.js";

/** Milliseconds without typing after which a domain is looked up. */
const SETTLED = 700;

/** What is asked after the map has filled, unless the visitor was faster. */
const FIRST = "mailinator.com";

/** RFC 2606: no list contains such names. */
const RESERVED = /\.example$/;

/** @typedef {{ reader: import("edgebloom/reader").FilterReader, bits: import("../../drawing/map.js").Bits, stage: ReturnType<typeof stageOn> }} Filter */

/** @returns {Promise<void>} resolves when the filter is loaded or has failed to load */
export function start() {
  const input = find("#hero-input");
  const canvas = find("#hero-canvas");
  const [verdict, headline, because, more, check, sending, sent] = [
    "verdict",
    "headline",
    "because",
    "more",
    "check",
    "send",
    "sent",
  ].map((id) => find(`#hero-${id}`));
  /** @type {Filter | undefined} */
  let filter;
  let timer = 0;
  /** The domain of the answer that is shown. */
  let answered = "";
  /** The domain of a link that somebody has sent, until it is answered. */
  let invited = sentDomain();
  /** True until the visitor does something, or the page has asked by itself. */
  let isUntouched = true;
  let retell = () => {};
  let caption = () => {};

  /**
   * @param {"" | "no" | "maybe" | "listed" | "bad"} kind
   * @param {string} key the text of the headline; with "Why" added, the text of the reason
   * @param {Record<string, any>} [values]
   * @param {string} [why] the key of the reason; "" for none
   */
  function tell(kind, key, values = {}, why = `${key}Why`) {
    check.hidden = key !== "hero.maybe";
    sending.hidden = !["no", "maybe", "listed"].includes(kind);
    sent.textContent = more.textContent = "";
    verdict.dataset.kind = kind;
    retell = () => {
      headline.textContent = t(key, values);
      because.textContent = why && t(why, values);
    };
    retell();
  }

  /** @param {() => string} text */
  function addToAnswer(text) {
    const before = retell;
    retell = () => {
      before();
      more.textContent = text();
    };
    retell();
  }

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
    const { reader, bits } = /** @type {Filter} */ (filter);
    const list = {
      names: EXAMPLE.sample,
      count: EXAMPLE.count,
      hashes: EXAMPLE.hashes,
      positions: (/** @type {string} */ name) => reader.positions(name),
    };
    setCaption(0, 0);
    await fillMap({ canvas, rain: find("#hero-rain") }, bits, list, setCaption, signal);
    setCaption(EXAMPLE.count, EXAMPLE.fillRatio);
    if (signal.aborted) return void paint();
    askFirst();
  });
  let stopFilling = () => {};

  /** The page asks by itself, once. */
  function askFirst() {
    isUntouched = false;
    input.value = FIRST;
    query(FIRST, false, true);
  }

  /** The visitor does something: the map is full at once, and the page asks nothing by itself. */
  function touch() {
    if (!isUntouched) return;
    isUntouched = false;
    stopFilling();
  }

  const loading = exampleFilter()
    .then(async ({ file, reader }) => {
      // The check of the file is a separate task, because it takes long on slow processors.
      await nextTask();
      const bits = bitsIn(file, EXAMPLE.bits);
      const elements = { input, map: find("#hero-map"), strip: find("#hero-strip"), svg: find("#hero-threads") };
      filter = { reader, bits, stage: stageOn(elements, bits) };
      filter.stage.clear(EXAMPLE.hashes);
      setCaption(EXAMPLE.count, EXAMPLE.fillRatio);
    })
    .catch((error) => {
      console.warn(error);
      tell("bad", "hero.notLoaded", {}, "hero.retry");
    });

  /** What the probes of a key find. @param {string} key @returns {import("./stage.js").Shown} */
  function look(key) {
    const { reader, bits } = /** @type {Filter} */ (filter);
    const positions = reader.positions(key);
    return { key, positions, zero: positions.findIndex((position) => !bits.at(position)) };
  }

  /** The domain and its parents, as the list spells them, without the top-level domain. @param {string} text */
  const domainsOf = (text) => /** @type {string[]} */ (email.lookups(text)).filter((domain) => domain.includes("."));

  /** Shows threads of what has been typed so far. @param {string} text */
  function follow(text) {
    if (!filter) return;
    const [key = text.trim().toLowerCase()] = /** @type {string[]} */ (email.lookups(text));
    if (!key) return filter.stage.clear(EXAMPLE.hashes);
    filter.stage.follow(look(key));
  }

  /** Looks up a domain, shows its probes, and then explains them. */
  const query = latest(async (signal, /** @type {string} */ text, isTyped = false, isByPage = false) => {
    clearTimeout(timer);
    answered = "";
    const domains = domainsOf(text);
    if (!domains.length) {
      noteDomain("");
      filter?.stage.clear(EXAMPLE.hashes);
      if (!text.trim()) {
        return tell("", isTyped ? "hero.empty" : "hero.idle");
      }
      return tell("bad", "hero.badDomain", {}, "hero.noDomainWhy");
    }
    tell("", filter ? "hero.checking" : "hero.loading", { domain: domains[0] }, filter ? "hero.checkingWhy" : "");
    await loading;
    if (!filter || signal.aborted) return;
    const { reader, stage } = filter;
    const domain = domains.find((each) => reader.has(each)) ?? domains[0];
    const shown = look(domain);
    await stage.show(shown, signal);
    if (signal.aborted) return;
    answered = domain;
    if (!isByPage) noteDomain(domain);
    const isInvited = text === invited;
    invited = "";
    if (shown.zero < 0 && RESERVED.test(domain)) return tellLie(shown, 0, signal);
    tellAnswer(shown, domains);
    if (isInvited) addToAnswer(() => t("hero.sentYou"));
  });

  /** @param {import("./stage.js").Shown} shown @param {string[]} domains */
  function tellAnswer({ key: domain, positions, zero }, domains) {
    const values = { domain, count: positions.length, probe: zero + 1, position: num(positions[zero] ?? 0) };
    if (zero < 0) tell("maybe", "hero.maybe", values);
    else tell("no", domains.length > 1 ? "hero.noneOf" : "hero.no", { ...values, domains: domains.length });
  }

  /** Shows a search for a name that is not on the list, and gets “maybe”. RFC 2606 reserves ".example", so no list contains such names. */
  const findFalsePositive = latest(async (signal) => {
    await loading;
    if (!filter) return;
    const { reader, stage } = filter;
    const { liar, honest } = nextLiar((name) => reader.has(name));
    await showTries(
      honest,
      (name, number) => {
        const shown = look(name);
        input.value = name;
        stage.flick(shown);
        tell("", "hero.trying", { tried: num(number), domain: name, probe: shown.zero + 1 });
      },
      signal,
      skipping.signal,
    );
    if (signal.aborted) return;
    input.value = liar;
    const shown = look(liar);
    tell("", "hero.checking", { domain: liar }, "hero.survivorWhy");
    await stage.show(shown, signal);
    if (signal.aborted) return;
    answered = liar;
    noteDomain(liar);
    await tellLie(shown, honest.length + 1, signal);
  });
  let skipping = new AbortController();

  /** @param {import("./stage.js").Shown} shown @param {number} tried names; 0 if it was not searched for @param {AbortSignal} signal */
  async function tellLie({ key: domain, positions }, tried, signal) {
    tell("maybe", "hero.found", { domain, count: positions.length, tried: tried && num(tried) });
    await tellOwners(positions, signal);
  }

  /** Names of the list that set the bits of the liar. @param {number[]} positions @param {AbortSignal} signal */
  async function tellOwners(positions, signal) {
    const { reader } = /** @type {Filter} */ (filter);
    try {
      const names = await fullList();
      const search = settersOf(names, (name) => reader.positions(name), positions);
      const setters = await inSlices(search, signal);
      if (!setters || signal.aborted) return;
      addToAnswer(() => t("hero.setters", { names: listed([...new Set(setters)]) }));
    } catch (error) {
      // The answer stands without them.
      console.warn(error);
    }
  }

  /** Checks the list itself. */
  const lookInList = latest(async (signal) => {
    const domain = answered;
    tell("maybe", "hero.fetching", {}, "");
    try {
      const isListed = (await fullList()).has(domain);
      if (signal.aborted || answered !== domain) return;
      const values = { domain, count: EXAMPLE.hashes };
      tell(isListed ? "listed" : "no", isListed ? "hero.listed" : "hero.unlisted", values);
    } catch {
      if (!signal.aborted) tell("bad", "hero.notFetched", {}, "hero.retry");
    }
  });

  async function sendResult() {
    const done = await send(answered, t(`hero.sending-${verdict.dataset.kind}`, { domain: answered }));
    if (done !== "cancelled") sent.textContent = t(`hero.${done}`);
  }

  input.addEventListener("input", () => {
    touch();
    // Ends what is shown now.
    query.cancel();
    findFalsePositive.cancel();
    clearTimeout(timer);
    follow(input.value);
    tell("", input.value.trim() ? "hero.typing" : "hero.idle");
    timer = setTimeout(() => query(input.value), SETTLED);
  });
  // What the page has asked by itself must not be in the way.
  input.addEventListener("focus", () => input.value === FIRST && input.select());
  // The keyboard of a phone needs half of the screen: field and map in the other half.
  input.addEventListener("focus", () => {
    if (matchMedia("(max-width: 60rem) and (pointer: coarse)").matches) input.scrollIntoView({ block: "start" });
  });
  find("#hero-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    touch();
    findFalsePositive.cancel();
    query(input.value, true);
    // The keyboard of a phone would cover the show.
    if (matchMedia("(pointer: coarse)").matches && input.value.trim()) input.blur();
    else input.focus();
  });
  for (const chip of findAll("[data-query]")) {
    chip.addEventListener("click", () => {
      touch();
      findFalsePositive.cancel();
      input.value = chip.dataset.query;
      query(input.value);
    });
  }
  find("#hero-find").addEventListener("click", () => {
    touch();
    query.cancel();
    skipping = new AbortController();
    findFalsePositive();
  });
  // Any key ends a show.
  addEventListener("keydown", ({ key }) => {
    if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) return;
    skipping.abort();
    filter?.stage.skip();
  });
  check.addEventListener("click", lookInList);
  sending.addEventListener("click", sendResult);
  onColours(() => isUntouched || paint());
  new ResizeObserver(() => filter?.stage.redraw()).observe(find("#hero-map"));
  inEachLanguage(() => {
    retell();
    caption();
    sent.textContent = "";
  });

  // The user may have typed before the page could answer.
  if (input.value) touch();
  else input.value = invited;
  if (input.value) query(input.value);
  else tell("", "hero.idle");
  document.documentElement.dataset.usable = "";
  loading.then(() => {
    if (!filter) return;
    if (!isUntouched || invited || isStill() || document.hidden || scrollY > innerHeight / 2 || location.hash) {
      if (isUntouched && isStill() && !invited) askFirst();
      isUntouched = false;
      return paint();
    }
    stopFilling = () => fill.cancel();
    return fill();
  });
  return loading;
}
