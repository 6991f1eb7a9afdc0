const s = (/** @type {number} */ count) => (count === 1 ? "" : "s");

// A key's three places can be the same bit.
const same = (/** @type {number} */ distinct) => `${distinct === 1 ? "all" : "two of its"} three places are the same`;
const all = (/** @type {number} */ distinct) =>
  ["its only bit was", "both of its bits were", "all 3 bits were"][distinct - 1];
const bitsOf = (/** @type {number} */ distinct, /** @type {string} */ key) =>
  [`The only bit of ${key} is`, `Both bits of ${key} are`, `All 3 bits of ${key} are`][distinct - 1];

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "story.next": "Next",
  "story.play": "Now play",
  "story.placeholder": "your word",
  "story.row": "A row of 32 bits, {count} of them 1. {says}",
  "story.hashSays": ({ key, positions, distinct }) =>
    `${key} → bits ${positions}${distinct < 3 ? `: ${same(distinct)}` : ""}`,
  "story.three": "Three here, so that you can follow them; the filter above has seven.",
  "story.addSays": "{count} keys added. {ones} of {bits} bits are 1.",
  "story.yoursSays": "Any word will do: your name, your city, a whole sentence.",
  "story.rowSays": "In the row: {keys}. {ones} of {bits} bits are 1.",
  "story.added": ({ key, fresh, there, distinct }) =>
    fresh
      ? `Added ${key}: ${fresh} bit${s(fresh)} set, ${there} already 1${distinct < 3 ? `; ${same(distinct)}` : ""}.`
      : `Added ${key}, but nothing changed: ${all(distinct)} already 1. It would have got “maybe” anyway.`,
  "story.twice": "{key} is in the row already. Adding it again changes nothing.",
  "story.no": "No. Bit {bit} is 0, so {key} was never added.",
  "story.member": ({ key, distinct }) => `Maybe. ${bitsOf(distinct, key)} 1. You know it was added; the bits don’t.`,
  "story.falsePositive": ({ key, distinct }) =>
    `Maybe. ${bitsOf(distinct, key)} 1, though it was never added: a false positive.`,
  "story.collideSays": ({ key, owners, tried }) =>
    `Maybe. Its bits were set by ${owners}, but ${key} was never added.${tried > 1 ? ` Found after ${tried} tries.` : ""}`,
  "story.fillAbout": "of all other keys get “maybe”",
  "story.fillValue": ({ count, ones, bits, rate }) =>
    `${count} key${s(count)}, ${ones} of ${bits} bits are 1, ${rate} get maybe`,
  "story.fillSays": ({ count, ones, bits, rate }) =>
    `${count} key${s(count)}: ${ones} of ${bits} bits are 1. Three probes find only 1s in (${ones}/${bits})³\u00a0=\u00a0${rate} of cases.`,
  "story.tradeRate": "{count} of {all}",
  "story.tradeAbout": ({ perKey, probes }) => `at ${perKey} bits per key, ${probes} probe${s(probes)}`,
  "story.tradeValue": "{perKey} bits per key: {count} of {all} get maybe",
  "story.mapName": "{listed} names × {perKey} bits = {bytes}",
  "story.tradeSays":
    "Rule of thumb: 10 bits per key ≈ 1%. The list at the top takes {real}: {keys} domains in {bloomSize}.",
};
