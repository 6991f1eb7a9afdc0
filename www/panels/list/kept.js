// The typed list outlives a reload. It stays in this tab.

const NAME = "edgebloom.list";

export function keptList() {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text "" to forget it */
export function keepList(text) {
  try {
    sessionStorage.setItem(NAME, text);
  } catch {
    // Without storage, a reload begins with the example.
  }
}
