const counted = (/** @type {string} */ count, /** @type {string} */ what) =>
  `${count} ${what}${count === "1" ? "" : "s"}`;

const cut = (/** @type {string} */ most) => (most ? ` Some messengers cut at ${most}.` : "");

/** What the keys of a form are. @type {Record<string, string>} */
const KINDS = { raw: "key", words: "key", email: "email domain", domain: "host name", url: "URL" };
const one = (/** @type {string} */ form) => `${form === "email" ? "an" : "a"} ${KINDS[form]}`;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "list.lines": [
    "a rolling stone gathers no moss",
    "a stitch in time saves nine",
    "actions speak louder than words",
    "all that glitters is not gold",
    "birds of a feather flock together",
    "curiosity killed the cat",
    "every cloud has a silver lining",
    "rome was not built in a day",
    "the early bird catches the worm",
    "the pen is mightier than the sword",
    "too many cooks spoil the broth",
    "where there is smoke there is fire",
  ].join("\n"),
  "list.isExample": "An example: paste your own list over it",
  "list.text": "Your list, one key per line",
  "list.entries": ({ lines }) => (lines === "1" ? "1 entry" : `${lines} entries`),
  "list.pasted": "Pasted text",
  "list.sharedTitle": "A shared list",
  "list.sharedHead": "A filter contains no keys, only bits.\nFalse positives: {rate}",
  "list.read": ({ count, lines, same, skipped, example, form }) => {
    const keys = counted(count, KINDS[form]);
    return (
      (same ? `${lines} entries, but only ${keys.replace(" ", " different ")}.` : `${keys}.`) +
      (skipped
        ? ` Skipped ${skipped} that ${skipped === "1" ? `isn’t ${one(form)}` : `aren’t ${KINDS[form]}s`}, such as “${example}”.`
        : "")
    );
  },
  "list.oddOnes": "Skipped, because they have another form: {count}",
  "list.repeats": ({ count }) => counted(count, "duplicate"),
  "list.addresses": ({ count, address }) =>
    count === "1"
      ? ` “${address}” is an address: its whole domain is listed.`
      : ` ${count} are addresses, such as “${address}”: their whole domains are listed.`,
  "list.odd": ({ odd, form, several }) =>
    ` Read as exact text, because ${several ? `lines such as “${odd}” don’t look like ${KINDS[form]}s` : `“${odd}” doesn’t look like ${one(form)}`}.`,
  "list.whole": " Addresses stay whole: their domains alone aren’t found.",
  "list.dropped": ({ form }) => ` Not read as ${KINDS[form]}s any more: most of this list aren’t.`,
  "list.uneven": " Capitals and extra blanks matter.",
  "list.commented": ({ count }) =>
    count === "1"
      ? " The line that begins with “#” is a key, too."
      : ` The ${count} lines that begin with “#” are keys, too.`,
  "list.propose-words": "Ignore capitals and blanks",
  "list.propose-raw": "Read as exact text",
  "list.propose-email": "Read as email domains",
  "list.propose-without": "Leave addresses out",
  "list.propose-domain": "Read as host names",
  "list.propose-url": "Read as URLs",
  "list.idleBig": "No keys yet.",
  "list.refusedBig": "No filter yet.",
  "list.idleSmall": "Each line becomes a key, and each key sets a few of these bits.",
  "list.raw": "exact text",
  "list.words": "text, any capitals",
  "list.email": "email domains",
  "list.domain": "host names",
  "list.url": "URLs",
  "list.oneIn": "1 in {count}",
  "list.wholeLine": "the whole line",
  "list.columnNumber": "{number}: {first}",
  "list.reading": "Reading …",
  "list.readingSmall": ({ share }) => (share ? `${share} of the list is read.` : "The list is being read."),
  "list.building": "Building …",
  "list.buildingSmall": "{count} keys are read, and become a filter.",
  "list.keys": ({ count }) => counted(count, "key"),
  "list.bits": ({ bits, fill, each }) =>
    `${bits} bits, ${fill} of them set.${each > 1 ? ` The map shows one in ${each}.` : ""}`,
  "list.bitsStatic": "{bits} bits of a static set. Its keys share them: no key has bits of its own.",
  "list.filterOf": "A filter of {size}",
  "list.smaller": ({ times, isText }) => `${times}× smaller than ${isText ? "the text" : "gzip"}`,
  "list.sizes": ({ from, to, reader, time, gzipped }) =>
    `${from} as text${gzipped ? `, ${gzipped} gzipped` : ""}; filter ${to} + reader ${reader}${time ? `, built in ${time}` : ""}.`,
  "list.sizesFew": ({ other, isText, to, reader, isSame, least }) =>
    isSame
      ? `The list: ${other} ${isText ? "as text" : "gzipped"}. Filter ${to} + reader ${reader}: little saved.`
      : `Just ship the list: ${other} ${isText ? "as text" : "gzipped"}. With its reader, a filter ${least ? `pays off from about ${least} keys` : "never pays off for such keys"}.`,
  "list.save": "Download, {size}",
  "list.static": "Static set, {size}",
  "list.staticWhat": "The static set is smaller, but takes no new keys.",
  "list.shared-filter": ({ characters, isLong }) =>
    `A link of ${characters} characters. The filter in it doesn’t contain the keys, but short ones, such as codes, can be guessed.${cut(isLong)}`,
  "list.shared-static": ({ characters, size, bloom, isLong }) =>
    `A link of ${characters} characters, with a static set of ${size}, because the filter would be ${bloom}.${cut(isLong)}`,
  "list.shared-rougher": ({ characters, rate, fixed, isLong }) =>
    `A link of ${characters} characters, with a static set that has more false positives, ${rate}, because at your rate it would be ${fixed}.${cut(isLong)}`,
  "list.shareRougher": "Copy a link ({rate})",
  "list.shareNot": "Too long for a link, which holds {most} at most, even with 1 false positive in 10.",
  "list.linkCopied": "Link copied. What follows the # goes to no server.",
  "list.copied": "Copied",
  "list.saved": "Downloaded: {name}, for the root of your site.",
  "list.codeCopied": "Code copied, with its imports.",
  "list.copyBlocked": "The browser blocked copying. The text is selected: press Ctrl+C or ⌘C.",
  "list.notRead": "{name}: {why}",
  "list.idle": "Type a key.",
  "list.notInForm": "Not a key of this form.",
  "list.notInFormWhy": "Type an address or a host name.",
  "list.checking": "{key}",
  "list.checkingWhy": ({ count }) =>
    count ? `Looking at ${counted(String(count), "bit")} …` : "Comparing a fingerprint …",
  "list.no": "No. One bit proved it.",
  "list.noWhy": ({ probe, isOther, looked }) =>
    `Probe ${probe} found a 0. A listed key would have set that bit.${isOther && looked ? ` Looked up: ${looked}.` : ""}`,
  "list.noAsText": "No, not as exact text.",
  "list.noAsTextWhy":
    "But {domain} may be in it. To find what belongs to a listed domain, read the keys as host names or email domains.",
  "list.skipped": "This line was skipped.",
  "list.skippedWhy": "It’s on your list, but not in the form of the keys, so the filter doesn’t have it.",
  "list.noBut": "No, but “{near}” is on your list.",
  "list.noButWhy": ({ isOnlyCase }) =>
    isOnlyCase
      ? "They differ only in capitals. “Text, any capitals” ignores those."
      : "They differ in capitals, blanks, accents or signs. “Text, any capitals” ignores capitals and extra blanks only.",
  "list.noPart": "No, but “{around}” is on your list.",
  "list.noPartWhy": "A filter knows whole keys, not their parts.",
  "list.several": ({ count, maybes }) =>
    maybes === "0" ? `No, none of these ${count}.` : `Maybe: ${maybes} of these ${count}.`,
  "list.severalWhy": ({ names, more, invalid }) =>
    (names
      ? `${names}${more ? ` and ${more} more` : ""}. The others are certainly not on the list.`
      : "That’s certain.") + (invalid ? ` Left out, because not of this form: ${invalid}.` : ""),
  "list.noStatic": "No.",
  "list.noStaticWhy": "The fingerprint of {key} doesn’t match.",
  "list.maybe": "Maybe.",
  "list.maybeWhy": "A listed key always gets this answer; of all other keys, {rate}.",
  "list.listed": "Maybe. And it is on your list.",
  "list.listedWhy": ({ looked }) =>
    `The filter says no more than “maybe”, so the list itself was asked.${looked ? ` Looked up: ${looked}.` : ""}`,
  "list.falsePositive": "Maybe. But it isn’t on your list.",
  "list.falsePositiveWhy": "A false positive: other keys have set its bits. That happens to {rate}.",
  "list.openedBig": "{keys} in {size}",
  "list.openedSmall": "Shared with you as a filter: you can query it, but it doesn’t list its keys.",
  "list.openBroken": "The link does not contain a whole list. It may have been cut off.",
  "list.failed": "The filter could not be built. The device may be out of memory.",
  "list.oneFile": "One file at a time, please.",
  "list.tooBig": "The list has {found} bytes; the limit is {most}. For more:",
  "list.tooMany": "The list has more than {most} different keys; line {line} is the first over the limit. For more:",
  "list.longLine": "Line {line} has {found} bytes; a key can have at most {most}. Is there one key per line?",
  "list.badQuote":
    "Line {line} begins a quoted field that is not closed as it should be. Choose “the whole line” if this is no table.",
  "list.shortRow": "Line {line} has {found} of {most} columns, so the one with the keys is missing.",
  "list.binary": "This is a binary file. Save the list as UTF-8 text, one key per line.",
  "list.notUtf8": "This text is not in UTF-8. In Excel, save it as “CSV UTF-8”.",
  "list.html": "This is a web page. Save the list itself, one key per line.",
  "list.utf16": "This text is in UTF-16. Save it as UTF-8; in Excel, “CSV UTF-8”.",
  "list.noKeys": "The list has no keys: every line is empty.",
  "list.noneInForm": "No line can be read in this way; the first is “{example}”. “Exact text” takes any line.",
  "list.unreadable": "The file could not be read. Is it a folder, or did it change?",
  "list.unloaded":
    "The code that builds filters could not be loaded. It’s loaded again when you’re back online, or when you change the list.",
  "list.unfetched": "The example list could not be loaded. Check your connection, and try again.",
  "list.badJson": "This JSON is broken at line {line}, column {column}.",
  "list.jsonLines":
    "This is JSON with one value per line. The page needs one array; the command line reads it with --input jsonl.",
  "list.notStrings": "JSON must be one array: of strings, or of objects with texts in them.",
};
