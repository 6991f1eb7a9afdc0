// Finding resources among peers. Each link has a filter of the resources behind it, and a query follows the links that match. The
// peers form a tree, so no query arrives twice.

import { BloomFilter } from "edgebloom";

/** The same size for all links, enough for the resources of the whole network. */
const LINK = { capacity: 5000, errorRate: 0.01 };

export class Peer {
  resources = new Set();
  /** @type {Map<Peer, BloomFilter>} */
  links = new Map();

  connect(other) {
    this.links.set(other, new BloomFilter(LINK));
    other.links.set(this, new BloomFilter(LINK));
  }

  /** Offers a resource, and adds it to the filters of all links that lead to this peer. */
  share(resource) {
    this.resources.add(resource);
    const announce = (peer, from) => {
      for (const next of peer.links.keys()) {
        if (next === from) continue;
        next.links.get(peer).add(resource);
        announce(next, peer);
      }
    };
    announce(this);
  }

  /** The peers that have a resource, and the number of messages to reach them. */
  find(resource, { flood = false } = {}) {
    const found = [];
    let messages = 0;
    const visit = (peer, from) => {
      if (peer.resources.has(resource)) found.push(peer);
      for (const [next, filter] of peer.links) {
        if (next === from || !(flood || filter.has(resource))) continue;
        messages++;
        visit(next, peer);
      }
    };
    visit(this);
    return { found, messages };
  }
}

/** A tree of peers: each has up to three children, and its own resources. */
export function makePeers(count, resourcesEach) {
  const peers = Array.from({ length: count }, () => new Peer());
  for (let i = 1; i < count; i++) peers[i].connect(peers[Math.floor((i - 1) / 3)]);
  for (const [i, peer] of peers.entries()) {
    for (let j = 0; j < resourcesEach; j++) peer.share(`song-${i}-${j}`);
  }
  return peers;
}
