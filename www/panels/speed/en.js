/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "speed.running": "Measuring …",
  "speed.filter": "filter.has(key)",
  "speed.set": "set.has(key)",
  "speed.lines": "filter.hasLines(bytes)",
  "speed.value": "{perSecond} million per second, {ns} ns each",
  "speed.faster":
    "On this device the filter answers {perSecond} million queries per second, {ratio} times as many as the Set.",
  "speed.slower":
    "On this device the filter answers {perSecond} million queries per second. The Set answers {ratio} times as many, and has to have all keys for it.",
  "speed.note":
    "From the slowest to the fastest round: filter {filter}, Set {set} million per second. The filter is {size}; the keys alone, without the Set around them, are {keys}.",
  "speed.failed": "The measurement failed.",
};
