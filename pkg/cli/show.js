// Numbers and times, as messages and JSON show them.

/** @param {number} value */
export const grouped = (value) => value.toLocaleString("en-US");

/** @param {number | null | undefined} time in milliseconds since 1970; null for never */
export const isoTime = (time) => (time === null || time === undefined ? null : new Date(time).toISOString());
