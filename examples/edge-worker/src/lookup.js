import wellKnown from "../build/allow-list.txt";
import reported from "./allow-list.txt";
import { domainsIn } from "./domain.js";

/** Domains that are not listed, but may be false positives. */
export const allowed = new Set(domainsIn(wellKnown + reported));

/**
 * The keys of bob@mail.example.com are mail.example.com and
 * example.com. The first that is allowed or may be listed decides.
 * @param {{ has: (key: string) => boolean }} blocked
 * @param {string[]} keys
 */
export function lookUp(blocked, keys) {
  const asked = [];
  for (const key of keys) {
    asked.push(key);
    const maybe = blocked.has(key);
    if (allowed.has(key)) return { asked, allowed: maybe && key };
    if (maybe) return { asked, match: key };
  }
  return { asked };
}
