const s = (/** @type {number} */ count) => (count === 1 ? "" : "s");

// A key's three places can be the same bit.
const same = (/** @type {number} */ distinct) => `${distinct === 1 ? "all" : "two of its"} three places are the same`;
const all = (/** @type {number} */ distinct) =>
  ["its only bit was", "both of its bits were", "all 3 bits were"][distinct - 1];
// The last step has other numbers of probes.
const bitsOf = (/** @type {string} */ key, /** @type {number} */ probes, /** @type {number} */ distinct) =>
  ([`The only bit of ${key} is 1`, `Both bits of ${key} are 1`][distinct - 1] ??
    `All ${distinct} bits of ${key} are 1`) + (probes === 3 && distinct < 3 ? ` (${same(distinct)})` : "");

const hundred = (/** @type {number} */ count) =>
  count ? `Of these 100, ${count} got it.` : "None of these 100 got it.";

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "story.next": "Next",
  "story.play": "Now play",
  "story.again": "Play again",
  "story.skip": "Skip",
  "story.placeholder": "your word",
  "story.row": "A row of 32 bits, {count} of them 1",
  "story.hashSays": ({ key, positions, distinct }) =>
    `${key} → bits ${positions}${distinct < 3 ? `: ${same(distinct)}` : ""}`,
  "story.three": ". Three, so that you can follow them; the filter above uses seven.",
  "story.addSays": ({ count, ones, bits, shared, sharers }) =>
    `${count} keys, and ${ones} of ${bits} bits are 1${shared ? `: ${sharers} share the outlined ${shared === 1 ? "one" : "ones"}` : ""}. Now type a word and add it.`,
  "story.added": ({ key, fresh, there, distinct }) =>
    fresh
      ? `Added ${key}: ${fresh} bit${s(fresh)} set${there ? `, ${there} already 1` : ""}${distinct < 3 ? `; ${same(distinct)}` : ""}.`
      : `Added ${key}, but nothing changed: ${all(distinct)} already 1. It would have got “maybe” anyway.`,
  "story.twice": "{key} is in the row already. Adding it again changes nothing.",
  "story.no": "No. Bit {bit} is 0, so {key} was never added.",
  "story.askAdded": " Now try {key}, which was added.",
  "story.member": ({ key, probes, distinct }) =>
    `Maybe. ${bitsOf(key, probes, distinct)}. You know it was added; the bits don’t.`,
  "story.falsePositive": ({ key, probes, distinct }) =>
    `Maybe. ${bitsOf(key, probes, distinct)}, though it was never added: a false positive.`,
  "story.collideSays": ({ key, owners, tried }) =>
    `Maybe. Its bits were set by ${owners}, but ${key} was never added.${tried > 1 ? ` Found after ${tried} tries.` : ""}`,
  "story.crowd": "{count} of 100 strangers got maybe",
  "story.fillValue": ({ count, ones, bits, maybes }) =>
    `${count} key${s(count)}, ${ones} of ${bits} bits are 1, ${maybes} of 100 strangers got maybe`,
  "story.fillSays": ({ count, ones, bits, rate, maybes }) =>
    count
      ? `${ones} of ${bits} bits are 1. The chance of three 1s is (${ones}/${bits})³\u00a0=\u00a0${rate}. ${hundred(maybes)}`
      : "An empty row: everybody gets “no”.",
  "story.tradeValue": "{perKey} bits per key: {count} of 100 strangers got maybe",
  "story.tradeSays": ({ listed, perKey, bits, probes, rate, count }) =>
    `${listed} keys × ${perKey} bits = ${bits} bits, ${probes} probe${s(probes)} work${probes === 1 ? "s" : ""} best. Chance of “maybe”: ${rate}. ${hundred(count)}`,
};
