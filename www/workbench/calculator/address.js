// The given numbers in the address of the page: #calculator?n=1000000&p=0.01

const START = "#calculator?";

/** Combinations that can be given. */
const TOGETHER = ["kn", "kp", "km", "mn", "mp", "np", "kmn", "knp"];

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
