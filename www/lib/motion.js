// Motion, for those who want it.

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the final state is to be shown at once. */
export const isStill = () => stillness.matches;

/** @param {number} milliseconds */
export const pauseFor = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
