// How a Bloom filter works, in six steps on one picture. The reader goes on with buttons or tabs; each step plays once and is
// then in the reader's hands.

import { threadsIn } from "../../drawing/threads.js";
import { announce, hush } from "../../lib/announce.js";
import { find, findAll, make, selectOnEntry } from "../../lib/dom.js";
import { inEachLanguage, listed, t } from "../../lib/i18n.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { latest } from "../../lib/slices.js";
import { startTabs } from "../../lib/tabs.js";
import { ADDED, BITS, absentKey, falsePositive, ownersOf, positionsOf, sharedBitsOf } from "./bits.js";
import { crowdIn } from "./crowd.js";
import { filling } from "./filling.js";
import { rowIn } from "./row.js";
import { placesOf, showingsIn } from "./showing.js";
import { trading } from "./trading.js";

/** @typedef {import("./row.js").Run} Run */

/** Milliseconds without typing after which the sentence follows. */
const SETTLED = 400;

const COARSE = matchMedia("(pointer: coarse)");

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
  const crowd = crowdIn(input);
  const { hash, add, addAll, query, collide } = showingsIn(row, input, tell);
  const [fill, trade] = [filling(row, input, crowd, tell), trading(threads, input, crowd, tell)];

  /** The reader's keys. @type {string[]} */
  let own = [];
  /** How many candidates for a false positive were tried. */
  let tried = 0;
  let name = names[0];
  /** Whether nobody has asked for what plays: the step came into view, or the language changed. */
  let isByItself = false;
  const added = () => [...ADDED, ...own];

  /** @param {string} text @param {"" | "no" | "maybe" | "bad"} [kind] */
  function tell(text, kind = "") {
    says.dataset.kind = kind;
    // The sliders say their own values, and nobody waits for what plays by itself, or again for another width.
    if (!isByItself && (kind || !["fill", "trade"].includes(name)) && text && says.textContent !== text) announce(text);
    says.textContent = text;
  }

  /** Shows what is shown now; again for another width or language. */
  let shown = /** @type {(run: Run) => unknown} */ (() => {});
  let isPlaying = false;
  const run = latest(async (signal, /** @type {boolean} */ still) => {
    isPlaying = !still;
    nameControls();
    await shown({
      still,
      go: async (milliseconds) => {
        if (!still) await pauseFor(milliseconds);
        return !signal.aborted;
      },
    });
    if (signal.aborted) return;
    isPlaying = false;
    nameControls();
  });
  const skip = () => isPlaying && run(true);
  /** @param {(run: Run) => unknown} showing @param {boolean} [quietly] the sentence before it stays, so that it does not flicker below a slider */
  function play(showing, quietly = false) {
    shown = showing;
    isByItself = false;
    if (!quietly) tell("");
    return run(isStill());
  }

  /** What each step shows by itself. @type {Record<string, (run: Run) => unknown>} */
  const steps = {
    hash: (run) => hash(ADDED[0], t("story.three"))(run),
    async add(run) {
      if (!(await addAll(added(), run))) return;
      input.value = "";
      const [count, set] = [added().length, row.ones()];
      const shared = sharedBitsOf(added());
      const sharers = added().filter((key) => positionsOf(key).some((position) => shared.has(position)));
      const values = { count, ones: set, bits: BITS, shared: shared.size, sharers: listed(sharers) };
      tell(t("story.addSays", values));
    },
    query: (run) => query(absentKey(added()), added(), t("story.askAdded", { key: ADDED[0] }))(run),
    collide: (run) => findAnother(0)(run),
    fill: (run) => fill.walk(own, run).then(() => sayEnd(run)),
    trade: (run) => trade.walk(run).then(() => sayEnd(run)),
  };
  /** Of what counts up, a screen reader hears the end. @param {Run} run */
  async function sayEnd(run) {
    if (!isByItself && (await run.go(0))) announce(says.textContent);
  }
  /** @param {number} from candidates to leave out */
  function findAnother(from) {
    const found = falsePositive(added(), from);
    tried = found.next;
    return collide(found, added());
  }

  /** What each step does with a key of the reader's. @type {Record<string, (key: string) => (run: Run) => unknown>} */
  const uses = {
    hash: (key) => hash(key),
    add(key) {
      const before = added();
      if (!before.includes(key)) own = [...own, key];
      drawButtons();
      return add(key, before);
    },
    query: (key) => query(key, added()),
    collide: (key) => query(key, added()),
    fill: (key) => query(key, fill.added(own)),
    trade: (key) => () => trade.ask(key),
  };
  /** @param {string} key */
  function use(key) {
    if (!key) {
      play(() => tell(t("keys.noKey"), "bad"));
      return input.focus();
    }
    input.value = key;
    crowd.point();
    play(uses[name](key));
  }

  /** Threads that follow what is typed; then the places, or the answer. @param {string} key */
  const follow = (key) => async (/** @type {Run} */ run) => {
    if (name === "trade") threads.clear();
    else row.set(ownersOf(name === "hash" ? [] : name === "fill" ? fill.added(own) : added()));
    if (name !== "trade" && key) row.follow(positionsOf(key));
    await pauseFor(SETTLED);
    if (!key.trim() || !(await run.go(0))) return;
    if (name === "hash" || name === "add") tell(placesOf(key));
    else await uses[name](key)(run);
  };

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
    story.dataset.step = step;
    for (const part of findAll("[data-of]", story)) part.classList.toggle("now", part.dataset.of === step);
    find("#story-panel").setAttribute("aria-labelledby", `story-tab-${step}`);
    // Disabled, it would lose the focus.
    find("#story-back").setAttribute("aria-disabled", String(step === names[0]));
    nameControls();
    drawButtons();
  }
  function nameControls() {
    find("#story-again").textContent = t(isPlaying ? "story.skip" : "story.again");
    next.textContent = t(name === names[names.length - 1] ? "story.play" : "story.next");
    input.placeholder = t("story.placeholder");
  }

  const select = startTabs(tabs, ({ dataset: { tab = "" } }) => {
    open(tab);
    if (seen) play(steps[name]);
  });
  /** @param {number} by */
  function go(by) {
    const tab = tabs[names.indexOf(name) + by];
    if (!tab && by < 0) return;
    if (!tab) {
      location.hash = "play";
      // On a phone, the field would go to the top, above its keyboard, and nobody would see the heading.
      return COARSE.matches || find("#key").focus({ preventScroll: true });
    }
    hush();
    select(tab);
    keepAddress();
    // On a phone, the buttons are below the texts.
    if (find("#story-panel").getBoundingClientRect().top < 0) find("#how").scrollIntoView();
    // With a tab, the screen reader says its name; with a button, it would say nothing.
    announce(...findAll(".story-texts .now > *", story).map((part) => part.textContent));
  }
  // The address leads to the step, for a link to it.
  const keepAddress = () => history.replaceState(null, "", name === names[0] ? "#how" : START + name);
  const addressed = () => location.hash.startsWith(START) && names.includes(location.hash.slice(START.length));

  // What the page has typed must not be in the way.
  selectOnEntry(input);
  input.addEventListener("input", () => {
    crowd.point();
    play(follow(input.value));
  });
  find("#story-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    use(input.value.trim());
    // The keyboard of a phone would cover the picture.
    if (input.value && COARSE.matches) input.blur();
  });
  story.addEventListener("click", (/** @type {Event} */ { target }) => {
    const { key } = /** @type {HTMLElement} */ (target).dataset;
    if (key) use(key);
  });
  crowd.onPick(use);
  find("#story-reset").addEventListener("click", () => {
    own = [];
    drawButtons();
    play(steps.add);
    input.focus();
  });
  find("#story-find").addEventListener("click", () => play(findAnother(tried)));
  find("#story-again").addEventListener("click", () => skip() || play(steps[name]));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && skip());
  for (const picture of ["#story-row", "#story-map"]) find(picture).addEventListener("pointerdown", skip);
  find("#story-back").addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  for (const tab of tabs) for (const type of ["click", "keydown"]) tab.addEventListener(type, keepAddress);
  fill.slider.addEventListener("input", () => play((run) => fill.show(own, run), true));
  trade.slider.addEventListener("input", () => play((run) => trade.show(run), true));
  addEventListener("hashchange", () => addressed() && select(find(`#story-tab-${location.hash.slice(START.length)}`)));

  // The first step plays when it can be seen.
  let seen = false;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      seen = true;
      play(steps[name]);
      isByItself = true;
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
    isByItself = true;
    tell("");
    run(true);
  });
}
