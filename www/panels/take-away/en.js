/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "takeAway.size": "{bytes} bytes as a filter file, {characters} characters as base64.",
  "takeAway.writing": "Writing base64 …",
  "takeAway.copied": "Copied: {characters} characters.",
  "takeAway.refused": "The browser does not let the page copy. It is selected: copy it from there.",
  "takeAway.refusedLong":
    "The browser does not let the page copy, and {characters} characters are too many to show. Download the text instead.",
  "takeAway.saved": "Saved as {name}.",
  "takeAway.linkFits":
    "Whoever opens it has this filter, but no list of its keys. No server sees what comes after the #.",
  "takeAway.linkTooLong": "A link takes a filter file of up to {most} bytes; this one has {bytes}.",
  "takeAway.linkTooWide": "A link takes a filter of up to {most} cells; this one has {bits}.",
  "takeAway.opened": "The filter comes from the link: {scheme}, {layout}, m = {bits}, k = {hashes}.",
  "takeAway.openedNamed": "The filter comes from the link: “{name}”, {scheme}, {layout}, m = {bits}, k = {hashes}.",
  "takeAway.openBroken":
    "The filter in the link cannot be opened: it was cut or changed, or is none. The page goes on without it.",
  "takeAway.openStatic":
    "The link holds a static set. It has no bits to show and takes no keys, so the page goes on without it.",
  "takeAway.openTooLong":
    "The link is too long: after the #, a link of this page has at most {most} characters. The page goes on without it.",
  "takeAway.openTooWide":
    "The filter in the link has {bits} cells, and the page opens {most} from a link. The page goes on without it.",
  "takeAway.file": "Download {name}",
  "takeAway.beside": "Save {name} beside the code.",
  "takeAway.served": "Save {name} beside the code, and let any web server serve the folder.",
  "takeAway.besideBin": "Save {name} beside the code: the ending .bin makes the import an ArrayBuffer.",
  "takeAway.noWasm": " The code needs no WebAssembly, so a Content-Security-Policy needs no “wasm-unsafe-eval”.",
  "takeAway.shell": "Commands",
  "takeAway.copy": "Copy",
  "takeAway.copyOne": "Copy {name}",
  "takeAway.copiedOne": "Copied: {name}.",
};
