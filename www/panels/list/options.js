// How a list is read: the form of its keys, the column of a table, the false-positive rate. Until the user chooses, as the list looks.

import { find, make } from "../../lib/dom.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { shortened } from "../../lib/format.js";
import { FORMS, readAs as readAsForm } from "./forms.js";
import { RATES, oneIn } from "./rates.js";

/** @typedef {import("./list-worker.js").Choices} Choices */
/** @typedef {import("./list-worker.js").Seen} Seen */
/** @typedef {{ count: number, lines: number, skipped: number, odd: string[], repeats: string[], addresses: number, address: string, commented: number, uneven: number, head: string[] }} Built */

/** @param {(change: Choices, isForAll?: boolean) => void} changed hears what the user chooses, and whether it holds for other lists, too */
export function startOptions(changed) {
  const [column, header, form, rate, readAs, propose, which, named] = [
    "column",
    "header",
    "form",
    "rate",
    "read-as",
    "propose",
    "which",
    "named",
  ].map((id) => find(`#list-${id}`));
  /** @type {{ seen?: Seen, built?: Built, isFixed?: boolean }} */
  let now = {};

  function drawTable() {
    const { table, column: chosen = "", header: isHeader = false } = now.seen ?? {};
    find("#list-table").hidden = !table;
    header.checked = isHeader;
    // An object has no line, and its names are no row.
    const isJson = !!now.seen?.json;
    header.parentElement.hidden = isJson;
    const names = (table?.columns ?? []).map(({ name, first }, i) =>
      isHeader ? name : t("list.columnNumber", { number: num(i + 1), first: shortened(name || first, 24) }),
    );
    column.replaceChildren(
      ...(isJson ? [] : [make("option", { value: "" }, t("list.wholeLine"))]),
      ...names.map((name, i) => make("option", { value: i }, name)),
    );
    column.value = chosen;
  }

  /** Says which keys the list has, and offers the other way to read it. */
  function drawRead() {
    const { seen, built } = now;
    const almost = seen?.almost;
    const found = almost?.form ?? seen?.form ?? "raw";
    // An address among domains may be one person's: whoever takes its domain can leave it out instead.
    const isMixed = !!built && built.addresses > 0 && built.addresses < built.lines - built.skipped;
    const isUneven = !!built?.uneven && found === "raw" && form.value === "raw";
    // As host names, the addresses among them are skipped; as email domains, nothing is.
    const isLosing = form.value === "domain" && !!built?.odd.some((entry) => entry.includes("@"));
    const fuller = isMixed ? "domain" : isLosing ? "email" : "raw";
    const other = isUneven ? "words" : form.value !== found ? found : fuller;
    const isOther = form.value !== "raw" && form.value !== found && !built?.skipped;
    propose.hidden = !built || (found === "raw" ? !isUneven && form.value !== "words" : isOther);
    propose.textContent = t(isMixed ? "list.propose-without" : `list.propose-${other}`);
    propose.value = other;
    readAs.textContent = "";
    which.hidden = true;
    // Open, it would be about the list before.
    find("#list-ones").togglePopover?.(false);
    if (!built) return;
    const { count, lines, skipped, odd, repeats, addresses, address, commented } = built;
    const same = lines - skipped - count;
    const values = {
      count: num(count),
      lines: num(lines),
      skipped: skipped && num(skipped),
      example: shortened(odd[0] ?? ""),
    };
    readAs.textContent = t("list.read", { ...values, same, form: form.value });
    const { dropped = form.value } = seen ?? {};
    if (dropped !== form.value && FORMS[dropped] && dropped !== "words")
      readAs.textContent += t("list.dropped", { form: dropped });
    if (isMixed) readAs.textContent += t("list.addresses", { address, count: num(addresses) });
    if (found === "email" && form.value === "raw") readAs.textContent += t("list.whole");
    if (commented) readAs.textContent += t("list.commented", { count: num(commented) });
    if (isUneven) readAs.textContent += t("list.uneven");
    // Addresses would stay whole in any case.
    if (almost && form.value === "raw" && readAsForm(found) !== "raw")
      readAs.textContent += t("list.odd", { ...almost, odd: shortened(almost.odd) });
    find("#list-read").classList.toggle("merged", same > 0);
    which.hidden = !(same || skipped > 1);
    nameAll(named, [
      ["list.oddOnes", skipped, odd],
      ["list.repeats", same, repeats],
    ]);
  }

  column.addEventListener("change", () => changed({ column: column.value }));
  header.addEventListener("change", () => changed({ header: header.checked }));
  form.addEventListener("change", () => changed({ form: form.value }, true));
  rate.addEventListener("change", () => changed({}));
  propose.addEventListener("click", () => changed({ form: propose.value }));
  form.append(...Object.keys(FORMS).map((one) => make("option", { value: one })));
  rate.append(...RATES.map((one) => make("option", { value: one })));
  rate.value = "0.01";
  inEachLanguage(() => {
    for (const option of form.options) option.textContent = t(`list.${option.value}`);
    for (const option of rate.options) option.textContent = oneIn(Number(option.value));
    drawTable();
    drawRead();
  });

  return {
    rate: () => Number(rate.value),
    form: () => /** @type {string} */ (form.value),

    /**
     * Shows how the list is read, and what came of it.
     * @param {Seen} [seen]
     * @param {Built} [built]
     */
    show(seen, built) {
      now = { seen, built };
      if (seen) form.value = seen.chosen;
      drawTable();
      drawRead();
    },

    /** A list in a link cannot be read in another way, and says its rate itself. @param {string | undefined} its form; undefined for any other list */
    fix(its) {
      form.disabled = rate.parentElement.hidden = its !== undefined;
      if (its) form.value = its;
    },
  };
}

/**
 * Names entries that became no keys of their own.
 * @param {HTMLElement} box
 * @param {[text: string, count: number, names: string[]][]} kinds `names`: the first of them
 */
function nameAll(box, kinds) {
  const parts = kinds
    .filter(([, count]) => count)
    .map(([text, count, names]) => {
      const more =
        count > names.length
          ? [make("li", { class: "soft" }, t("keys.more", { count: num(count - names.length) }))]
          : [];
      return [
        make("h3", {}, t(text, { count: num(count) })),
        make("ul", {}, ...names.map((name) => make("li", {}, shortened(name, 80))), ...more),
      ];
    });
  box.replaceChildren(...parts.flat());
}
