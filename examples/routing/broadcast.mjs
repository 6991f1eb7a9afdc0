// A broadcast in a network with cycles: each node passes a sender's message on once. What it
// remembers of the senders is a filter.

import { BloomFilter } from "edgebloom";

const CHECK_EVERY = 256;

export class Node {
  neighbours = [];
  delivered = 0;
  received = 0;

  #senders;
  #remembered = 0;

  /**
   * @param {number} number a seed of its own for each node: with equal ones all nodes would take
   *   the same new sender for a known one, and its message would get nowhere
   */
  constructor(number, { capacity = 2000, errorRate = 0.001 } = {}) {
    this.#senders = new BloomFilter({ capacity, errorRate, seed: number });
  }

  connect(other) {
    this.neighbours.push(other);
    other.neighbours.push(this);
  }

  /** True if this sender has certainly not sent before. */
  #isNew(ip) {
    // A full filter would take everybody for known. Forgetting lets a repeat through once.
    if (++this.#remembered % CHECK_EVERY === 0 && this.#senders.stats.saturated) this.#senders.clear();
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
