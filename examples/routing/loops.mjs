// Loop detection by a small filter in the packet: each router adds itself, and one that finds
// itself there has seen the packet before. The packet carries the bare bits, 32 bytes however long
// its way.

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
    // Its bits never change: what is left to do for a packet is an AND and an OR.
    this.#own = filter.bits();
    filter.free();
  }

  /** Adds itself to the packet; false if it is possibly there already. */
  pass(packet) {
    if (this.#own.every((byte, i) => (packet.passed[i] & byte) === byte)) return false;
    this.#own.forEach((byte, i) => (packet.passed[i] |= byte));
    return true;
  }
}

/** Sends a packet along the routes: where it got, and how. */
export function send(from, destination) {
  const packet = { destination, passed: new Uint8Array(SHAPE.bits / 8) };
  let hops = 0;
  for (let router = from; router; router = router.routes.get(destination), hops++) {
    if (!router.pass(packet)) return { end: "loop", at: router.id, hops };
    if (router.id === destination) return { end: "arrived", at: router.id, hops };
  }
  return { end: "no route", hops };
}

/** Makes a way from the first router to the last. */
export function route(routers, destination) {
  routers.slice(1).forEach((next, i) => routers[i].routes.set(destination, next));
}
