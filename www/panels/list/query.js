// Looks up what is typed in the card: threads land on the bits of the key, then comes the verdict.

import { announce } from "../../lib/announce.js";
import { find, findAll, selectOnEntry } from "../../lib/dom.js";
import { inEachLanguage, joined, num, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { pauseFor } from "../../lib/motion.js";
import { latest, nextTask } from "../../lib/slices.js";
import { FORMS, askedIn, lookupsOf } from "./forms.js";
import { oneIn } from "./rates.js";

/** Milliseconds without typing after which a key is looked up. */
const SETTLED = 200;

/** How many keys of several are named, and how many are looked up at a time. */
const NAMED = 3;
const SLICE = 10_000;

/** One label, such as "hello", is no domain. @param {string} query @param {import("./forms.js").KeyForm} [form] */
const keysOf = (query, form) =>
  (form === FORMS.email || form === FORMS.domain) && !query.includes(".") ? [] : lookupsOf(query, form);

/**
 * @typedef {object} Subject what is looked up in
 * @property {import("edgebloom/reader").FilterReader} reader
 * @property {import("./forms.js").KeyForm | undefined} form
 * @property {number} rate
 * @property {(query: string) => Promise<import("./builder.js").Found>} [lookUp] asks the list itself; a shared filter has none
 * @property {string} [first] a key of the list
 */

/**
 * @param {HTMLInputElement} input
 * @param {ReturnType<typeof import("./stage.js").stageOf>} stage
 */
export function queryOn(input, stage) {
  /** @type {Subject | undefined} */
  let subject;
  /** Lines that were pasted, until something else is asked. Each new filter is asked for them again. @type {string[]} */
  let lines = [];
  const tries = findAll("#list-tries button");
  let retell = () => {};

  /**
   * @param {"" | "no" | "maybe" | "listed"} kind
   * @param {string} name of the two texts
   * @param {Record<string, any>} [values]
   */
  function tell(kind, name, values = {}) {
    find("#list-verdict").dataset.kind = kind;
    retell = () => {
      const shown = {
        ...values,
        rate: values.rate && oneIn(values.rate),
        looked: values.looked && joined(values.looked),
      };
      find("#list-headline").textContent = name && t(`list.${name}`, shown);
      find("#list-because").textContent = name && name !== "idle" ? t(`list.${name}Why`, shown) : "";
    };
    retell();
    const isNews = !["", "idle", "checking"].includes(name);
    if (isNews) announce(...["headline", "because"].map((part) => find(`#list-${part}`).textContent));
  }

  const ask = latest(async (signal, /** @type {boolean} */ isSure) => {
    if (!subject) return;
    const { reader, form, rate, lookUp } = subject;
    const query = askedIn(input.value, form, (key) => reader.has(key));
    stage.clear();
    const looked = keysOf(query, form);
    if (!query.trim()) return tell("", "idle");
    if (!looked.length) {
      const isSkipped = !!(await lookUp?.(query))?.isSkipped;
      return signal.aborted ? undefined : tell("", isSkipped ? "skipped" : "notInForm");
    }
    if (!isSure) await pauseFor(SETTLED);
    if (signal.aborted) return;
    const all = looked.map((key) => reader.positions(key));
    const isStatic = !all[0].length;
    const which = Math.max(
      0,
      all.findIndex((positions) => stage.holds(positions)),
    );
    const values = {
      key: shortened(looked[which]),
      rate,
      count: all[which].length,
      looked: form && looked.map((key) => shortened(key)),
      isOther: looked.length > 1 || looked[0] !== input.value,
    };
    tell("", "checking", values);
    let isMaybe = reader.has(query);
    let zero = -1;
    if (!isStatic) {
      zero = await stage.probe(all[which], looked[which], signal);
      if (signal.aborted) return;
      isMaybe = zero < 0;
    }
    // The address of a listed domain is no key of a list that is read as text.
    const domains = [query.slice(query.lastIndexOf("@") + 1).trim(), ...lookupsOf(query, FORMS.email)];
    const domain = form ? undefined : domains.find((one) => one !== query && one.includes(".") && reader.has(one));
    const found = await lookUp?.(query);
    if (signal.aborted) return;
    if (!isMaybe && found?.isSkipped) return tell("no", "skipped");
    if (!isMaybe && found?.near !== undefined) {
      const isOnlyCase = found.near.toLowerCase() === query.toLowerCase();
      return tell("no", "noBut", { near: shortened(found.near), isOnlyCase });
    }
    if (!isMaybe && found?.around !== undefined) return tell("no", "noPart", { around: shortened(found.around) });
    if (!isMaybe && domain) return tell("no", "noAsText", { domain: shortened(domain) });
    if (!isMaybe)
      return tell("no", isStatic ? "noStatic" : "no", {
        ...values,
        probe: num(zero + 1),
      });
    if (!found) return tell("maybe", "maybe", values);
    tell(found.listed ? "listed" : "maybe", found.listed ? "listed" : "falsePositive", values);
  });

  /** Answers for many keys at once: how many are a "maybe", and which. */
  const askAll = latest(async (signal, /** @type {string[]} */ queries) => {
    const { reader, form } = /** @type {Subject} */ (subject);
    const has = (/** @type {string} */ key) => reader.has(key);
    let count = 0;
    const maybes = [];
    for (const [i, line] of queries.entries()) {
      if (i % SLICE === SLICE - 1) await nextTask();
      if (signal.aborted) return;
      const query = askedIn(line, form, has);
      if (!keysOf(query, form).length) continue;
      count++;
      if (has(query)) maybes.push(shortened(line));
    }
    const invalid = queries.length - count;
    tell(maybes.length ? "maybe" : "no", "several", {
      count: num(count),
      maybes: num(maybes.length),
      names: joined(maybes.slice(0, NAMED)),
      more: maybes.length > NAMED && num(maybes.length - NAMED),
      invalid: invalid && num(invalid),
    });
  });

  selectOnEntry(input);
  input.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
    const pasted = event.clipboardData?.getData("text/plain").split(/\r?\n/) ?? [];
    const queries = pasted.map((line) => line.trim()).filter(Boolean);
    if (queries.length < 2) return;
    // A field of one line would join them.
    event.preventDefault();
    ask.cancel();
    stage.clear();
    input.value = "";
    lines = queries;
    if (subject) askAll(lines);
  });
  input.addEventListener("input", () => {
    lines = [];
    askAll.cancel();
    ask(false);
  });
  input.addEventListener("keydown", ({ key }) => key === "Enter" && ask(true));
  for (const [i, button] of tries.entries())
    button.addEventListener("click", () => {
      const { first = "", form } = /** @type {Subject} */ (subject);
      const letters = [...first];
      // What is below a listed URL is found, so there the letter is in front.
      lines = [];
      input.value = !i ? first : form === FORMS.url ? letters[0] + first : first + letters.at(-1);
      ask(true);
    });
  inEachLanguage(() => retell());

  return {
    /** A query that is there is asked again. @param {Subject} [next] undefined: there is nothing to look up in @param {boolean} [isKept] whether the query stays */
    about(next, isKept) {
      subject = next;
      for (const button of tries) button.disabled = !next;
      find("#list-tries").hidden = !!next && !next.first;
      askAll.cancel();
      if (next && lines.length) return askAll(lines);
      if (next) return ask(true);
      ask.cancel();
      if (!isKept) input.value = "";
      tell("", "");
    },
  };
}
