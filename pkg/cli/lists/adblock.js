// Host names in filter lists of ad blockers: of the rules that block a whole host.

import { eachLine } from "../lines.js";
import { grouped } from "../show.js";

/** A rule for a host and its subdomains, perhaps with options. */
const RULE = /^\|\|([^\s/^$*|:]+)\^?(?:\$(.*))?$/;
/** Options that do not restrict a rule to some pages or to some kinds of request only. */
const WHOLE = /^(?:important|all|doc|document|third-party|3p|first-party|1p|popup|match-case)$/;
/** Lines without a rule: comments, and the header. */
const COMMENT = /^(?:!|\[[^\]]*\]$|#(?![#@?$%])|$)/;

export class AdblockList {
  #name;
  #skipped = 0;
  #example = "";

  /** @param {string} name of the list */
  constructor(name) {
    this.#name = name;
  }

  /**
   * @param {Buffer} part whole lines
   * @param {import("./formats.js").Take} take
   */
  read(part, take) {
    /** @type {string[]} */
    const names = [];
    eachLine(part, (start, end) => {
      const line = part.toString("latin1", start, Math.min(end, start + 1024)).trim();
      if (COMMENT.test(line)) return;
      const [, host, options = ""] = RULE.exec(line) ?? [];
      if (host && options.split(",").every((option) => !option || WHOLE.test(option))) names.push(host);
      else if (!this.#skipped++) this.#example = line.slice(0, 60);
    });
    take(names, "latin1");
  }

  end() {}

  get doubt() {
    if (!this.#skipped) return undefined;
    const rules = this.#skipped === 1 ? "1 rule that does" : `${grouped(this.#skipped)} rules that do`;
    return `${this.#name}: skipped ${rules} not block a whole host; the first is ${JSON.stringify(this.#example)}`;
  }
}
