// What scripts/playground.mjs puts into sw.js.

/** Paths of all files of the page. */
declare const FILES: string[];
/** A name for what is in them. */
declare const VERSION: string;
