// The verdict of the first section, in the language of the page, and the link that sends it.

import { announce } from "../../lib/announce.js";
import { find } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { send } from "./sending.js";

export function verdictOn() {
  const [card, headline, because, more, check, sending, sent] = [
    "verdict",
    "headline",
    "because",
    "more",
    "check",
    "send",
    "sent",
  ].map((id) => find(`#hero-${id}`));
  let retell = () => {};
  let renote = () => {};
  /** The domain of the answer that is shown, and what is sent about it. */
  let [domain, message] = ["", ""];

  sending.addEventListener("click", async () => {
    const done = await send(domain, t(message, { domain }));
    if (done === "cancelled") return;
    sent.textContent = t(`hero.${done}`);
    announce(sent.textContent);
  });

  /** Offers to check the full list, or not any more. @param {boolean} isOffered */
  function offer(isOffered) {
    if (!isOffered && document.activeElement === check) sending.focus();
    check.hidden = !isOffered;
  }

  return {
    offer,

    /** The domain that is answered; "" while there is no answer. */
    domain: () => domain,

    /**
     * @param {"" | "no" | "maybe" | "listed" | "bad"} kind
     * @param {string} key the text of the headline; with "Why" added, the text of the reason
     * @param {Record<string, any>} [values] with `domain` if this is the answer about it
     * @param {string} [why] the key of the reason; "" for none
     * @param {boolean} [isQuiet] nobody waits for what the page has asked by itself
     */
    tell(kind, key, values = {}, why = `${key}Why`, isQuiet = false) {
      const isAnswer = ["no", "maybe", "listed"].includes(kind) && "domain" in values;
      domain = isAnswer ? values.domain : "";
      message = `${key}Sent`;
      sending.hidden = !isAnswer;
      offer(key === "hero.maybe");
      sent.textContent = more.textContent = more.dataset.kind = "";
      card.dataset.kind = kind;
      renote = () => {};
      retell = () => {
        headline.textContent = t(key, values);
        because.textContent = why && t(why, values);
      };
      retell();
      if (kind && !isQuiet) announce(headline.textContent, because.textContent);
    },

    /** Says more below the answer, in place of what is there. @param {() => string} text @param {"" | "bad"} [kind] */
    note(text, kind = "") {
      more.dataset.kind = kind;
      renote = () => {
        more.textContent = text();
      };
      renote();
      announce(text());
    },

    /** In another language. */
    retell() {
      sent.textContent = "";
      retell();
      renote();
    },
  };
}
