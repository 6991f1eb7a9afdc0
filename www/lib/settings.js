// What is remembered on this device; where nothing can be, the page works as well.

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`edgebloom.${name}`, value);
  } catch {
    // Private windows and full disks: the choice then holds for this visit.
  }
}
