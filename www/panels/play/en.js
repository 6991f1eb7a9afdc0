/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "play.caught": "Caught by you",
  "play.lies": ({ count }) => `${count} ${count === "1" ? "lie" : "lies"}`,
  "play.tries": ({ count }) => `in ${count} ${count === "1" ? "try" : "tries"}`,
  "play.lied": ({ lies, count }) =>
    `${lies === "1" ? "Your first lie," : `${lies} lies`} in ${count} ${count === "1" ? "try" : "tries"}.`,
  "play.unlucky": "No luck in {count} tries. Add more keys, or press “Find a false positive”.",
};
