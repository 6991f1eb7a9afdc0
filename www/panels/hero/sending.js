// A result that can be sent: the address names the domain, and who opens it sees the same query. Only the domain is in it, never what stands
// before the @. It follows the "#", which browsers keep to themselves: what is typed must not reach the host when the page is loaded again.

import { copyText } from "../../lib/dom.js";

const MARK = "#q=";

/** The domain in the address of the page; "" if there is none. */
export function sentDomain() {
  const { hash, search } = location;
  try {
    if (hash.startsWith(MARK)) return decodeURIComponent(hash.slice(MARK.length));
  } catch {
    // No text can have been there.
  }
  return new URLSearchParams(search).get("q") ?? "";
}

/** Whether the domain in the address was asked here, and not sent by somebody. */
export const isOwn = () => !!history.state?.asked && history.state.asked === sentDomain();

/** Puts a domain into the address. @param {string} domain "" takes it away */
export function noteDomain(domain) {
  const url = new URL(location.href);
  url.searchParams.delete("q");
  if (domain) url.hash = MARK + encodeURIComponent(domain);
  else if (url.hash.startsWith(MARK)) url.hash = "";
  history.replaceState({ ...history.state, asked: domain }, "", url);
}

/**
 * Opens the share sheet of a phone, or copies the link.
 * @param {string} domain
 * @param {string} text
 * @returns {Promise<"sent" | "copied" | "failed" | "cancelled">}
 */
export async function send(domain, text) {
  const url = new URL(location.href);
  url.search = "";
  url.hash = MARK + encodeURIComponent(domain);
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (isPhone && navigator.share) {
    try {
      await navigator.share({ text, url: url.href });
      return "sent";
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return "cancelled";
    }
  }
  return (await copyText(url.href)) ? "copied" : "failed";
}
