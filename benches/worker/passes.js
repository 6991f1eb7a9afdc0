// A block of a measurement: passes until they have taken long enough. What stands before a pass is not timed.

/** How many times as long a block may take if others have the processor. */
const PATIENCE = 10;

/**
 * What a call takes in the median pass: a pause within a pass, of the collector's or of another program's, is not in it.
 * @template G, D
 * @param {number} ms so long at least, if all passes were as fast as the fastest
 * @param {() => G} before makes what the pass needs
 * @param {(given: G) => D} pass
 * @param {(done: D, given: G) => { calls: number, yes?: number }} tally what the pass has done
 */
export function block(ms, before, pass, tally) {
  let [spent, calls, yes] = [0, 0, 0];
  let fastest = Infinity;
  const each = [];
  // Of what came before.
  globalThis.gc?.({ type: "minor" });
  while (!each.length || (each.length * fastest < ms && spent < PATIENCE * ms)) {
    const given = before();
    const start = performance.now();
    const done = pass(given);
    const time = performance.now() - start;
    const told = tally(done, given);
    spent += time;
    fastest = Math.min(fastest, time);
    calls += told.calls;
    yes += told.yes ?? 0;
    each.push((time * 1e6) / told.calls);
  }
  return { ns: each.sort((a, b) => a - b)[each.length >> 1], calls, yes };
}
