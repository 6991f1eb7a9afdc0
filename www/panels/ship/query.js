// The last step: a query, answered by the example worker if this host has it, otherwise on this device.

import { bench } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { few, inEachLanguage, num, t } from "../../lib/i18n.js";
import { latest } from "../../lib/slices.js";
import { KEY, onSubject, subject } from "./subject.js";

/** Milliseconds for which a query is repeated, because one query is too short for the clock. */
const TIMED = 5;
/** Queries between two readings of the clock. */
const BATCH = 100;

/** @returns {() => void} finds out whether this host has the worker, once */
export function startQuery() {
  const [input, label, verdict, headline, because, button, link] = [
    "input",
    "input-label",
    "verdict",
    "headline",
    "because",
    "query",
    "worker",
  ].map((id) => find(`#ship-${id}`));
  /** Whether this host has the worker, after the first request. @type {Promise<boolean> | undefined} */
  let asked;
  let hasWorker = false;
  let hasPage = false;
  let isTyped = false;
  let retell = () => {};
  const begin = latest((signal, work) => work(signal));

  /**
   * @param {"" | "no" | "maybe" | "bad"} kind
   * @param {() => string[]} words a headline and a reason
   */
  function tell(kind, words) {
    verdict.dataset.kind = kind;
    retell = () => {
      [headline.textContent, because.textContent] = words();
    };
    retell();
  }

  /** Clears the last answer and stops a query in progress. */
  const idle = () => begin(async () => tell("", () => [t("ship.idle"), t("ship.idleWhy")]));

  const findWorker = () => {
    asked ??= workerOfHost().then((found) => {
      hasWorker = found !== undefined;
      hasPage = found?.page !== undefined;
      if (found?.page) link.href = found.page;
      draw();
      return hasWorker;
    });
    return asked;
  };

  /** @param {AbortSignal} signal */
  async function query(signal) {
    const text = input.value.trim();
    const key = subject.keyIn(text);
    if (key === undefined) return tell("bad", () => [t("ship.noKey"), t("ship.noKeyWhy")]);
    const { isExample } = subject;
    const isAskable = isExample && (await findWorker());
    const answered = isAskable ? await workerAnswer(text) : undefined;
    if (signal.aborted) return;
    if (answered) {
      const { domain, isMaybe, error, milliseconds } = answered;
      if (error) return tell("bad", () => [t("ship.refusedByWorker"), error]);
      const how = () => t("ship.byWorker", { milliseconds: few(milliseconds) });
      return tell(isMaybe ? "maybe" : "no", () => [headlineOf(isMaybe, domain), how()]);
    }
    try {
      const filter = await subject.filter();
      if (signal.aborted) return;
      const { isMaybe, count, microseconds } = timed(() => filter.has(key));
      const how = () => {
        const values = { microseconds: few(microseconds), count: num(count) };
        if (!isExample) return t("ship.byFilter", values);
        return t(isAskable ? "ship.byFilterUnreached" : "ship.byFilterAlone", values);
      };
      tell(isMaybe ? "maybe" : "no", () => [headlineOf(isMaybe, String(key)), how()]);
    } catch {
      if (!signal.aborted) tell("bad", () => [t("ship.notLoaded"), t("ship.retry")]);
    }
  }

  function draw() {
    const { isExample } = subject;
    label.textContent = t(isExample ? "ship.labelExample" : "ship.labelPlay");
    button.textContent = t(hasWorker && isExample ? "ship.queryWorker" : "ship.query");
    link.textContent = t(hasPage ? "ship.workerPage" : "ship.workerSource");
  }

  /** The filter of the current answer. @type {unknown[]} */
  let drawn = [];
  onSubject(() => {
    const { isExample } = subject;
    const now = isExample ? [] : [bench.filter, bench.latest];
    // A new key typed in the playground does not change the filter.
    if (!drawn.length !== isExample || now.some((its, i) => its !== drawn[i])) idle();
    drawn = now;
    if (!isTyped) input.value = (!isExample && bench.asked) || KEY;
    draw();
  });
  inEachLanguage(() => {
    draw();
    retell();
  });
  input.addEventListener("input", () => {
    isTyped = true;
    idle();
  });
  find("#ship-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(query);
  });
  idle();
  return findWorker;
}

/** @param {boolean} isMaybe @param {string} key */
const headlineOf = (isMaybe, key) => t(isMaybe ? "ship.maybe" : "ship.no", { key });

/**
 * Reads worker.json, which every copy of the page has: whether this host has the worker. Trying a missing worker would log
 * an error.
 * @returns {Promise<{ page?: string } | undefined>} undefined where there is no worker
 */
async function workerOfHost() {
  try {
    const { worker, page } = await (await fetch(new URL("worker.json", document.baseURI))).json();
    return worker === true ? { page: /^https?:/.test(page) ? page : undefined } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} text an address, or a domain alone
 * @returns {Promise<{ domain: string, isMaybe: boolean, error?: string, milliseconds: number } | undefined>} undefined where
 *   there was no answer
 */
async function workerAnswer(text) {
  try {
    const begun = performance.now();
    const address = text.includes("@") ? text : `someone@${text}`;
    const url = new URL(`/check?${new URLSearchParams({ email: address })}`, document.baseURI);
    const { domain, blocked, error } = await (await fetch(url, { headers: { accept: "application/json" } })).json();
    if (!error && !["no", "maybe"].includes(blocked)) return undefined;
    return { domain, isMaybe: blocked === "maybe", error, milliseconds: performance.now() - begun };
  } catch {
    return undefined;
  }
}

/**
 * The answer, and how long one took on average.
 * @param {() => boolean} query
 */
function timed(query) {
  // A first run without measuring: new code is slow at first.
  repeated(query);
  return repeated(query);
}

/** @param {() => boolean} query */
function repeated(query) {
  const begun = performance.now();
  let isMaybe = false;
  let count = 0;
  let taken;
  do {
    for (let i = 0; i < BATCH; i++) isMaybe = query();
    count += BATCH;
    taken = performance.now() - begun;
  } while (taken < TIMED);
  return { isMaybe, count, microseconds: (taken / count) * 1000 };
}
