// How fast the map draws itself: the first keys one at a time, the others in batches that grow. A clock decides how many, so the show is as
// long on a slow device. Pure functions.

/** A list of at most so many keys is shown key by key. */
export const FEW = 12;

/** The keys of a longer list that are shown one by one. */
const SINGLE = 4;

/** Milliseconds of a step with one key and of one with a batch, and of all steps of a list that is shown key by key. */
const SINGLE_TIME = 280;
export const BATCH_TIME = 40;
const FEW_TIME = 900;

/** Milliseconds of a step with one key of a longer list, and of all its batches together. */
const FIRST_TIME = 90;
const ALL_TIME = 480;

/** @param {number} count of all keys */
export const singlesOf = (count) => (count <= FEW ? count : SINGLE);

/** Milliseconds of a step with one key. @param {number} count of all keys */
export const singleTime = (count) => (count <= FEW ? Math.min(SINGLE_TIME, FEW_TIME / count) : FIRST_TIME);

/**
 * How many keys are in the filter after the next step.
 * @param {number} added
 * @param {number} count of all keys
 * @param {number} elapsed milliseconds since the first batch
 */
export function nextStep(added, count, elapsed) {
  const single = singlesOf(count);
  if (added < single) return added + 1;
  const share = Math.min(1, (elapsed + BATCH_TIME) / ALL_TIME);
  return Math.min(count, Math.max(added + 1, single + Math.round((count - single) * share ** 2)));
}
