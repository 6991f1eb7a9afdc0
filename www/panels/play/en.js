/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "play.caught": "Caught by you",
  "play.lies": ({ count }) => `${count} ${count === "1" ? "lie" : "lies"}`,
  "play.tries": ({ count }) => `in ${count} ${count === "1" ? "try" : "tries"}`,
  "play.lied": ({ lies, count }) =>
    `${lies === "1" ? "You made it lie," : `You made it lie again: ${lies} lies`} in ${count} ${count === "1" ? "try" : "tries"}.`,
};
