// A result that can be sent: the address names the domain, and who opens it sees the same query. Only the domain is in it, never what stands
// before the @.

import { copyText } from "../../lib/dom.js";

/** The domain in the address of the page; "" if there is none. */
export const sentDomain = () => new URLSearchParams(location.search).get("q") ?? "";

/** Puts a domain into the address. @param {string} domain "" takes it away */
export function noteDomain(domain) {
  const url = new URL(location.href);
  if (domain) url.searchParams.set("q", domain);
  else url.searchParams.delete("q");
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/**
 * Opens the share sheet of a phone, or copies the link.
 * @param {string} domain
 * @param {string} text
 * @returns {Promise<"sent" | "copied" | "failed" | "cancelled">}
 */
export async function send(domain, text) {
  const url = new URL(location.href);
  url.search = `?q=${encodeURIComponent(domain)}`;
  url.hash = "";
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
