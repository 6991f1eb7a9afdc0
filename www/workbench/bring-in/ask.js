// The form for options that the bytes of a file do not contain.

import { find, make } from "../../lib/dom.js";
import { inEachLanguage, t } from "../../lib/i18n.js";
import { FORMATS, askedFor } from "./foreign-options.js";
import { texts } from "./reader-texts.js";
import { sentences } from "./words.js";

/** Formats and schemes with a note for the user. */
const ABOUT = ["redisbloom", "parquet-sbbf", "rbloom", "redis-bitmap", "php-redis", "crc32-mt", "additive-partitioned"];

/**
 * A file and the answers so far.
 * @typedef {object} Asked
 * @property {Uint8Array} bytes
 * @property {string} format "" until it is chosen
 * @property {string[]} candidates
 * @property {Record<string, string>} values
 */

/** @param {(asked: Asked) => void} submit */
export function startAsk(submit) {
  const details = find("#bring-in-options");
  const formatSelect = find("#bring-in-format");

  /** @type {Asked | undefined} */
  let asked;

  /**
   * @param {Asked} [next] without it the form is empty
   * @param {boolean} [complete] if everything is answered
   */
  function open(next, complete = false) {
    asked = next;
    details.hidden = !asked;
    details.open = !!asked && !complete;
    draw();
  }

  function sayAnswers() {
    const { format, values } = /** @type {Asked} */ (asked);
    const said = askedFor(format, values).flatMap(({ name }) => values[name]?.trim() || []);
    const all = [format ? t(`bringIn.format.${format}`) : t("bringIn.notChosen"), ...said];
    find("#bring-in-options-title").textContent = t("bringIn.options", { all: all.join(" · ") });
  }

  function draw() {
    if (!asked) return;
    sayAnswers();
    const { format, candidates, values } = asked;
    const option = (/** @type {string} */ name) => make("option", { value: name }, t(`bringIn.format.${name}`));
    const others = Object.keys(FORMATS).filter((name) => !candidates.includes(name));
    formatSelect.replaceChildren(
      make("option", { value: "" }, t("bringIn.choose")),
      make("optgroup", { label: t("bringIn.likely") }, ...candidates.map(option)),
      make("optgroup", { label: t("bringIn.others") }, ...others.map(option)),
    );
    formatSelect.value = format;
    const fields = find("#bring-in-fields");
    const focused =
      fields.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.field;
    const asks = askedFor(format, values);
    fields.replaceChildren(...asks.map(drawField));
    if (focused) find(`[data-field="${focused}"]`, fields)?.focus();
    const about = [format, values.scheme].filter((name) => ABOUT.includes(name)).map((name) => `bringIn.about.${name}`);
    const why = asks.map(({ name }) => `bringIn.why.${name}`).filter((key) => key in texts.en);
    find("#bring-in-about").textContent = sentences(...[...about, ...why].map((key) => t(key)));
  }

  /** @param {import("./foreign-options.js").Asked} asks */
  function drawField({ name, kind, choices = [], optional }) {
    const { values } = /** @type {Asked} */ (asked);
    const keep = (/** @type {any} */ { currentTarget }) => {
      values[name] = currentTarget.value;
      if (name === "scheme") draw();
      else sayAnswers();
    };
    const control =
      kind === "choice"
        ? make(
            "select",
            { "data-field": name, onchange: keep },
            make("option", { value: "" }, t("bringIn.choose")),
            ...choices.map((value) => make("option", { value }, `${value}: ${t(`bringIn.choice.${value}`)}`)),
          )
        : make("input", { "data-field": name, autocomplete: "off", spellcheck: "false", oninput: keep });
    control.value = values[name] ?? "";
    const title = `${t(`bringIn.ask.${name}`)}${optional ? t("bringIn.optional") : ""}`;
    return make("label", {}, make("span", {}, title), control);
  }

  formatSelect.addEventListener("change", () => {
    if (!asked) return;
    asked = { ...asked, format: formatSelect.value, values: {} };
    draw();
  });
  find("#bring-in-ask").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (asked) submit(asked);
  });
  inEachLanguage(draw);
  return { open };
}
