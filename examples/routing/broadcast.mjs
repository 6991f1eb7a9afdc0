// A broadcast in a network with cycles. Each node forwards a sender's message once. It keeps the senders in a filter.

import { BloomFilter } from "edgebloom";

const CHECK_EVERY = 256;

export class Node {
  neighbours = [];
  delivered = 0;
  received = 0;

  #senders;
  #remembered = 0;

  /**
   * @param {number} number the seed, different for each node. With equal seeds, all nodes would have the same false positives, and
   *   the message of such a sender would not be forwarded at all
   */
  constructor(number, { capacity = 2000, errorRate = 0.001 } = {}) {
    this.#senders = new BloomFilter({ capacity, errorRate, seed: number });
  }

  connect(other) {
    this.neighbours.push(other);
    other.neighbours.push(this);
  }

  /** True if this sender has not sent before. */
  #isNew(ip) {
    // A full filter would answer "maybe" for every sender. After clearing it, a repeated message passes once.
    if (++this.#remembered % CHECK_EVERY === 0 && this.#senders.stats.overHalfFull) this.#senders.clear();
    return this.#senders.add(ip);
  }

  receive(ip) {
    this.received++;
    if (!this.#isNew(ip)) return [];
    this.delivered++;
    return this.neighbours;
  }
}

/** Sends a message of `ip` from a node to all others. */
export function broadcast(start, ip) {
  let wave = [start];
  while (wave.length) wave = wave.flatMap((node) => node.receive(ip));
}

/** A ring with a chord from each node. */
export function makeRing(count, options) {
  const nodes = Array.from({ length: count }, (_, i) => new Node(i, options));
  nodes.forEach((node, i) => {
    node.connect(nodes[(i + 1) % count]);
    node.connect(nodes[(i + 7) % count]);
  });
  return nodes;
}
