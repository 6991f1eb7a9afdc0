// A block of a measurement: passes until the block is long enough. The preparation of a pass is not timed.

/** A block may take this many times as long if other programs use the processor. */
const PATIENCE = 10;

/**
 * The time per call in the median pass. Pauses of the garbage collector and of other programs are in other passes.
 * @template G, D
 * @param {number} ms the least time of the block, if all passes were as fast as the fastest
 * @param {() => G} before prepares the input of a pass
 * @param {(given: G) => D} pass
 * @param {(done: D, given: G) => { calls: number, yes?: number }} tally counts the calls of a pass
 */
export function block(ms, before, pass, tally) {
  let [spent, calls, yes] = [0, 0, 0];
  let fastest = Infinity;
  const each = [];
  // Collect the garbage of earlier blocks.
  globalThis.gc?.({ type: "minor" });
  while (!each.length || (each.length * fastest < ms && spent < PATIENCE * ms)) {
    const input = before();
    const start = performance.now();
    const output = pass(input);
    const time = performance.now() - start;
    const counts = tally(output, input);
    spent += time;
    fastest = Math.min(fastest, time);
    calls += counts.calls;
    yes += counts.yes ?? 0;
    each.push((time * 1e6) / counts.calls);
  }
  return { ns: each.sort((a, b) => a - b)[each.length >> 1], calls, yes };
}
