// The colour and the text of a rate in the heat map.

/** Powers of ten from the lightest colour to the darkest. */
const DECADES = 7;

/** From here on white is easier to read on the colour than black. */
export const DEEP = 0.635;

/** @param {number} rate */
export const heatOf = (rate) => Math.min(-Math.log10(rate) / DECADES, 1);

/**
 * Short enough for a cell, in any language.
 * @param {number} rate
 */
export const cellText = (rate) => (rate >= 0.001 ? rate.toPrecision(3) : rate.toExponential(2));
