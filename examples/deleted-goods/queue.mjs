// A queue that can say at once that no message about an order is on its way.

import { CountingBloomFilter } from "edgebloom";

export class OrderQueue {
  #messages = [];
  #inFlight;

  constructor(sizes) {
    this.#inFlight = new CountingBloomFilter(sizes);
  }

  enqueue(order, message) {
    this.#inFlight.add(order);
    this.#messages.push({ order, message });
  }

  /** Hands the oldest message to `handle`; it is in flight until that has succeeded. */
  async dequeue(handle) {
    const next = this.#messages.shift();
    if (!next) return false;
    try {
      await handle(next);
    } catch (error) {
      this.#messages.push(next);
      throw error;
    }
    this.#inFlight.remove(next.order);
    return true;
  }

  /** False: certainly no message about the order is on its way, so that it may be changed. */
  isInFlight(order) {
    return this.#inFlight.has(order);
  }

  /** How many messages about the order are on their way, at most. */
  count(order) {
    return this.#inFlight.count(order);
  }

  get length() {
    return this.#messages.length;
  }
}
