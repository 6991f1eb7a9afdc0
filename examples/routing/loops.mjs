// Loop detection with a small filter in the packet. Each router adds itself. A router that is already in the filter has seen the
// packet before. The packet carries only the bits: 32 bytes for a route of any length.

import { BloomFilter } from "edgebloom";

const SHAPE = { bits: 256, hashes: 5 };

export class Router {
  /** @type {Map<string, Router>} the next router by destination */
  routes = new Map();

  #own;

  constructor(id) {
    this.id = id;
    const filter = new BloomFilter(SHAPE);
    filter.add(id);
    // The bits of the router never change, so a packet costs only an AND and an OR.
    this.#own = filter.bits();
    filter.free();
  }

  /** Adds the router to the packet. False if it may already be there. */
  pass(packet) {
    if (this.#own.every((byte, i) => (packet.passed[i] & byte) === byte)) return false;
    this.#own.forEach((byte, i) => (packet.passed[i] |= byte));
    return true;
  }
}

/** Sends a packet along the routes. Returns where it ended, and why. */
export function send(from, destination) {
  const packet = { destination, passed: new Uint8Array(SHAPE.bits / 8) };
  let hops = 0;
  for (let router = from; router; router = router.routes.get(destination), hops++) {
    if (!router.pass(packet)) return { end: "loop", at: router.id, hops };
    if (router.id === destination) return { end: "arrived", at: router.id, hops };
  }
  return { end: "no route", hops };
}

/** Makes a route from the first router to the last. */
export function route(routers, destination) {
  routers.slice(1).forEach((next, i) => routers[i].routes.set(destination, next));
}
