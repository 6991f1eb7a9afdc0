// Machines that share downloaded pages. A counting filter says which pages may be shared. Its counters are capped, so it can have
// false negatives, too. Then a page comes from its origin.

import { CountingBloomFilter } from "edgebloom";

export class Exchange {
  /** The number of pages from peers and from the origin, and the number of requests in vain. */
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

  /** The filter does not check that the machine has shared the page. Removing another page can cause false negatives. */
  remove(machine, url) {
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

  /** How many machines share a page, at most. A saturated counter stays at its cap. */
  count(url) {
    return this.#summary.count(url);
  }

  /** The filter for the machines, as base64: bits instead of counters, which are larger. */
  announce() {
    const bits = this.#summary.toBloomFilter();
    const text = bits.toBase64();
    bits.free();
    return text;
  }
}
