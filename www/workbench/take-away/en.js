/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "takeAway.size": "{bytes} bytes as a filter file, {characters} characters as base64.",
  "takeAway.writing": "Writing base64 …",
  "takeAway.copied": "Copied: {characters} characters.",
  "takeAway.refused": "The browser blocked copying. The text is selected: press Ctrl+C or ⌘C.",
  "takeAway.refusedLong":
    "The browser blocked copying, and {characters} characters are too many to show. Download as text instead.",
  "takeAway.saved": "Saved as {name}.",
  "takeAway.linkFits":
    "Anyone who opens the link gets this filter, but no list of its keys. The part after the # is not sent to any server.",
  "takeAway.linkTooLong": "A link can hold a filter file of up to {most} bytes; this one has {bytes}.",
  "takeAway.linkTooWide": "A link can hold a filter of up to {most} bits or counters; this one has {bits}.",
  "takeAway.opened": "The filter comes from the link: {scheme}, {layout}, m = {bits}, k = {hashes}.",
  "takeAway.openedNamed": "The filter comes from the link: “{name}”, {scheme}, {layout}, m = {bits}, k = {hashes}.",
  "takeAway.openBroken":
    "The link does not contain a valid filter. It may have been cut off or changed. The filter above has not changed.",
  "takeAway.openStatic": "The link contains a static set. This page cannot show it.",
  "takeAway.openTooLong": "The link is too long: at most {most} characters can follow the #.",
  "takeAway.openTooWide": "The filter in the link has {bits} bits or counters; this page opens at most {most}.",
  "takeAway.shareFile":
    "This filter file has {bytes} bytes, and a link can hold {most}. Download the file and send it.",
};
