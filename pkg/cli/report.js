import { isatty } from "node:tty";
import { Failure, oneLine } from "./failure.js";
import { isStdout, print } from "./output.js";

/**
 * The facts that `info --json` prints about a filter.
 * @param {import("./filter-file.js").ReadFilter} filter
 * @returns {Record<string, unknown>}
 */
export function factsOf({ name, version, keyForm, stats }) {
  return { name, version, ...(keyForm !== "raw" && { keyForm }), ...stats };
}

/**
 * One JSON value, on a line of its own.
 * @param {unknown} value
 */
export const jsonLine = (value) => `${JSON.stringify(value)}\n`;

/** The remarks, summaries and JSON of a command that writes a filter. */
export class Report {
  #json;
  #output;
  /** True if only warnings and errors are printed. */
  quiet;

  /** @param {{ json?: boolean, quiet?: boolean, output?: string }} options */
  constructor({ json = false, quiet = false, output = "-" }) {
    if (json && isStdout(output)) {
      throw new Failure("--json: standard output is for the JSON object; pass -o FILE");
    }
    this.#json = json;
    this.#output = output;
    this.quiet = quiet;
  }

  /** True if `done` will print more than its summary. */
  get wantsFacts() {
    return this.#json;
  }

  /**
   * Prints a fact about an input.
   * @param {string} text
   */
  remark(text) {
    if (!this.quiet) remark(text);
  }

  /**
   * Reports the result: with --json all facts, otherwise a summary on a terminal.
   * @param {import("./filter-file.js").ReadFilter} filter that was written
   * @param {number} bytes that the file has
   * @param {Record<string, unknown>} more facts that are not in the filter
   * @param {string} summary
   */
  done(filter, bytes, more, summary) {
    this.say(this.#json ? { ...factsOf(filter), output: this.#output, outputBytes: bytes, ...more } : {}, summary);
  }

  /**
   * The same for results that are not filters.
   * @param {Record<string, unknown>} facts
   * @param {string} summary
   */
  say(facts, summary) {
    if (this.#json) print(jsonLine(facts));
    else if (!this.quiet && isatty(2)) remark(summary);
  }
}

/**
 * Prints a warning. The command continues.
 * @param {string} text
 */
export const warn = (text) => remark(`warning: ${text}`);

/**
 * One line on standard error.
 * @param {unknown} text
 */
export const remark = (text) => void process.stderr.write(`edgebloom: ${oneLine(text)}\n`);
