const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Tidies up if a signal ends the process, which it does all the same: so that a parent sees which
 * one it was. Nothing is heard while JavaScript or a synchronous call of the system runs.
 * @param {() => void} tidy
 * @returns {() => void} takes that back
 */
export function onSignals(tidy) {
  const release = () => SIGNALS.forEach((signal) => process.off(signal, stop));
  /** @type {(signal: NodeJS.Signals) => void} */
  const stop = (signal) => {
    release();
    tidy();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return release;
}
