const counted = (/** @type {string} */ count, /** @type {string} */ what) =>
  `${count} ${what}${count === "1" ? "" : "s"}`;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "list.starting": "Starting …",
  "list.reading": ({ share, keys }) => `Reading and counting: ${share && `${share}, `}${keys} keys so far.`,
  "list.building": "Building: {done} of {keys} keys added.",
  "list.built": ({ count, lines, duplicates, json, base64, seconds }) =>
    `${counted(count, "key")} from ${counted(lines, json ? "string" : "line")}, ${duplicates ? counted(duplicates, "duplicate") : "no duplicates"}, ` +
    `in ${seconds} s; base64: ${base64}.`,
  "list.smaller": "{from} → {to}, {times}× smaller",
  "list.larger": "{from} → {to}: a short list is smaller than a filter",
  "list.gzipped": "The list alone, gzipped: {size}.",
  "list.takeStatic": "Download as a static set: {size}",
  "list.textName": "the text",
  "list.notShown": "The text has {length} characters, too many to show, so it was read directly. ",
  "list.busy": "Another list is being read. Wait, or cancel it.",
  "list.cancelled": "Cancelled.",
  "list.kept": " The filter in the playground has not changed.",
  "list.lost":
    "The worker with the list has stopped. The filter still works, but the page no longer knows which keys set which bits.",
  "list.failed": "The filter could not be built. The device may be out of memory.",
  "list.oneFile": "One file at a time, please.",
  "list.tooBig": "The list has {found} bytes; the limit is {most}.",
  "list.tooMany": "The list has more than {most} different keys; line {line} is the first over the limit.",
  "list.longLine": "Line {line} has {found} bytes; a key can have at most {most}. Is there one key per line?",
  "list.binary": "This is a binary file. Save the list as UTF-8 text, one key per line.",
  "list.notUtf8": "This text is not in UTF-8. Save it as UTF-8.",
  "list.utf16": "This text is in UTF-16. Save it as UTF-8.",
  "list.noKeys": "The list has no keys: every line is empty.",
  "list.unreadable": "The file could not be read. Is it a folder, or did it change?",
  "list.unfetched": "The example list could not be loaded.",
  "list.notStrings": "This .json file is not an array of strings.",
};
