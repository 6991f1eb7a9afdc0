// Drops comments that have been posted before.

import { BloomFilter } from "edgebloom";

const CHECK_EVERY = 1000;

export class Comments {
  posted = 0;
  dropped = 0;
  cleared = 0;

  /** @param {{ capacity: number, errorRate: number }} sizes */
  constructor(sizes) {
    this.filter = new BloomFilter(sizes);
  }

  /** Posts a new comment and returns true. False if the comment may be a repeat. */
  post(text) {
    if ((this.posted + this.dropped) % CHECK_EVERY === 0) this.#clearIfFull();
    const isNew = this.filter.add(essence(text));
    if (isNew) this.posted++;
    else this.dropped++;
    return isNew;
  }

  /** A filter that is over half full would drop too many new comments. After clearing it, each old comment can be posted once again. */
  #clearIfFull() {
    if (!this.filter.stats.overHalfFull) return;
    this.filter.clear();
    this.cleared++;
  }
}

/** A normal form: comments with the same letters and digits have the same one. */
export const essence = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "") || text;
