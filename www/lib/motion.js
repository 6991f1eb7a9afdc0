// Whether to use animations.

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** True if the page shows the final state at once. */
export const isStill = () => stillness.matches;

/** @param {number} milliseconds */
export const pauseFor = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
