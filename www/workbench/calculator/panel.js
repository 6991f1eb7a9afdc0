// The size of a filter and its number of probes: four fields, of which any two give the others, and a curve over k. Both show one
// state, which is in the address, so users can share it.

import { BloomFilter } from "edgebloom";
import { bench, replace, wordsToCarry } from "../../lib/bench.js";
import { find, findAll, say } from "../../lib/dom.js";
import { SMALL } from "../../lib/format.js";
import { few, inEachLanguage, num, oneIn, pct, size, t } from "../../lib/i18n.js";
import { LEAST_BITS, MOST_CELLS, roundedUp } from "../../lib/shape.js";
import { benchTeller } from "../../lib/bench-teller.js";
import { teller } from "../../lib/teller.js";
import { leftBehind } from "../shape/panel.js";
import { addressOf, keepAddress, readAddress } from "../../panels/calculator/address.js";
import { kChart } from "./k-chart.js";
import { parsers } from "./parse.js";
import { factsOf, solve } from "./solve.js";

const NAMES = ["n", "p", "m", "k"];

const NONE = "–";

/** A screen of this many pixels has two columns. */
const WIDE = 960;

/** For values that are not 0, but too small for a number. */
const LEAST = "< 1e-300";

/** Lower rates have a power of ten. */
const LEAST_IN = 1e-14;

const SILENCE = { kind: "", text: () => "" };

/**
 * A number for its field, where it can be edited. Powers of ten as they are said are hard to type.
 * @param {string} name
 * @param {number} value
 * @param {boolean} [isGiven] then nothing of it may be rounded away
 */
function fieldText(name, value, isGiven = false) {
  if (name !== "p") return num(value);
  if (value >= SMALL) return isGiven ? `${Number((value * 100).toPrecision(12))}%` : pct(value);
  if (isGiven) return String(value);
  return value >= LEAST_IN ? oneIn(value) : value ? value.toExponential(2) : LEAST;
}

/** @param {number} rate with enough digits to see that 1.004% is not 1% */
const rateText = (rate) =>
  rate >= SMALL ? t("calculator.oneIn", { rate: `${num(rate * 100)}%`, oneIn: oneIn(rate) }) : oneIn(rate);

/** @param {number} bytes in units of 1,024 */
function binarySize(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  for (; bytes >= 1023.5 && unit < units.length - 1; unit++) bytes /= 1024;
  return `${few(bytes)} ${units[unit]}`;
}

/** Combinations of given values that have a note, with their letters in alphabetical order. */
const NOTED = ["kn", "km", "knp", "kmn"];

