const counted = (/** @type {string} */ count, /** @type {string} */ what) =>
  `${count} ${what}${count === "1" ? "" : "s"}`;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "list.starting": "Starting …",
  "list.reading": ({ share, keys }) => `Reading and counting: ${share && `${share}, `}${keys} keys so far.`,
  "list.building": "Building: {done} of {keys} keys added.",
  "list.built": ({ count, lines, duplicates, json, bytes, size, base64, seconds }) =>
    `${counted(count, "key")} from ${counted(lines, json ? "string" : "line")}, ${duplicates ? `${duplicates} of them duplicates` : "no duplicates"}. ` +
    `A list of ${bytes} became a filter of ${size}, as base64 ${base64}, in ${seconds} s.`,
  "list.see": "See its bits",
  "list.takeStatic": "Download as a static set: {size}",
  "list.textName": "the text",
  "list.notShown": "The {length} characters were too many for the text field and were taken straight to the filter. ",
  "list.busy": "One list at a time: wait for this one, or cancel it.",
  "list.cancelled": "Cancelled.",
  "list.kept": " The filter above is as it was.",
  "list.lost":
    "The worker that kept the list has stopped. The filter works on, but who has set a bit is no longer known.",
  "list.failed": "The filter could not be built, perhaps for want of memory.",
  "list.oneFile": "One file at a time, please.",
  "list.tooBig": "This list has {found} bytes: more than the {most} that are taken here.",
  "list.tooMany": "There are more than {most} different keys: line {line} is one too many.",
  "list.longLine": "Line {line} has {found} bytes: a key has {most} at most. Is there one key per line?",
  "list.binary": "This is a binary file, not a text. Save the list as UTF-8 text, one key per line.",
  "list.notUtf8": "This text is not in UTF-8. Save it as UTF-8.",
  "list.utf16": "This text is in UTF-16. Save it as UTF-8.",
  "list.noKeys": "There is no key in it: a key is a line that is not empty.",
  "list.unreadable": "This file could not be read: is it a folder, or has it changed since?",
  "list.unfetched": "The example list could not be loaded.",
  "list.notStrings": "This .json file is not an array of strings.",
};
