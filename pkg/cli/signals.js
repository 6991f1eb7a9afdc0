const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Tidies up before a signal ends the process. The process still dies of that signal, so its parent sees which one it was. Signals
 * are not handled while JavaScript or a synchronous system call runs.
 * @param {() => void} tidy
 * @returns {() => void} removes the handlers
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
