import { isatty } from "node:tty";
import { grouped } from "./show.js";
import { onSignals } from "./signals.js";

const INTERVAL = 100;
const BAR = 24;
const ERASE = "\r\x1b[K";

/**
 * A progress line on a terminal. Short work and output to files have none. It has no colours, so NO_COLOR
 * changes nothing.
 */
export class Progress {
  #total;
  #unit;
  #keys;
  #write;
  #now;
  #done = 0;
  #drawn;
  #start;
  /** @type {(() => void) | undefined} set while the line is shown */
  #release;

  /**
   * @param {number | undefined} total bytes, if known
   * @param {() => number} keys the number of keys so far
   * @param {{ quiet?: boolean, write?: (line: string) => void, now?: () => number }} [means] `write`
   *   replaces the last line
   * @param {string} [unit] what is counted, if it is not bytes
   */
  constructor(
    total,
    keys,
    { quiet = false, write = quiet ? undefined : terminal(), now = Date.now } = {},
    unit = "bytes",
  ) {
    this.#total = total;
    this.#unit = unit;
    this.#keys = keys;
    this.#write = write;
    this.#now = now;
    this.#drawn = now();
    this.#start = this.#drawn;
  }

  /**
   * Adds finished work.
   * @param {number} more
   */
  advance(more) {
    this.#done += more;
    if (!this.#write || this.#now() - this.#drawn < INTERVAL) return;
    this.#drawn = this.#now();
    this.#release ??= onSignals(() => this.#write?.(""));
    this.#write(this.#line());
  }

  /** Removes the line. More reading draws it again. */
  end() {
    if (!this.#release) return;
    this.#write?.("");
    this.#release();
    this.#release = undefined;
  }

  #line() {
    const counted = (/** @type {number} */ count, /** @type {string} */ unit) =>
      `${grouped(count)} ${count === 1 ? unit.replace(/s$/, "") : unit}`;
    const done = this.#unit === "bytes" ? megabytes(this.#done) : counted(this.#done, this.#unit);
    const counts = `${done}  ${counted(this.#keys(), "keys")}`;
    if (!this.#total) return counts;
    // A file may grow while it is read: show at most 100 %.
    const share = Math.min(1, this.#done / this.#total);
    const full = Math.floor(share * BAR);
    const percent = String(Math.floor(share * 100)).padStart(3);
    return `[${"#".repeat(full)}${"-".repeat(BAR - full)}] ${percent}%  ${counts}${this.#left(share)}`;
  }

  /**
   * The time that the rest takes, if it is a minute or more.
   * @param {number} share of the work that is done
   */
  #left(share) {
    const left = ((this.#now() - this.#start) * (1 - share)) / share / 60_000;
    if (left < 1) return "";
    return left < 90 ? `  ${Math.round(left)} min left` : `  ${(left / 60).toFixed(1)} h left`;
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

function terminal() {
  if (!isatty(2) || process.env.TERM === "dumb") return undefined;
  // A line that wraps could not be erased.
  const columns = process.stderr.columns || 80;
  return (/** @type {string} */ line) => void process.stderr.write(ERASE + line.slice(0, columns - 1));
}
