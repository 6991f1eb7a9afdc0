// The given numbers in the address of a page: #calculator?n=1000000&p=0.01

const START = "#calculator?";

/** Combinations that can be given. */
const TOGETHER = ["kn", "kp", "km", "mn", "mp", "np", "kmn", "knp"];

/** Milliseconds without a change before the address changes: browsers limit how often it may change. */
const DELAY = 300;

/**
 * @param {string[]} given
 * @param {Record<string, number>} numbers
 */
export const addressOf = (given, numbers) => START + given.map((name) => `${name}=${numbers[name]}`).join("&");

/**
 * The values of an address by name; undefined if it is for another part of the page, empty if it is not valid.
 * @param {string} hash
 * @returns {Record<string, string> | undefined}
 */
export function readAddress(hash) {
  if (!hash.startsWith(START)) return undefined;
  const entries = [...new URLSearchParams(hash.slice(START.length))];
  const names = entries
    .map(([name]) => name)
    .sort()
    .join("");
  return TOGETHER.includes(names) ? Object.fromEntries(entries) : {};
}

let timer = 0;

/** Puts the numbers into the address of the page. @param {() => string | undefined} address */
export function keepAddress(address) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const next = address();
    // Do not replace a link to a filter.
    if (next && !location.hash.startsWith("#f=")) history.replaceState(null, "", next);
  }, DELAY);
}
