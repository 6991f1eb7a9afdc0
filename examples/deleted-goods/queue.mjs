// A queue that can say at once if an order has no messages in flight.

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

  /** Passes the oldest message to `handle`. The message is in flight until `handle` succeeds. */
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

  /** False is "no": the order can be changed. True is "maybe". */
  isInFlight(order) {
    return this.#inFlight.has(order);
  }

  /** How many messages about the order are in flight, at most. */
  count(order) {
    return this.#inFlight.count(order);
  }

  get length() {
    return this.#messages.length;
  }
}
