// Finding resources among peers: each link has a filter of what can be had through it, and a query
// goes along the links that match. The peers form a tree, so that nothing comes round twice.

import { BloomFilter } from "edgebloom";

/** Equal for all links, for as many resources as the whole network may have. */
const LINK = { capacity: 5000, errorRate: 0.01 };

export class Peer {
  resources = new Set();
  /** @type {Map<Peer, BloomFilter>} */
  links = new Map();

  connect(other) {
    this.links.set(other, new BloomFilter(LINK));
    other.links.set(this, new BloomFilter(LINK));
  }

  /** Offers a resource and tells everybody through which link it can be had. */
  share(resource) {
    this.resources.add(resource);
    const tell = (peer, from) => {
      for (const next of peer.links.keys()) {
        if (next === from) continue;
        next.links.get(peer).add(resource);
        tell(next, peer);
      }
    };
    tell(this);
  }

  /** The peers that have it, and how many messages it took to reach them. */
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

/** Peers with three below each, and resources of their own. */
export function makePeers(count, resourcesEach) {
  const peers = Array.from({ length: count }, () => new Peer());
  for (let i = 1; i < count; i++) peers[i].connect(peers[Math.floor((i - 1) / 3)]);
  for (const [i, peer] of peers.entries()) {
    for (let j = 0; j < resourcesEach; j++) peer.share(`song-${i}-${j}`);
  }
  return peers;
}
