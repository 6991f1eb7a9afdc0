// Settings that are stored on this device. The page also works without storage.

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`edgebloom.${name}`, value);
  } catch {
    // In private windows and with full disks, the choice holds for this visit only.
  }
}
