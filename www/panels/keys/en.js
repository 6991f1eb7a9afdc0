const plural = (/** @type {string} */ count, /** @type {string} */ one, /** @type {string} */ many) =>
  count === "1" ? one : many;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "keys.no": "No, not in the set.",
  "keys.maybe": "Maybe in the set.",
  "keys.caught": "You made it lie.",
  "keys.bad": "This filter does not accept this key.",
  "keys.idle": "Type a key to see the answer.",
  "keys.bitIsZero": "Bit {position} is 0. If this key had been added, it would be 1.",
  "keys.allSet": ({ count, places }) => {
    const all = count === 2 ? "both bits are 1" : `all ${count} bits are 1`;
    if (count === 1) return places === 1 ? "Its bit is 1." : `Its ${places} places coincide, and that bit is 1.`;
    if (count === places) return count === 2 ? "Both of its bits are 1." : `All ${count} bits are 1.`;
    const which = count === places - 1 ? "Two" : "Some";
    return `${which} of its ${places === 3 ? "three" : places} places coincide; ${all}.`;
  },
  "keys.added": " You have added it.",
  "keys.never": " You have not added it: this is a false positive.",
  "keys.coincide": ({ places, few }) =>
    ` ${few ? "Two" : "Some"} of its ${places === 3 ? "three" : places} places coincide.`,
  "keys.setBy": "Set by {keys}.",
  "keys.isNew": "{key} is added. It was not in the set before.",
  "keys.wasThere": "{key} is added. No bit changed: all of its bits were already 1.",
  "keys.already": "{key} is already added.",
  "keys.searching": "{tried} random keys tried …",
  "keys.found": "The page found {key}, not you.",
  "keys.notFound":
    "No false positive in {tried} random keys; about one in {expected} is expected. A smaller or fuller filter has more.",
  "keys.stopped": "Stopped after {tried} random keys: no false positive.",
  "keys.emptyFilter": "The filter is empty: it answers “no” to every key.",
  "keys.more": "and {count} more",
  "keys.none": "no keys",
  "keys.examples": ({ count }) => `${count} example ${plural(count, "key", "keys")}`,
  "keys.yours": "{count} of yours",
  "keys.count": "In the filter: {known}.",
  "keys.generated": "{count} generated",
  "keys.filled": "Added {count} generated keys.",
  "keys.nowRate": " Now {rate} of other keys get “maybe”.",
  "keys.noKey": "There’s no key in the field.",
  "keys.nothingToUndo": "There is nothing to undo.",
  "keys.undo-add": ": add {key}",
  "keys.undone-add": "Undone: adding {key}.",
  "keys.undo-fill": ": add {count} generated",
  "keys.undone-fill": "Undone: the last {count} generated keys are gone.",
  "keys.addedGenerated": " It is one of the generated keys.",
  "keys.addedExample": " It is one of the example keys.",
  "keys.idleBits": ({ count }) =>
    count === 1
      ? "Each key has one place. If its bit is 0, the key was never added."
      : `Each key has ${count === 3 ? "three" : count} places. If the bit at one of them is 0, the key was never added.`,
  "keys.probing": "Probe {probe} of {count} …",
  "keys.setting": "Place {probe} of {count} …",
  "keys.isSet": ({ set, there }) => `Added: ${set} ${plural(set, "bit", "bits")} set, ${there} already 1.`,
  "keys.stops": ({ count }) =>
    `The query stops there: the other ${plural(count, "bit isn’t", `${count} bits aren’t`)} read.`,
};
