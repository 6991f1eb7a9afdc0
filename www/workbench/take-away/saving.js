// Copies, saves and shares the filter on the bench, and reports the result.

import { bench } from "../../lib/bench.js";
import { copyText, saveFile } from "../../lib/dom.js";
import { num, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { writeBase64 } from "./base64.js";
import { fileNameFor } from "./file-names.js";
import { MOST_BYTES, fits, linkFor } from "./permalink.js";

/** The most characters of base64 that are shown if they cannot be copied. */
const MOST_SHOWN = 200_000;

/**
 * @param {import("../../lib/teller.js").Teller} tell
 * @param {HTMLTextAreaElement} shown for a text, if the browser blocks the clipboard
 */
export function savingOf(tell, shown) {
  let writing = false;

  /**
   * Makes the base64 text of the current filter.
   * @param {(parts: string[]) => void | Promise<void>} use
   */
  async function withBase64(use) {
    // A disabled button would lose the focus.
    if (writing) return;
    writing = true;
    tell("busy", () => t("takeAway.writing"));
    try {
      await use(/** @type {string[]} */ (await inSlices(writeBase64(bench.filter.toBytes()))));
    } finally {
      writing = false;
    }
  }

  /** @param {string} text */
  async function copy(text) {
    const characters = () => ({ characters: num(text.length) });
    if (await copyText(text)) return tell("good", () => t("takeAway.copied", characters()));
    if (text.length > MOST_SHOWN) return tell("bad", () => t("takeAway.refusedLong", characters()));
    tell("bad", () => t("takeAway.refused"));
    shown.value = text;
    shown.hidden = false;
    shown.focus();
    shown.select();
  }

  /**
   * @param {string} name
   * @param {BlobPart} content
   */
  function save(name, content) {
    saveFile(name, content);
    tell("good", () => t("takeAway.saved", { name }));
  }

  const nameOf = (/** @type {string} */ ending) => fileNameFor(bench.filter.name, ending);

  return {
    copyBase64: () => withBase64((parts) => copy(parts.join(""))),
    saveText: () => withBase64((parts) => save(nameOf(".txt"), new Blob(parts))),
    saveBytes: () => save(nameOf(".bloom"), bench.filter.toBytes()),
    /** Shares a small filter as a link, and a larger one as a file, with the share dialog of the system. */
    async share() {
      if (fits(bench.stats)) return copy(linkFor(location.href, bench.filter.toBase64()));
      const files = [new File([bench.filter.toBytes()], nameOf(".bloom"), { type: "application/octet-stream" })];
      const bytes = bench.stats.byteLength;
      if (!navigator.canShare?.({ files }))
        return tell("", () => t("takeAway.shareFile", { most: num(MOST_BYTES), bytes: num(bytes) }));
      // Closing the dialog is not an error.
      await navigator.share({ files }).catch(() => {});
    },
  };
}
