// Where the two sliders stop: at 1, 2 and 5 times a power of ten.

/** @param {number} power */
const three = (power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`));

/** @param {number} from @param {number} to */
const powers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** From 100 to 10^9 keys. */
export const KEY_STOPS = [...powers(2, 8).flatMap(three), 1e9];

/** From 50% to 10^-9. */
export const RATE_STOPS = powers(-9, -1).flatMap(three).reverse();
