// The typed or pasted list outlives a reload. It stays in this tab.

const NAME = "edgebloom.list";

export function keptList() {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** The most characters that are kept: browsers give a site about five million, and longer texts take time. */
const MOST = 2_000_000;

/** @param {string} text "" to forget it */
export function keepList(text) {
  try {
    if (text.length > MOST) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, text);
  } catch {
    // Without storage, a reload begins with the example.
  }
}
