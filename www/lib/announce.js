// What a screen reader says when an answer is there: as one message, once. Live regions on the texts themselves would say each half of an
// answer, each letter and each name of a show; and where they are switched on and off, some screen readers miss the switch.

import { find } from "./dom.js";

/** Milliseconds that a message stays. A screen reader would miss one that the next replaces at once, and nobody should find it again later. */
const STAYS = 1000;

/** @type {string[]} */
const waiting = [];
let isSaying = false;

/** @param {...string} texts */
export function announce(...texts) {
  waiting.push(texts.filter(Boolean).join("\n"));
  if (!isSaying) sayNext();
}

/** What has not been said is out of date: the user went on. */
export function hush() {
  waiting.length = 0;
}

function sayNext() {
  const text = waiting.shift();
  isSaying = text !== undefined;
  find("#said").textContent = text ?? "";
  if (isSaying) setTimeout(sayNext, STAYS);
}
