// Names of the files that the page saves.

/**
 * A file name from the name of a filter.
 * @param {string} name
 * @param {string} ending
 */
export function fileNameFor(name, ending) {
  const safe = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+/, "");
  return `${
    [...safe]
      .slice(0, 60)
      .join("")
      .replace(/[-.]+$/, "") || "filter"
  }${ending}`;
}
