// Bars that show how much memory the same number of keys takes in other ways.

import { memoryComparison } from "edgebloom";
import { bar } from "../../lib/bars.js";
import { find, say } from "../../lib/dom.js";
import { few, size, t } from "../../lib/i18n.js";
import { parseKeys } from "../../lib/parse-number.js";
import { answer } from "./solve.js";

/**
 * The bars share one linear scale. It ends at the longest bar except the one-hash bitmap, which would make all others
 * invisible for low rates.
 * @param {{ n: number, p: number } | undefined} numbers
 */
export function showMemory(numbers) {
  const field = find("#calculator-record");
  const recordBytes = parseKeys(field.value);
  const bad = Number.isNaN(recordBytes);
  field.setAttribute("aria-invalid", bad);
  if (bad) return tell(t("calculator.badRecord", { found: quoted(field.value) }), "bad");
  const all = numbers && answer(() => memoryComparison(numbers.n, numbers.p, { recordBytes }));
  tell(all || !numbers ? "" : t("calculator.noMemory"));
  const bars = find("#calculator-bars");
  bars.replaceChildren();
  if (!all) return;
  const most = Math.max(...Object.entries(all).map(([name, bytes]) => (name === "oneHashBitmap" ? 0 : bytes)));
  for (const [name, bytes] of Object.entries(all)) {
    const times = t("calculator.times", { size: size(bytes), times: few(bytes / all.bloomFilter) });
    const row = bar(t(`calculator.bar-${name}`), Math.min(bytes / most, 1), times);
    const length = row[1].firstChild;
    length.dataset.name = name;
    length.toggleAttribute("data-cut", bytes > most);
    bars.append(...row);
  }
}

/** The same message again, as for another k, would be read aloud again. @param {string} text @param {"" | "bad"} [kind] */
function tell(text, kind) {
  const news = find("#calculator-memory-news");
  if (news.textContent !== text) say(news, text, kind);
}

/** @param {string} text to put in quotes in a sentence */
export const quoted = (text) =>
  text.trim() ? t("calculator.quoted", { text: text.trim().slice(0, 40) }) : t("calculator.nothing");
