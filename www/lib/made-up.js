// Made-up words, for keys that were never added.

const SYLLABLES = ["ba", "ko", "mi", "ru", "ta", "ne", "so", "li", "fa", "du", "pe", "zo", "vi", "ka", "lo", "mu"];

/**
 * A word of two syllables or more, one for each number.
 * @param {number} number
 */
export function madeUp(number) {
  let word = "";
  for (let rest = number + 256; rest; rest = Math.floor(rest / 16)) word = SYLLABLES[rest % 16] + word;
  return word;
}
