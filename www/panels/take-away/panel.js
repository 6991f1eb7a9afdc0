// The filter as base64, as a file, as a link and in code; and the filter of a link that was opened.

import { BloomFilter } from "edgebloom";
import { bench, keyOf, onAsk, onChange, replace } from "../../lib/bench.js";
import { copyText, find, make, saveFile, whenNear } from "../../lib/dom.js";
import { currentLanguage, inEachLanguage, num, t } from "../../lib/i18n.js";
import { MOST_CELLS } from "../../lib/shape.js";
import { inSlices, latest } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { base64Length, writeBase64 } from "./base64.js";
import { endingFor, fileNameFor } from "./file-names.js";
import { MOST_BYTES, MOST_HASH, base64In, fits, isLink, linkFor } from "./permalink.js";

/** Characters of base64 that are shown where they cannot be copied. */
const MOST_SHOWN = 200_000;

/** The key that the code asks for until one is typed. */
const KEY = "mailinator.com";

export function start() {
  const [shown, link, runtime, code] = ["shown", "link", "runtime", "code"].map((name) => find(`#take-away-${name}`));
  const tell = teller("#take-away-news");
  const tellLink = teller("#take-away-link-news");
  const tellCode = teller("#take-away-code-news");
  const tellPage = teller("#page-news");
  let writing = false;
  /** The link that was opened last. */
  let last = "";
  /** The filter that a link has brought, as long as it is on the bench. */
  let opened = /** @type {BloomFilter | undefined} */ (undefined);
  /** The blocks of code that are on the page, in order. */
  let blocks = { of: "", codes: /** @type {HTMLElement[]} */ ([]) };

  /**
   * Makes the base64 text of the filter as it is now.
   * @param {(parts: string[]) => void | Promise<void>} use
   */
  async function withBase64(use) {
    // Not disabled: the button would lose the focus.
    if (writing) return;
    writing = true;
    tell("busy", () => t("takeAway.writing"));
    try {
      await use(/** @type {string[]} */ (await inSlices(writeBase64(bench.filter.toBytes()))));
    } finally {
      writing = false;
    }
  }

  /** @param {string[]} parts */
  async function copyBase64(parts) {
    const written = parts.join("");
    const characters = () => ({ characters: num(written.length) });
    if (await copyText(written)) return tell("good", () => t("takeAway.copied", characters()));
    if (written.length > MOST_SHOWN) return tell("bad", () => t("takeAway.refusedLong", characters()));
    tell("bad", () => t("takeAway.refused"));
    shown.value = written;
    shown.hidden = false;
    shown.focus();
    shown.select();
  }

  /**
   * @param {string} name
   * @param {BlobPart} content
   * @param {import("../../lib/teller.js").Teller} [report]
   */
  function save(name, content, report = tell) {
    saveFile(name, content);
    report("good", () => t("takeAway.saved", { name }));
  }

  function draw() {
    const { byteLength, bits } = bench.stats;
    find("#take-away-size").textContent = t("takeAway.size", {
      bytes: num(byteLength),
      characters: num(base64Length(byteLength)),
    });
    const fitting = fits(bench.stats);
    link.value = fitting ? linkFor(location.href, bench.filter.toBase64()) : "";
    link.disabled = find("#take-away-link-copy").disabled = !fitting;
    find("#take-away-link-about").textContent = fitting
      ? t("takeAway.linkFits")
      : byteLength > MOST_BYTES
        ? t("takeAway.linkTooLong", { most: num(MOST_BYTES), bytes: num(byteLength) })
        : t("takeAway.linkTooWide", { most: num(MOST_CELLS), bits: num(bits) });
  }

  /** What was said of the filter before is over. */
  function silence() {
    tell("", () => "");
    tellLink("", () => "");
    shown.hidden = true;
    shown.value = "";
    if (opened && opened !== bench.filter) {
      opened = undefined;
      tellPage("", () => "");
    }
  }

  async function copyLink() {
    const characters = () => ({ characters: num(link.value.length) });
    if (await copyText(link.value)) return tellLink("good", () => t("takeAway.copied", characters()));
    tellLink("bad", () => t("takeAway.refused"));
    link.focus();
    link.select();
  }

  /** @type {typeof import("./snippets.js").snippetFor | undefined} once somebody has come near */
  let snippetFor;

  const fileName = () => fileNameFor(bench.filter.name, endingFor(runtime.value));

  function drawCode() {
    const name = fileName();
    find("#take-away-file").textContent = t("takeAway.file", { name });
    if (!snippetFor) return;
    const kind = kindNow();
    const { files, install, run, note } = snippetFor(runtime.value, { kind, fileName: name, key: keyNow() });
    const commands = [install, run].filter(Boolean).join("\n");
    const wanted = [...(commands ? [{ name: t("takeAway.shell"), text: commands }] : []), ...files];
    find("#take-away-note").textContent =
      t(`takeAway.${note}`, { name }) + (kind === "readable" ? t("takeAway.noWasm") : "");
    // Elements stay while somebody types: what is selected in them does, too.
    const of = [currentLanguage(), ...wanted.map(({ name }) => name)].join("\n");
    if (of !== blocks.of) {
      const made = wanted.map(({ name }) => block(name));
      code.replaceChildren(...made.flatMap(({ elements }) => elements));
      blocks = { of, codes: made.map(({ inner }) => inner) };
    }
    for (const [i, { text }] of wanted.entries()) {
      if (blocks.codes[i].textContent !== text) blocks.codes[i].textContent = text;
    }
  }

  /** @param {string} name */
  function block(name) {
    const inner = make("code");
    const onclick = async () => {
      if (await copyText(inner.textContent)) return tellCode("good", () => t("takeAway.copiedOne", { name }));
      getSelection()?.selectAllChildren(inner);
      tellCode("bad", () => t("takeAway.refused"));
    };
    const copy = make(
      "button",
      { type: "button", "aria-label": t("takeAway.copyOne", { name }), onclick },
      t("takeAway.copy"),
    );
    const pre = make("pre", { tabindex: "0", role: "group", "aria-label": name }, inner);
    return { inner, elements: [make("div", { class: "row" }, make("h4", {}, name), copy), pre] };
  }

  const open = latest(async (signal) => {
    const { hash } = location;
    if (!isLink(hash)) return;
    last = hash;
    if (hash.length > MOST_HASH) return tellPage("bad", () => t("takeAway.openTooLong", { most: num(MOST_HASH) }));
    try {
      const filter = await loadAny(base64In(hash));
      if (signal.aborted) return filter.free();
      if (!(filter instanceof BloomFilter)) {
        filter.free();
        return tellPage("bad", () => t("takeAway.openStatic"));
      }
      const { stats, name } = filter;
      const values = () => ({ ...stats, bits: num(stats.bits), most: num(MOST_CELLS), name: isolated(name) });
      if (stats.bits > MOST_CELLS) {
        filter.free();
        return tellPage("bad", () => t("takeAway.openTooWide", values()));
      }
      replace(filter, { complete: false });
      opened = filter;
      tellPage("good", () => t(name ? "takeAway.openedNamed" : "takeAway.opened", values()));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (!signal.aborted) tellPage("bad", () => t("takeAway.openBroken"), message);
    }
  });

  find("#take-away-base64").addEventListener("click", () => withBase64(copyBase64));
  find("#take-away-text").addEventListener("click", () => {
    const name = fileNameFor(bench.filter.name, ".txt");
    withBase64((parts) => save(name, new Blob(parts)));
  });
  find("#take-away-bytes").addEventListener("click", () =>
    save(fileNameFor(bench.filter.name, ".bloom"), bench.filter.toBytes()),
  );
  find("#take-away-file").addEventListener("click", () => save(fileName(), bench.filter.toBytes(), tellCode));
  find("#take-away-link-copy").addEventListener("click", copyLink);
  link.addEventListener("focus", () => link.select());
  runtime.addEventListener("change", () => {
    tellCode("", () => "");
    drawCode();
  });
  addEventListener("hashchange", async () => {
    // Going back to where one was does not throw away what was done since.
    if (!isLink(location.hash) || location.hash === last) return;
    await open();
    find("#page-news").scrollIntoView({ block: "center" });
  });

  whenNear(code.parentElement, async () => {
    ({ snippetFor } = await import("./snippets.js"));
    drawCode();
  });
  onChange(() => {
    silence();
    draw();
  });
  onAsk(drawCode);
  inEachLanguage(() => {
    draw();
    drawCode();
  });
  open();
}

/**
 * The filter in a text. Most are plain ones; what reads all others comes only where it is needed.
 * @param {string} base64
 */
async function loadAny(base64) {
  try {
    return BloomFilter.fromBase64(base64);
  } catch {
    return (await import("edgebloom/compat")).load(base64);
  }
}

/** What reads the file of the filter. */
function kindNow() {
  const { scheme, stages } = bench.stats;
  if (scheme !== "native") return "foreign";
  // A sparse filter says the same of itself as a plain one.
  return bench.filter.constructor === BloomFilter || stages ? "readable" : "variant";
}

/** The key that is typed, if the filter takes it. */
function keyNow() {
  try {
    if (bench.asked) return keyOf(bench.asked);
  } catch {
    // The panel where it is typed says what is wrong with it.
  }
  return bench.integers ? 1n : KEY;
}

/** A text that somebody else has written, so that its direction ends with it. @param {string} text */
const isolated = (text) => `\u2068${text}\u2069`;
