// How a Bloom filter works, in seven steps on one picture. The reader goes on with buttons, tabs or arrow keys; each step plays once and
// is then in the reader's hands.

import { threadsIn } from "../../drawing/threads.js";
import { find, findAll, make } from "../../lib/dom.js";
import { shortened } from "../../lib/format.js";
import { currentLanguage, inEachLanguage, joined, listed, num, t } from "../../lib/i18n.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { latest } from "../../lib/slices.js";
import { startTabs } from "../../lib/tabs.js";
import { ADDED, BITS, absentKey, ask, distinctOf, falsePositive, newBitsOf, ownersOf, positionsOf } from "./bits.js";
import { filling } from "./filling.js";
import { rowIn } from "./row.js";
import { trading } from "./trading.js";

/** @typedef {import("./row.js").Run} Run */

/** Milliseconds without typing after which the sentence follows. */
const SETTLED = 400;

/** Milliseconds between two keys that are added. */
const BETWEEN = 350;

/** Milliseconds of the keys that are tried before a false positive, and the most that are shown. */
const TRIES = 1000;
const MOST_TRIES = 30;

/** The address of a step. */
const START = "#how?step=";

export function start() {
  const [story, picture, input, says, next] = [
    "#story",
    "#story-picture",
    "#story-key",
    "#story-says",
    "#story-next",
  ].map((selector) => find(selector));
  const tabs = findAll("[data-tab]");
  const names = tabs.map((tab) => tab.dataset.tab);
  const threads = threadsIn(find("#story-threads"));
  const row = rowIn(find("#story-row"), input, threads);
  const [fill, trade] = [filling(row, input, tell), trading(threads, input, tell)];

  /** The reader's keys. @type {string[]} */
  let own = [];
  /** How many candidates for a false positive were tried. */
  let tried = 0;
  let name = names[0];
  const added = () => [...ADDED, ...own];

  /** @param {string} text @param {"" | "no" | "maybe"} [kind] */
  function tell(text, kind = "") {
    says.dataset.kind = kind;
    says.textContent = text;
    find("#story-row").setAttribute("aria-label", t("story.row", { says: text, count: ones() }));
  }
  const ones = () => findAll("#story-row .one").length;
  /** @param {string} key */
  const quoted = (key) => shortened(key, 20);
  /** @param {string[]} keys */
  const inKeys = (keys) => (currentLanguage() === "zh" ? joined : listed)(keys.map(quoted));
  /** @param {number[]} positions */
  const inWords = (positions) => inKeys(positions.map(num));

  /** Shows what is shown now; again for another width or language. */
  let shown = /** @type {(run: Run) => unknown} */ (() => {});
  const run = latest(async (signal, /** @type {boolean} */ still) => {
    await shown({
      still,
      go: async (milliseconds) => {
        if (!still) await pauseFor(milliseconds);
        return !signal.aborted;
      },
    });
  });
  /** @param {(run: Run) => unknown} showing */
  function play(showing) {
    shown = showing;
    tell("");
    return run(isStill());
  }

  /** The positions of a key: three threads. @param {string} key @param {string[]} keys that were added */
  const hash = (key, keys) => async (/** @type {Run} */ run) => {
    row.set(ownersOf(keys));
    input.value = key;
    const positions = positionsOf(key);
    await row.fly(positions, run, (position) => row.mark(position, "", true));
    if (await run.go(0)) tell(placesOf(key));
  };
  /** @param {string} key */
  const placesOf = (key) =>
    t("story.hashSays", { key: quoted(key), positions: inWords(positionsOf(key)), distinct: distinctOf(key) });

  /** Each thread sets its bit. @param {string} key @param {string[]} keys that were added before */
  const add = (key, keys) => async (/** @type {Run} */ run) => {
    row.set(ownersOf(keys));
    input.value = key;
    return row.fly(positionsOf(key), run, (position) => {
      row.mark(position, "", false);
      row.flip(position, key);
    });
  };

  /** A query: it ends at the first 0. @param {string} key @param {boolean} numbered @param {(probes: number[], kind: "no" | "maybe") => string} sentence */
  const query = (key, numbered, sentence) => async (/** @type {Run} */ run) => {
    const owners = ownersOf(added());
    const { probes, kind } = ask(added(), key);
    row.set(owners);
    input.value = key;
    const flown = await row.fly(probes, run, (position) =>
      row.mark(position, owners.has(position) ? "" : "zero", numbered),
    );
    if (!(await run.go(0))) return;
    if (kind === "maybe") row.hold(flown, probes);
    else await row.snap(flown, run);
    if (await run.go(0)) tell(sentence(probes, kind), kind);
  };

  /** @param {string} key */
  const queried = (key) =>
    query(key, true, (probes, kind) => {
      const values = { key: quoted(key), bit: num(probes[probes.length - 1]), distinct: distinctOf(key) };
      if (kind === "no") return t("story.no", values);
      return t(added().includes(key) ? "story.member" : "story.falsePositive", values);
    });

  /** Threads that follow what is typed, in the bits of the step. */
  const follow = (/** @type {string[]} */ keys) => () => {
    row.set(ownersOf(keys));
    if (input.value) row.follow(positionsOf(input.value));
  };

  /** What each step shows by itself. @type {Record<string, (run: Run) => unknown>} */
  const steps = {
    async hash(run) {
      await hash(ADDED[0], [])(run);
      if (await run.go(0)) tell(`${placesOf(ADDED[0])}${currentLanguage() === "zh" ? "。" : ". "}${t("story.three")}`);
    },
    async add(run) {
      for (const [i, key] of ADDED.entries()) {
        const flown = await add(key, ADDED.slice(0, i))(run);
        if (!(await run.go(BETWEEN))) return;
        if (i + 1 < ADDED.length) await row.retract(flown, run);
        if (!(await run.go(0))) return;
      }
      tell(t("story.addSays", { count: ADDED.length, ones: ones(), bits: BITS }));
    },
    yours() {
      input.value = own[own.length - 1] ?? "";
      follow(added())();
      tell(own.length ? t("story.rowSays", { keys: inKeys(added()), ones: ones(), bits: BITS }) : t("story.yoursSays"));
    },
    query: (run) => queried(absentKey(added()))(run),
    collide: (run) => collide(0)(run),
    fill: (run) => fill.walk(own, run),
    trade: (run) => trade.walk(run),
  };
  /** A false positive, and the keys that have set its bits. @param {number} from candidates to leave out */
  function collide(from) {
    const found = falsePositive(added(), from);
    tried = found.next;
    const show = query(found.key, false, (probes) => {
      const owners = ownersOf(added());
      const keys = [...new Set(probes.map((position) => owners.get(position) ?? ""))];
      return t("story.collideSays", { key: found.key, owners: inKeys(keys), tried: found.tried, count: keys.length });
    });
    const every = Math.ceil(found.misses.length / MOST_TRIES);
    const misses = found.misses.filter((_, i) => i % every === 0);
    return async (/** @type {Run} */ run) => {
      for (const key of run.still ? [] : misses) {
        row.set(ownersOf(added()));
        input.value = key;
        row.miss(ask(added(), key).probes);
        if (!(await run.go(TRIES / misses.length))) return;
      }
      await show(run);
    };
  }

  /** Adds the word in the field. */
  function addOwn() {
    const key = input.value.trim();
    if (!key) return input.focus();
    const before = added();
    if (!before.includes(key)) own = [...own, key];
    const fresh = newBitsOf(before, key);
    drawButtons();
    play(async (run) => {
      await add(key, before)(run);
      if (!(await run.go(0))) return;
      const distinct = distinctOf(key);
      const values = { key: quoted(key), fresh, there: distinct - fresh, distinct };
      tell(t(before.includes(key) ? "story.twice" : "story.added", values));
    });
  }

  /** The buttons that depend on the reader's keys. */
  function drawButtons() {
    const keys = [absentKey(added()), ADDED[0], ...own.slice(-1)];
    find("#story-reset").hidden = !own.length;
    find("#story-asks").replaceChildren(
      ...keys.map((key) => make("button", { type: "button", class: "chip", "data-key": key }, key)),
    );
  }

  /** Shows a step, without playing it. @param {string} step */
  function open(step) {
    name = step;
    tried = 0;
    story.dataset.step = step;
    for (const part of findAll("[data-of]", story)) part.classList.toggle("now", part.dataset.of === step);
    find("#story-panel").setAttribute("aria-labelledby", `story-tab-${step}`);
    const typed = ["hash", "yours", "query"].includes(step);
    input.readOnly = !typed;
    input.tabIndex = typed ? 0 : -1;
    // The sliders say their own values.
    says.setAttribute("aria-live", ["fill", "trade"].includes(step) ? "off" : "polite");
    find("#story-back").disabled = step === names[0];
    nameControls();
    drawButtons();
  }
  function nameControls() {
    next.textContent = t(name === names[names.length - 1] ? "story.play" : "story.next");
    input.placeholder = input.readOnly ? "" : t("story.placeholder");
  }

  const select = startTabs(tabs, ({ dataset: { tab = "" } }) => {
    open(tab);
    if (seen) play(steps[name]);
  });
  /** @param {number} by @returns {void} */
  function go(by) {
    const tab = tabs[names.indexOf(name) + by];
    if (!tab) return void (by > 0 && (location.hash = "play"));
    select(tab);
    keepAddress();
    // On a phone, the buttons are below the texts.
    if (find("#story-panel").getBoundingClientRect().top < 0) find("#how").scrollIntoView();
    // With a tab, the screen reader says its name; with a button, it would say nothing.
    find("#story-step").textContent = find(".story-texts .now", story).textContent;
  }
  // The address leads to the step, for a link to it.
  const keepAddress = () => history.replaceState(null, "", name === names[0] ? "#how" : START + name);
  const addressed = () => names.includes(location.hash.slice(START.length)) && location.hash.startsWith(START);

  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    const key = input.value;
    const at = name;
    play(follow(at === "hash" ? [] : added()));
    if (!key.trim()) return;
    timer = setTimeout(() => {
      if (name !== at || input.value !== key) return;
      if (at === "query") play(queried(key));
      else tell(placesOf(key));
    }, SETTLED);
  });
  find("#story-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (name === "yours") addOwn();
    else if (input.value) play(name === "hash" ? hash(input.value, []) : queried(input.value));
  });
  story.addEventListener("click", (/** @type {Event} */ { target }) => {
    const { key } = /** @type {HTMLElement} */ (target).dataset;
    if (key === undefined) return;
    clearTimeout(timer);
    play(name === "query" ? queried(key) : hash(key, name === "add" ? ADDED : []));
  });
  find("#story-reset").addEventListener("click", () => {
    own = [];
    drawButtons();
    play(steps.yours);
    input.focus();
  });
  find("#story-find").addEventListener("click", () => play(collide(tried)));
  find("#story-again").addEventListener("click", () => play(steps[name]));
  find("#story-back").addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  for (const tab of tabs) for (const type of ["click", "keydown"]) tab.addEventListener(type, keepAddress);
  fill.slider.addEventListener("input", () => play(() => fill.show(own)));
  trade.slider.addEventListener("input", () => play(() => trade.show()));
  story.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && !event.defaultPrevented && /** @type {HTMLElement} */ (event.target).tagName !== "INPUT") go(by);
  });
  addEventListener("hashchange", () => addressed() && select(find(`#story-tab-${location.hash.slice(START.length)}`)));

  // The first step plays when it can be seen.
  let seen = false;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      seen = true;
      play(steps[name]);
    },
    { threshold: 0.5 },
  );
  select(find(`#story-tab-${addressed() ? location.hash.slice(START.length) : names[0]}`));
  observer.observe(picture);
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const now = Math.round(contentRect.width);
    if (width && now !== width) run(true);
    width = now;
  }).observe(picture);
  inEachLanguage(() => {
    nameControls();
    tell("");
    run(true);
  });
}