export function start() {
  const fields = Object.fromEntries(NAMES.map((name) => [name, find(`#calculator-${name}`)]));
  const news = find("#calculator-news");
  const tellMade = teller("#calculator-made");
  const tellPlay = benchTeller("#play-news");
  const button = find("#calculator-make");
  /** The names of the given values, the latest first: two, or three if they fit together. */
  let given = ["n", "p"];
  /** @type {import("./solve.js").Numbers & Record<string, number>} */
  let numbers = { n: 1_000_000, p: 0.01, m: NaN, k: NaN };
  /** The last valid state; undefined if the given values have no solution. */
  let solution = /** @type {import("./solve.js").Numbers | undefined} */ (undefined);
  let lastKeys = numbers.n;
  let wrong = /** @type {{ text: string, detail?: string } | undefined} */ (undefined);
  /** The message while all numbers are valid. */
  let saying = SILENCE;

  /** @param {string[]} names of the values that are given from now on */
  function take(names) {
    given = names;
    write(given);
    changed();
  }

  /** Clears messages about an earlier state. */
  function changed() {
    saying = SILENCE;
    tellMade("", () => "");
    refresh();
    keepAddress(() => (wrong ? undefined : addressOf(given, numbers)));
  }

  /** @param {number} k for the current bits per key */
  function choose(k) {
    if (!solution) return;
    const { n, m } = solution;
    numbers = { ...numbers, n, m, k };
    take(["n", "m", "k"]);
  }

  /** @param {string[]} names */
  function write(names) {
    for (const name of names) fields[name].value = fieldText(name, numbers[name], given.includes(name));
  }

  /** @param {string} name of the field that is edited */
  function edit(name) {
    numbers[name] = parsers[name](fields[name].value);
    const others = given.filter((other) => other !== name);
    // Three values stay given until the user edits the fourth or one of them becomes invalid.
    const sane = others.filter((other) => !Number.isNaN(numbers[other]));
    given = given.length === 3 && others.length < 3 && sane.length ? [name, ...sane] : [name, others[0]];
    if (given.includes("p") && given.includes("k") && !given.includes("n")) {
      given.push("n");
      if (Number.isNaN(numbers.n)) {
        numbers.n = lastKeys;
        write(["n"]);
      }
    }
    changed();
  }

  /** @returns {typeof wrong} */
  function compute() {
    const bad = given.find((name) => Number.isNaN(numbers[name]));
    // Computed values stay while the user types.
    if (bad) return { text: t(`calculator.bad-${bad}`) };
    solution = undefined;
    try {
      const solved = solve(given, numbers);
      if ("problem" in solved) return { text: t(`calculator.${solved.problem}`) };
      solution = solved;
      // A copy, because the next input may be invalid.
      numbers = { ...solved };
      lastKeys = solved.n;
    } catch (error) {
      return { text: t("calculator.refused"), detail: /** @type {Error} */ (error).message };
    }
  }

  function refresh() {
    wrong = compute();
    for (const name of NAMES) {
      const isGiven = given.includes(name);
      const tag = find(`#calculator-${name}-tag`);
      tag.textContent = t(isGiven ? "calculator.given" : "calculator.computed");
      tag.toggleAttribute("data-given", isGiven);
      const bad = isGiven && Number.isNaN(numbers[name]);
      fields[name].setAttribute("aria-invalid", bad);
      fields[name].setAttribute("aria-describedby", `calculator-${name}-tag${bad ? " calculator-news" : ""}`);
      if (!isGiven && solution) write([name]);
      else if (!isGiven) fields[name].value = NONE;
    }
    if (wrong) say(news, wrong.text, "bad", wrong.detail);
    else say(news, saying.text(), /** @type {"" | "bad"} */ (saying.kind));
    const tooMany = solution && solution.m > MOST_CELLS;
    button.disabled = Boolean(wrong || tooMany);
    find("#calculator-why").textContent = tooMany ? t("calculator.tooManyBits", { most: num(MOST_CELLS) }) : "";
    describe();
    chart.show(solution);
  }

  function describe() {
    const facts = solution && factsOf(solution);
    const put = (/** @type {string} */ id, /** @type {string | undefined | false} */ text) => {
      find(`#calculator-${id}`).textContent = text || NONE;
    };
    const known = (/** @type {number | undefined} */ value) => value !== undefined;
    put(
      "size",
      facts &&
        t("calculator.sizes", { bytes: num(facts.bytes), decimal: size(facts.bytes), binary: binarySize(facts.bytes) }),
    );
    put("bits-per-key", facts && few(facts.bitsPerKey));
    put("reached", facts && (facts.reached ? rateText(facts.reached) : LEAST));
    put("best-hashes", facts && known(facts.bestHashes) && few(/** @type {number} */ (facts.bestHashes)));
    put("half-full", facts && t("calculator.keys", { count: num(facts.halfFull) }));
    const bound = facts?.lowerBound;
    put(
      "lower-bound",
      solution &&
        bound !== undefined &&
        t("calculator.bound", { bits: num(Math.ceil(bound)), share: pct(bound / solution.m) }),
    );
    const names = [...given].sort().join("");
    const notes = [
      solution && NOTED.includes(names) && t(`calculator.note-${names}`),
      facts?.beyond && !given.includes("k") && t("calculator.beyond"),
    ];
    find("#calculator-note").textContent = notes.filter(Boolean).join(" ");
  }

  function takeAddress() {
    const asked = readAddress(location.hash);
    if (!asked) return false;
    const names = Object.keys(asked);
    const values = Object.fromEntries(names.map((name) => [name, parsers[name](asked[name])]));
    const bad = names.find((name) => Number.isNaN(values[name]));
    if (bad || !names.length) {
      const text = () => [t("calculator.badAddress"), bad && t(`calculator.bad-${bad}`)].filter(Boolean).join(" ");
      saying = { kind: "bad", text };
    } else {
      saying = SILENCE;
      given = names;
      numbers = { ...numbers, ...values };
      if (given.includes("p") && given.includes("k") && !given.includes("n")) given.push("n");
    }
    find("#calculator").scrollIntoView();
    return true;
  }

  function makeFilter() {
    if (!solution) return;
    const { n, p, m, k } = solution;
    const left = leftBehind();
    const sized = given.length === 2 && given.includes("n") && given.includes("p");
    try {
      const filter = new BloomFilter(
        sized ? { capacity: n, errorRate: p } : { bits: roundedUp(m, LEAST_BITS), hashes: k },
      );
      replace("size", filter, { words: wordsToCarry() });
    } catch {
      return tellMade("bad", () => t("calculator.notMade"));
    }
    const { bits, hashes } = bench.stats;
    const text = () => [t("calculator.made", { m: num(bits), k: hashes }), left && t(left)].filter(Boolean).join(" ");
    tellMade("", () => "");
    // The message is in the playground, where the new filter is.
    tellPlay("good", text);
    find("#play").scrollIntoView();
  }

  // A phone shows the fields and their results first.
  if (innerWidth < WIDE) for (const part of findAll("#calculator .part")) part.removeAttribute("open");
  const chart = kChart(choose);
  for (const name of NAMES) fields[name].addEventListener("input", () => edit(name));
  button.addEventListener("click", makeFilter);
  addEventListener("hashchange", () => {
    if (!takeAddress()) return;
    write(given);
    refresh();
  });
  takeAddress();
  write(given);
  inEachLanguage(refresh);
}
