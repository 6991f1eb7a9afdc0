// The code that builds and queries the filter, for each runtime.

import { bench } from "../../lib/bench.js";
import { copyText, find, findAll, make, saveFile } from "../../lib/dom.js";
import { currentLanguage, inEachLanguage, size, t } from "../../lib/i18n.js";
import { startTabs } from "../../lib/tabs.js";
import { teller } from "../../lib/teller.js";
import { endingFor, fileNameFor } from "../take-away/file-names.js";
import { KEY, onSubject, subject } from "./subject.js";

/** @returns {() => void} loads and shows the code, when the section comes near */
export function startCode() {
  const [blocks, input] = ["blocks", "input"].map((name) => find(`#ship-${name}`));
  const tabs = findAll('#ship [role="tab"]');
  const tellCode = teller("#ship-code-news");
  /** What the code is for. @type {any} */
  let runtime;
  /** The blocks of code that are on the page, in order. */
  let shown = { of: "", codes: /** @type {HTMLElement[]} */ ([]) };
  /** @type {typeof import("./snippets.js") | undefined} loaded when the section comes near */
  let snippets;

  const fileName = () => fileNameFor(subject.facts.name, endingFor(runtime));

  /** @param {typeof import("./snippets.js")} snippets */
  function wanted({ buildSnippet, snippetFor }) {
    const name = fileName();
    if (runtime === "build") {
      const { build, publish, live } = buildSnippet({ fileName: name, key: keyNow() });
      return {
        note: t("ship.buildNote"),
        texts: [
          { name: t("ship.buildOnce"), text: build, isCommands: true },
          { name: t("ship.buildAgain"), text: publish, isCommands: true },
          live,
        ],
      };
    }
    const { kind } = subject.facts;
    const { files, install, run, note } = snippetFor(runtime, { kind, fileName: name, key: keyNow() });
    const commands = [install, run].filter(Boolean).join("\n");
    return {
      note:
        t(`ship.${note}`, { name }) +
        (kind === "readable" ? t("ship.noWasm") : "") +
        (subject.isExample ? t("ship.emailNote") : ""),
      texts: [...(commands ? [{ name: t("ship.shell"), text: commands, isCommands: true }] : []), ...files],
    };
  }

  function draw() {
    find("#ship-file").textContent = t("ship.file", { name: fileName(), size: size(subject.facts.fileBytes) });
    if (!snippets) return;
    const { note, texts } = wanted(snippets);
    find("#ship-note").textContent = note;
    // The elements are kept while the user types, so a selection in them is kept, too.
    const of = [currentLanguage(), runtime, ...texts.map(({ name }) => name)].join("\n");
    if (of !== shown.of) {
      const made = texts.map(block);
      blocks.replaceChildren(...made.flatMap(({ elements }) => elements));
      shown = { of, codes: made.map(({ inner }) => inner) };
    }
    for (const [i, { text }] of texts.entries()) {
      if (shown.codes[i].textContent !== text) shown.codes[i].textContent = text;
    }
  }

  /** @param {{ name: string, isCommands?: boolean }} what */
  function block({ name, isCommands = false }) {
    const inner = make("code");
    const onclick = async () => {
      if (await copyText(inner.textContent)) return tellCode("good", () => t("ship.copiedOne", { name }));
      getSelection()?.selectAllChildren(inner);
      tellCode("bad", () => t("ship.refused"));
    };
    const copy = make(
      "button",
      { type: "button", class: "chip", "aria-label": t("ship.copyOne", { name }), onclick },
      t("ship.copy"),
    );
    const pre = make(
      "pre",
      { class: isCommands && "commands", tabindex: "0", role: "group", "aria-label": name },
      inner,
    );
    return { inner, elements: [make("div", { class: "ship-block" }, make("h4", {}, name), copy), pre] };
  }

  /** The key of the last step, if the filter accepts it. */
  const keyNow = () => subject.keyIn(input.value.trim()) ?? (!subject.isExample && bench.integers ? 1n : KEY);

  startTabs(tabs, (tab) => {
    runtime = tab.dataset.runtime;
    find("#ship-code").setAttribute("aria-labelledby", tab.id);
    tellCode("", () => "");
    draw();
  })(tabs[0]);
  find("#ship-file").addEventListener("click", async () => {
    const name = fileName();
    try {
      saveFile(name, await subject.file());
      tellCode("good", () => t("ship.saved", { name }));
    } catch {
      tellCode("bad", () => t("ship.notLoaded"));
    }
  });
  input.addEventListener("input", draw);
  onSubject(draw);
  inEachLanguage(draw);
  return async () => {
    snippets = await import("./snippets.js");
    draw();
  };
}
