// A query, answered in the page, as in step 3. If this host has the example worker, it's asked as well.

import { announce } from "../../lib/announce.js";
import { find, selectOnEntry } from "../../lib/dom.js";
import { exampleFilter, keysOf } from "../../lib/example.js";
import { few, inEachLanguage, t } from "../../lib/i18n.js";
import { latest } from "../../lib/slices.js";

/** The address that is looked up until one is typed. */
const FIRST = "bob@x.mailinator.com";

/** @returns {() => void} finds out whether this host has the worker, once */
export function startQuery() {
  const [input, verdict, headline, because, remote, link] = [
    "input",
    "verdict",
    "headline",
    "because",
    "remote",
    "worker",
  ].map((id) => find(`#ship-${id}`));
  /** The worker of this host, after the first answer. @type {ReturnType<typeof workerOfHost> | undefined} */
  let asked;
  let retell = () => {};
  let retellRemote = () => {};
  const begin = latest((signal, work) => work(signal));

  /**
   * @param {"" | "no" | "maybe" | "bad"} kind
   * @param {() => string[]} words a headline and a reason
   */
  function tell(kind, words) {
    verdict.dataset.kind = kind;
    input.setAttribute("aria-invalid", String(kind === "bad"));
    // Only an error belongs to the field: an answer would be read twice.
    if (kind === "bad") input.setAttribute("aria-describedby", "ship-headline ship-because");
    else input.removeAttribute("aria-describedby");
    retell = () => {
      [headline.textContent, because.textContent] = words();
    };
    retell();
    tellRemote(() => "");
    if (kind) announce(headline.textContent, because.textContent);
  }

  /** What the worker answered. @param {() => string} text */
  function tellRemote(text) {
    retellRemote = () => {
      remote.textContent = text();
    };
    retellRemote();
    if (remote.textContent) announce(remote.textContent);
  }

  /** Clears the last answer and stops a query in progress. */
  const idle = () => begin(async () => tell("", () => [t("ship.idle"), t("ship.idleWhy")]));

  const findWorker = () => {
    asked ??= workerOfHost().then((found) => {
      if (found.isUnknown) asked = undefined;
      if (found.page) link.href = found.page;
      link.hidden = !found.page;
      return found;
    });
    return asked;
  };

  /** @param {AbortSignal} signal */
  async function query(signal) {
    const text = input.value.trim();
    if (!text) return tell("bad", () => [t("ship.empty"), t("ship.emptyWhy")]);
    const keys = keysOf(text);
    if (!keys.length) return tell("bad", () => [t("ship.noKey"), t("ship.noKeyWhy")]);
    try {
      const { reader } = await exampleFilter();
      if (signal.aborted) return;
      const match = keys.find((key) => reader.has(key));
      if (match) tell("maybe", () => [t("ship.maybe", { key: match }), t("ship.byPage")]);
      else tell("no", () => [t("ship.no", { key: keys[0] }), t("ship.byPage")]);
    } catch {
      if (!signal.aborted) tell("bad", () => [t("ship.notLoaded"), t("ship.retry")]);
      return;
    }
    const { isHere } = await findWorker();
    if (!isHere || signal.aborted) return;
    const answered = await workerAnswer(keys[0]);
    if (signal.aborted) return;
    tellRemote(() => {
      if (!answered) return t("ship.workerSilent");
      if (answered.error) return t("ship.workerError", { error: answered.error });
      const { blocked, allowed, milliseconds } = answered;
      const said = t(`ship.worker-${blocked}`, { milliseconds: few(milliseconds) });
      return allowed ? said + t("ship.workerAllowed", { key: allowed }) : said;
    });
  }

  input.value = FIRST;
  selectOnEntry(input);
  inEachLanguage(() => {
    retell();
    retellRemote();
  });
  input.addEventListener("input", idle);
  find("#ship-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(query);
    // The beginning says more than the end.
    input.scrollLeft = 0;
  });
  idle();
  return findWorker;
}

/**
 * Reads worker.json, which every copy of the page has: whether this host has the worker. Trying a missing worker would log
 * an error.
 * @returns {Promise<{ isHere?: boolean, isUnknown?: boolean, page?: string }>}
 */
async function workerOfHost() {
  try {
    const response = await fetch(new URL("worker.json", document.baseURI));
    const { worker, page } = response.status === 404 ? {} : await response.json();
    if (worker !== true) return {};
    return { isHere: true, page: /^https?:/.test(page) ? page : undefined };
  } catch {
    return { isUnknown: true };
  }
}

/**
 * @param {string} domain without the rest of an address, which is personal
 * @returns {Promise<{ blocked: "no" | "maybe", allowed?: string, error?: string, milliseconds: number } | undefined>} undefined where there was no answer
 */
async function workerAnswer(domain) {
  try {
    const begun = performance.now();
    const url = new URL(`/check?${new URLSearchParams({ email: domain })}`, document.baseURI);
    const body = await (await fetch(url, { headers: { accept: "application/json" } })).json();
    if (!body.error && !["no", "maybe"].includes(body.blocked)) return undefined;
    return { ...body, milliseconds: performance.now() - begun };
  } catch {
    return undefined;
  }
}
