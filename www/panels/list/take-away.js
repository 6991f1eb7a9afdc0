// What can be done with the filter: a link, its files, and the code that uses it.

import { copyText, find, saveFile, say } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { codeFor } from "./code.js";
import { MOST_MESSAGE, MOST_SHARED, linkFor } from "./link.js";
import { oneIn } from "./rates.js";

/** Milliseconds for which the button says that the code is copied. */
const SAID = 3000;

/**
 * @typedef {object} Made
 * @property {Uint8Array<ArrayBuffer>} file
 * @property {string} name of the file, without an ending
 * @property {string} [form] the name of the keys' form, as the package exports it; none for exact text
 * @property {number} [rate] at which the command line builds the same, if the list is known
 * @property {import("./command.js").ListFile} [list]
 * @property {string} [key] one of its keys, if it is known
 * @property {Uint8Array<ArrayBuffer>} [fixed] the static set
 * @property {import("./shared.js").Shared} [shared] what the link carries
 */

export function startTakeAway() {
  const [share, save, fixed, copy, what, taken, code, link] = [
    "share",
    "save",
    "static",
    "copy",
    "what",
    "taken",
    "code",
    "link",
  ].map((id) => find(`#list-${id}`));
  /** @type {Made | undefined} */
  let made;
  let address = "";
  /** The ending of the file that was saved last: the code loads that one. */
  let ending = ".bloom";
  /** What has been copied or saved, or could not be. */
  let news = "";
  let timer = 0;

  /** @param {Made} of */
  const codeOf = ({ file, name, form, rate, list, key }) =>
    codeFor({ file, path: `/${encodeURIComponent(name)}${ending}`, form, rate, list, key });

  /** @param {Made} of */
  function linkText({ file, fixed, shared }) {
    if (!shared) return t("list.shareNot", { most: size(MOST_SHARED) });
    return t(`list.shared-${shared.what}`, {
      characters: num(address.length),
      isLong: address.length > MOST_MESSAGE && num(MOST_MESSAGE),
      rate: oneIn(shared.rate),
      size: size(shared.file.length),
      bloom: size(file.length),
      fixed: size(fixed?.length ?? 0),
    });
  }

  function draw() {
    if (!made) return;
    const { file, fixed: set } = made;
    const isSmaller = set && set.length < file.length;
    const { what: carried, rate = 1 } = made.shared ?? {};
    // With more false positives than were asked for, which the button says itself.
    share.textContent = t(carried === "rougher" ? "list.shareRougher" : "list.share", { rate: oneIn(rate) });
    share.disabled = !made.shared;
    // A link with another filter than asked for, or one that some messengers cut, is the second choice.
    const isLink = !!made.shared && carried !== "rougher" && address.length <= MOST_MESSAGE;
    share.classList.toggle("main", isLink);
    save.classList.toggle("main", !isLink);
    save.textContent = t("list.save", { size: size(file.length) });
    fixed.hidden = !isSmaller;
    fixed.textContent = t("list.static", { size: size(set?.length ?? 0) });
    find("#list-static-what").textContent = isSmaller ? t("list.staticWhat") : "";
    code.textContent = codeOf(made).shown;
    // Its button is far from this sentence, so it says that itself.
    const isCode = news === "list.codeCopied";
    copy.textContent = t(isCode ? "list.copied" : "list.copy");
    taken.classList.toggle("unseen", isCode);
    what.textContent = news && !isCode ? "" : linkText(made);
    say(taken, news && t(news, { name: `${made.name}${ending}` }), news === "list.copyBlocked" ? "bad" : "good");
  }

  /** @param {string} next */
  function tell(next) {
    news = next;
    clearTimeout(timer);
    if (news === "list.codeCopied") timer = setTimeout(tell, SAID, "");
    draw();
  }

  /** @param {string} text @param {string} then says that it is copied */
  async function copyThe(text, then) {
    const isCopied = await copyText(text);
    link.hidden = isCopied;
    link.value = text;
    tell(isCopied ? then : "list.copyBlocked");
    if (!isCopied) link.select();
  }

  /** @param {string} its ending @param {Uint8Array<ArrayBuffer> | undefined} file */
  function saveAs(its, file) {
    ending = its;
    link.hidden = true;
    tell("list.saved");
    saveFile(`${made?.name}${its}`, /** @type {Uint8Array<ArrayBuffer>} */ (file));
  }

  share.addEventListener("click", () => copyThe(address, "list.linkCopied"));
  copy.addEventListener("click", () => copyThe(codeOf(/** @type {Made} */ (made)).module, "list.codeCopied"));
  save.addEventListener("click", () => saveAs(".bloom", made?.file));
  fixed.addEventListener("click", () => saveAs(".static.bloom", made?.fixed));
  inEachLanguage(draw);

  /** @param {Made} [next] undefined: there is nothing to take away */
  return function takeAway(next) {
    made = next;
    address = next?.shared ? linkFor(location.href, next.shared.file) : "";
    ending = ".bloom";
    news = "";
    link.hidden = true;
    find("#list-take").classList.toggle("none", !next);
    draw();
  };
}
