/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "bringIn.loading": "Loading the part that reads other systems …",
  "bringIn.notLoaded":
    "The part that reads filter files could not be loaded. Is there a connection? Then reload the page.",
  "bringIn.reading": "Reading {name} …",
  "bringIn.oneFile": "One file at a time, please.",
  "bringIn.tooLarge": "{name} has {size}; this page takes up to {most}. It was not read.",
  "bringIn.tooLong": "This text has {length} characters; this page takes up to {most}.",
  "bringIn.emptyFile": "{name} is empty.",
  "bringIn.unreadable": "{name} cannot be read: is it a folder, or has it been moved?",
  "bringIn.nothing": "Paste something first.",
  "bringIn.notBase64": "This is neither base64 nor JSON.",
};
