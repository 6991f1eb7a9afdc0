const counted = (/** @type {string} */ count, /** @type {string} */ what) =>
  `${count} ${what}${count === "1" ? "" : "s"}`;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "list.source": "The list: {name}.",
  "list.oneIn": "1 in {count}",
  "list.wholeLine": "the whole line",
  "list.columnNumber": "{number}: {first}",
  "list.proposal": "These look like {form}.",
  "list.isRead": ({ form, isEmail }) =>
    isEmail
      ? "These are e-mail addresses: their domains are the keys."
      : `These look like ${form}, so they’re read as ${form}.`,
  "list.propose": "Read as {form}",
  "list.idleBig": "Nothing in here yet.",
  "list.idleSmall": "Each key of your list will set a few of these bits.",
  "list.reading": "Reading …",
  "list.readingSmall": ({ share }) => (share ? `${share} of the list is read.` : "The list is being read."),
  "list.keys": ({ count }) => counted(count, "key"),
  "list.adding": "of {count}. Press any keyboard key or tap the map to skip.",
  "list.bits": ({ bits, fill, each }) =>
    `${bits} bits, ${fill} of them set.${each > 1 ? ` The map shows one in ${each}.` : ""}`,
  "list.bitsStatic": "{bits} bits of a static set. Its keys share them: no key has bits of its own.",
  "list.smaller": "{times}× smaller",
  "list.sizes": "{from} as text, {to} as a filter.",
  "list.gzipped": " Gzip makes {size} of it, {times} times the filter.",
  "list.shortBig": "{keys} → {bits} bits",
  "list.short": ({ data, rest, text, isSmaller, least }) =>
    `${data} of bits and ${rest} that say what they are; as text, the list has ${text}. ` +
    (isSmaller
      ? ""
      : least
        ? `From ${least} keys like these on, the filter wins.`
        : "Keys this short take less than their bits."),
  "list.idleTry": "Then look up any key here",
  "list.built": ({ count, lines, same, skipped, example, seconds, isShown }) =>
    `${counted(count, "key")} from ${counted(lines, "entry").replace("entrys", "entries")}${same ? `, ${same} repeated` : ""}. ` +
    `${skipped ? `Skipped ${skipped} that do not have this form; the first is “${example}”. ` : ""}` +
    `Adding them took ${seconds} s${isShown ? "; the map was slower, so that you could watch" : ""}.`,
  "list.try": "Try {key}",
  "list.saveIdle": "Download",
  "list.save": "Download, {size}",
  "list.staticIdle": "Static set",
  "list.static": "Static set, {size}",
  "list.staticWhat": "The static set is smaller, but takes no new keys.",
  "list.idle": "Type a key.",
  "list.idleWhy": "Its threads land on its bits.",
  "list.notInForm": "Not a key of this form.",
  "list.notInFormWhy": "Type an address or a host name.",
  "list.checking": "{key}",
  "list.checkingWhy": ({ count }) =>
    count ? `Looking at ${counted(String(count), "bit")} …` : "Comparing a fingerprint …",
  "list.no": "No. One bit proved it.",
  "list.noWhy": "Probe {probe} found a 0, at {position}. A listed key would have set it.",
  "list.noStatic": "No.",
  "list.noStaticWhy": "The fingerprint of {key} is another one.",
  "list.maybe": "Maybe.",
  "list.maybeWhy": "A listed key always gets this answer; of all other keys, {rate}.",
  "list.listed": "Maybe. And it is on your list.",
  "list.listedWhy": ({ looked }) =>
    `The filter says no more than “maybe”, so the list itself was asked.${looked ? ` Looked up: ${looked}.` : ""}`,
  "list.falsePositive": "Maybe. But it isn’t on your list.",
  "list.falsePositiveWhy": "A false positive: other keys have set its bits. That happens to {rate}.",
  "list.shared-filter": "It carries the filter itself, {size}; the rate stays {rate}.",
  "list.shared-static": "It carries a static set of {size}, because the filter has {bloom}; the rate stays {rate}.",
  "list.shared-rougher":
    "It carries a static set with more false positives, {rate}, because at your rate it would have {fixed}, too long for a link.",
  "list.shared": ({ what, isCopied, characters, isLong }) =>
    `${isCopied ? "Link copied" : "The browser blocked copying. The link is selected: press Ctrl+C or ⌘C"}. ${what} ` +
    `It has ${characters} characters${isLong ? `; some messengers cut at ${isLong}` : ""}, and what follows the # goes to no server.`,
  "list.shareNot":
    "Even with false positives of 1 in 10, this list has {least}, and a link can carry {most}. Download it and send the file.",
  "list.openedBig": "{count} keys in {size}",
  "list.openedSmall":
    "This list was shared with you, as a filter: you can query it, but not read its keys. False positives: {rate}.",
  "list.openBroken": "The link does not contain a whole list. It may have been cut off.",
  "list.notBuilt": "Not built.",
  "list.notOpened": "Not opened.",
  "list.cancelled": "Cancelled.",
  "list.failed": "The filter could not be built. The device may be out of memory.",
  "list.oneFile": "One file at a time, please.",
  "list.tooBig": "The list has {found} bytes; the limit is {most}. For more:",
  "list.tooMany": "The list has more than {most} different keys; line {line} is the first over the limit. For more:",
  "list.longLine": "Line {line} has {found} bytes; a key can have at most {most}. Is there one key per line?",
  "list.badQuote":
    "Line {line} begins a quoted field that is not closed as it should be. Choose “the whole line” if this is no table.",
  "list.shortRow": "Line {line} has {found} of {most} columns, so the one with the keys is missing.",
  "list.binary": "This is a binary file. Save the list as UTF-8 text, one key per line.",
  "list.notUtf8": "This text is not in UTF-8. Save it as UTF-8.",
  "list.utf16": "This text is in UTF-16. Save it as UTF-8.",
  "list.noKeys": "The list has no keys: every line is empty.",
  "list.noneInForm": "No line has the form that you have chosen; the first is “{example}”.",
  "list.unreadable": "The file could not be read. Is it a folder, or did it change?",
  "list.unfetched": "The example list could not be loaded.",
  "list.notStrings": "This JSON is not an array of strings.",
};
