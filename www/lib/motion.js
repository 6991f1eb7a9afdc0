// Whether animations are wanted.

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether to show the final state at once. */
export const isStill = () => stillness.matches;

/** @param {number} milliseconds */
export const pauseFor = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
