// The made-up names in which the page looks for a false positive. scripts/playground.mjs goes through them, too: it writes down which listed names
// set the bits of the false positives, because to find that out takes the full list.

import { madeUp } from "../../lib/made-up.js";

/** How many names there are: about 60 of them are false positives. */
export const POOL = 6_000;

/** Where the words of four syllables are. */
const OFFSET = 10_000;

/** RFC 2606: no list contains such names. */
const RESERVED = ".example";

/** @param {string} domain */
export const isReserved = (domain) => domain.endsWith(RESERVED);

/** @param {number} number from 0; after the last name comes the first one again */
export const nameOf = (number) => madeUp(OFFSET + (number % POOL)) + RESERVED;
