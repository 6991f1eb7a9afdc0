// Machines that share what they have downloaded. A summary in capped counters says what is possibly
// shared. It may be wrong both ways: nothing depends on it but where a page comes from.

import { CountingBloomFilter } from "edgebloom";

export class Exchange {
  /** How pages were had, and how often somebody was asked for a page in vain. */
  from = { peer: 0, origin: 0 };
  inVain = 0;

  #summary;
  /** @type {Set<Map<string, string>>} */
  #machines = new Set();

  constructor(sizes, origin) {
    this.#summary = new CountingBloomFilter(sizes);
    this.origin = origin;
  }

  join(machine) {
    this.#machines.add(machine);
    return machine;
  }

  share(machine, url, page) {
    machine.set(url, page);
    this.#summary.add(url);
  }

  /** A machine that lost its memory may take back what it never shared; the summary believes it. */
  takeBack(machine, url) {
    machine.delete(url);
    this.#summary.remove(url);
  }

  get(url) {
    if (this.#summary.has(url)) {
      for (const machine of this.#machines) {
        const page = machine.get(url);
        if (page === undefined) continue;
        this.from.peer++;
        return page;
      }
      this.inVain++;
    }
    this.from.origin++;
    return this.origin(url);
  }

  /** How often a page is shared, at most, up to where the counters stick. */
  count(url) {
    return this.#summary.count(url);
  }

  /** What the machines are sent: the bits only, a fraction of the counters. */
  announce() {
    const bits = this.#summary.toBloomFilter();
    const text = bits.toBase64();
    bits.free();
    return text;
  }
}
