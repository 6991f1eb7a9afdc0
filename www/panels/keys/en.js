const plural = (/** @type {string} */ count, /** @type {string} */ one, /** @type {string} */ many) =>
  count === "1" ? one : many;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "keys.no": "No, not in the set.",
  "keys.maybe": "Maybe in the set.",
  "keys.bad": "This filter takes no such key.",
  "keys.idle": "Type a key: the filter answers with each letter.",
  "keys.bitIsZero": "Bit {position} is 0, and adding this key would have set it.",
  "keys.counterIsZero": "Counter {position} is 0, and adding this key would have raised it.",
  "keys.exception": "All of its bits are 1, but the key is an exception of this filter.",
  "keys.allSet": ({ count }) => (count === 1 ? "Its bit is 1." : `All ${count} bits are 1.`),
  "keys.allCounted": ({ count }) => (count === 1 ? "Its counter is above 0." : `All ${count} counters are above 0.`),
  "keys.added": " You have added it.",
  "keys.never": " Nobody has added it: this is a false positive.",
  "keys.setBy": "Set by {keys}.",
  "keys.isNew": "{key} is added: it was certainly new.",
  "keys.wasThere": "{key} is added, and no bit has changed: all of its bits were 1 before.",
  "keys.wasCounted": "{key} is added: all of its counters were above 0 before, and went up.",
  "keys.full": "{key} is added, but one of its counters is full and stays where it is.",
  "keys.stuck":
    "{key} cannot be removed any more: its counters are full, and a full counter is never lowered, so that no key is missed.",
  "keys.missed": "Counter {position} is 0 although you have added it: a wrong removal took from it.",
  "keys.listed": "It is in {name}.",
  "keys.unlisted": "It is not in {name}: this is a false positive.",
  "keys.again": "{key} is in once more: its counters went up by one.",
  "keys.removed": "{key} is removed once.",
  "keys.notThere": "{key} is not in the set: there is nothing to remove, and nothing has changed.",
  "keys.wrongRemoval":
    "{key} was never added and has been removed all the same. Counters that other keys share went down: {missed}",
  "keys.nowMissed": "now {keys} would be missed. Remove only what is in.",
  "keys.noneMissed": "this time no other key is missed.",
  "keys.noRemoval":
    "A bit does not say how many keys have set it, so nothing can be removed. Choose counters instead of bits for that.",
  "keys.searching": "{tried} made-up keys tried …",
  "keys.found":
    "{key} was never added, and the filter says maybe. Made-up keys tried: {tried}; about {expected} were to be expected.",
  "keys.foundUnknown":
    "{key} is made up, so hardly in the list, and the filter says maybe. Made-up keys tried: {tried}; about {expected} were to be expected.",
  "keys.notFound":
    "None among {tried} made-up keys. One in {expected} is to be expected: fuller or smaller filters have more.",
  "keys.stopped": "Stopped after {tried} made-up keys, without one.",
  "keys.emptyFilter": "The filter is empty: it answers no to every key.",
  "keys.count": ({ count }) => `${count} ${plural(count, "key", "keys")} added by hand.`,
  "keys.countList": ({ count, list, name }) => `${list} keys of ${name}, and ${count} added by hand.`,
  "keys.countUnknown": ({ count, inserted }) =>
    `${inserted} keys went into it before; which, it does not say. ${count} added by hand.`,
  "keys.countHidden": ({ count }) => `How many keys went into it before, it does not say. ${count} added by hand.`,
  "keys.more": "and {count} more",
  "keys.removeOne": "Remove {key}",
};
