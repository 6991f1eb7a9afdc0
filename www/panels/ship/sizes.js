// Compares the size of the filter with its keys as a list and as a Set.

import { bar } from "../../lib/bars.js";
import { bench } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { latest } from "../../lib/slices.js";
import { base64Length } from "../take-away/base64.js";
import { MEASURED, setBytes } from "./set-memory.js";
import { onSubject, subject } from "./subject.js";

/** @typedef {Awaited<ReturnType<typeof subject.keySizes>>} KeySizes */

export function startSizes() {
  const bars = find("#ship-sizes");
  /** The sizes of the keys, which take a while to compute, and their filter. */
  let known = { of: /** @type {unknown} */ (undefined), sizes: /** @type {KeySizes} */ (undefined) };
  let isNear = false;

  function draw() {
    const { keys, fileBytes } = subject.facts;
    const sizes = known.of === current() ? known.sizes : undefined;
    const rows = [
      { name: "ship.sizeFile", bytes: fileBytes, kind: "filter" },
      { name: "ship.sizeBase64", bytes: base64Length(fileBytes), kind: "filter" },
      { name: "ship.sizeText", bytes: sizes?.text, kind: "keys" },
      { name: "ship.sizeGzipped", bytes: sizes?.gzipped, kind: "keys" },
      // The line feeds between keys do not count.
      { name: "ship.sizeSet", bytes: sizes && keys ? setBytes(keys, sizes.text - keys + 1) : undefined, kind: "keys" },
    ];
    const most = Math.max(...rows.map(({ bytes = 0 }) => bytes));
    bars.replaceChildren(
      ...rows.flatMap(({ name, bytes, kind }) => {
        const value = bytes === undefined ? "–" : size(bytes);
        const row = bar(
          t(name),
          (bytes ?? 0) / most,
          name === "ship.sizeSet" && bytes ? t("ship.about", { value }) : value,
        );
        for (const element of row) element.dataset.kind = kind;
        return row;
      }),
    );
    find("#ship-sizes-note").textContent =
      keys === undefined ? t("ship.sizesUnknown") : t("ship.sizesNote", { ...MEASURED, bytes: num(MEASURED.bytes) });
  }

  /** Identifies the keys whose sizes are known. */
  const current = () => (subject.isExample ? "example" : bench.signal);

  const look = latest(async (signal) => {
    const of = current();
    if (known.of === of) return;
    const sizes = await subject.keySizes();
    if (signal.aborted || of !== current()) return;
    known = { of, sizes };
    draw();
  });

  onSubject(() => {
    draw();
    if (isNear) look();
  });
  inEachLanguage(draw);
  return () => {
    isNear = true;
    look();
  };
}
