// Explains a Bloom filter in four steps on one row of bits. The row stays in view while the steps scroll.

import { find, findAll, makeSvg } from "../../lib/dom.js";
import { inEachLanguage, t } from "../../lib/i18n.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { latest } from "../../lib/slices.js";
import { BITS, STEPS, ownerOf } from "./steps.js";

/** Pixels of a bit, of the number below it, and between key and row. */
const SIDE = 32;
const BELOW = 40;
const GAP = 48;
const TOP = 30;

/** Milliseconds of a frame. */
const FRAME = 900;

/** A step is active when it is above this share of the window. */
const LINE = 0.66;

export function start() {
  const [row, says] = [find("#how-row"), find("#how-says")];
  const narrow = matchMedia("(max-width: 60rem)");
  let current = STEPS[0];

  /** Shows all frames of a step, or only the last one if the user prefers reduced motion. */
  const play = latest(async (signal) => {
    const { frames, verdict } = current;
    for (const frame of isStill() ? frames.slice(-1) : frames) {
      if (signal.aborted) return;
      draw(frame, verdict);
      if (frame !== frames[frames.length - 1]) await pauseFor(FRAME);
    }
  });

  /**
   * @param {import("./steps.js").Frame} frame
   * @param {string} verdict
   */
  function draw({ key, positions, set }, verdict) {
    const columns = narrow.matches ? BITS / 2 : BITS;
    const rows = BITS / columns;
    const [width, height] = [columns * SIDE, TOP + GAP + rows * (SIDE + BELOW)];
    const corner = (/** @type {number} */ position) => [
      (position % columns) * SIDE,
      TOP + GAP + Math.floor(position / columns) * (SIDE + BELOW),
    ];
    row.setAttribute("viewBox", `-4 0 ${width + 8} ${height + 4}`);
    if (Number(row.dataset.columns) !== columns) {
      row.dataset.columns = columns;
      row.replaceChildren(
        makeSvg("g", { class: "lines" }),
        makeSvg("text", { class: "key", x: width / 2, y: 22, "text-anchor": "middle" }),
        ...Array.from({ length: BITS }, (_, position) => {
          const [x, y] = corner(position);
          return makeSvg(
            "g",
            { class: "bit" },
            makeSvg("rect", { x: x + 2, y, width: SIDE - 4, height: SIDE, rx: 5 }),
            makeSvg("text", { x: x + SIDE / 2, y: y + 22, "text-anchor": "middle" }),
            makeSvg("text", { class: "owner", x: x + SIDE / 2, y: y + SIDE + 34, "text-anchor": "middle" }),
            makeSvg("text", { class: "number", x: x + SIDE / 2, y: y + SIDE + 17, "text-anchor": "middle" }, position),
          );
        }),
      );
    }
    find(".key", row).textContent = key;
    row.dataset.kind = verdict;
    find(".lines", row).replaceChildren(
      ...positions.map((position, i) => {
        const [x, y] = corner(position);
        const line = makeSvg("path", {
          class: set.has(position) || !verdict ? "hit" : "miss",
          d: `M${width / 2} ${TOP} C${width / 2} ${TOP + GAP / 2} ${x + SIDE / 2} ${TOP + GAP / 3} ${x + SIDE / 2} ${y - 2}`,
          pathLength: 1,
        });
        line.style.animationDelay = `${i * 80}ms`;
        return line;
      }),
    );
    findAll(".bit", row).forEach((bit, position) => {
      bit.classList.toggle("one", set.has(position));
      bit.classList.toggle("probed", positions.includes(position));
      find("text", bit).textContent = set.has(position) ? "1" : "0";
      find(".owner", bit).textContent = verdict === "maybe" && positions.includes(position) ? ownerOf(position) : "";
    });
    const text = sayingOf(current.name, { key, positions, set });
    says.textContent = text;
    row.setAttribute("aria-label", t("how.row", { says: text }));
  }

  function choose() {
    const passed = findAll("[data-step]").filter((step) => step.getBoundingClientRect().top < innerHeight * LINE);
    const name = passed[passed.length - 1]?.dataset.step ?? "empty";
    for (const step of findAll("[data-step]")) step.classList.toggle("now", step.dataset.step === name);
    if (name === current.name) return;
    current = /** @type {import("./steps.js").Step} */ (STEPS.find((step) => step.name === name));
    play();
  }

  let waiting = false;
  addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        choose();
      });
    },
    { passive: true },
  );
  narrow.addEventListener("change", play);
  inEachLanguage(play);
  choose();
}

/**
 * @param {string} name of the step
 * @param {import("./steps.js").Frame} frame
 */
function sayingOf(name, { key, positions, set }) {
  const values = { key, positions: positions.join(", "), count: set.size };
  const zero = positions.find((position) => !set.has(position));
  switch (name) {
    case "hash":
      return t("how.saysHash", values);
    case "add":
      return t("how.saysAdd", values);
    case "query":
      return t("how.saysQuery", { ...values, position: zero });
    case "collide":
      return t("how.saysCollide", values);
    default:
      return t("how.saysEmpty");
  }
}
