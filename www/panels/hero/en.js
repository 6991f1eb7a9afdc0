/** What the probes found. @param {number} probe that of the 0 */
const found = (probe) =>
  probe === 1
    ? "Its first bit is 0."
    : `Its first ${probe === 2 ? "bit is" : `${probe - 1} bits are`} 1, but the next one is 0.`;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "hero.checking": "{domain} …",
  "hero.checkingWhy": ({ isTouch }) =>
    `One bit after another. The first 0 ends it. ${isTouch ? "Tap" : "Click or press Esc"} to skip.`,
  "hero.idle": "Seven bits decide.",
  "hero.idleWhy":
    "A hash turns any name into seven places on the map. If one of the bits there is 0, the name was never added.",
  "hero.filling": "The list goes in.",
  "hero.fillingWhy": "{count} domains, and each sets its seven bits on the map to 1.",
  "hero.empty": "The field is empty.",
  "hero.emptyWhy": "Type a domain such as gmail.com, or an email address.",
  "hero.typing": "That’s a hash.",
  "hero.typingWhy": "The whole domain goes in, and seven places come out. Change one letter of it, and they jump.",
  "hero.notLoaded": "The filter could not be loaded.",
  "hero.notLoadedWhy": "Check your connection, and ask again.",
  "hero.several": "One address at a time.",
  "hero.badDomainWhy": "Type a domain such as gmail.com, or an address that ends in one.",
  "hero.badDomain": "That isn’t a domain.",
  "hero.no": "No. One bit proved it.",
  "hero.noWhy": ({ domain, probe }) =>
    `${domain} isn’t on the list of disposable domains. ${found(probe)} A listed name would have set it to 1.`,
  "hero.noneOf": "No. One bit proved it.",
  "hero.noneOfWhy": ({ domain, domains }) =>
    `${domain} isn’t on the list of disposable domains: one of its bits is 0. ${domains === 2 ? "Its parent domain isn’t listed" : "Its parent domains aren’t listed"} either.`,
  "hero.maybe": "Maybe.",
  "hero.maybeWhy": ({ domain, asked, count }) =>
    `${domain === asked ? `All ${count} bits of ${domain} are 1, so it may be on the list.` : `${asked} isn’t listed, but its parent ${domain} may be: all ${count} bits of that are 1.`} About 1 in 100 unlisted names gets “maybe” by accident.`,
  "hero.trying": "Searching for a lie … {tried}",
  "hero.tryingWhy": ({ domain, probe }) => `${domain} is out: its ${ORDINALS[probe - 1]} bit is 0.`,
  "hero.survivorWhy": "No 0 yet …",
  "hero.found": "Caught it lying.",
  "hero.foundWhy": ({ domain, count, name }) =>
    `${name ? `Try ${name}: ` : ""}${domain} is on no list, since “.example” is reserved. Still, all of its ${count} bits are 1.`,
  "hero.fetchingSetters": "Loading the full list ({gzipSize}) to see who set them …",
  "hero.setters": "The bits were set by {names}.",
  "hero.fetching": "Fetching the list …",
  "hero.listed": "Yes, it’s listed.",
  "hero.listedWhy":
    "{domain} is one of the {keys} domains. To know that took the full list: {gzipSize} instead of {bloomSize}.",
  "hero.unlisted": "A false positive.",
  "hero.unlistedWhy":
    "{domain} isn’t on the list: other names set all of its {count} bits. Only the full list ({gzipSize}) can tell.",
  "hero.notFetched": "The list could not be loaded. Check your connection, and try again.",
  "hero.sent": "",
  "hero.copied": "Link copied.",
  "hero.failed": "Copy the address of this page: it’s the link.",
  "hero.noSent": "Is {domain} on the list of disposable domains? No, and one bit proved it.",
  "hero.noneOfSent": "Is {domain} on the list of disposable domains? No, and one bit proved it.",
  "hero.maybeSent": "Is {domain} on the list of disposable domains? Maybe: all of its bits are 1.",
  "hero.listedSent": "{domain} is on the list of disposable domains.",
  "hero.foundSent": "{domain} can be on no list, and still a Bloom filter of disposable domains says “maybe”.",
  "hero.unlistedSent":
    "{domain} isn’t on the list of disposable domains, but its Bloom filter says “maybe”: a false positive.",
  "hero.caption": ({ count, bits, fill }) =>
    `${count} ${count === "1" ? "domain" : "domains"} · ${bits} bits · ${fill} of the bits are 1`,
};
