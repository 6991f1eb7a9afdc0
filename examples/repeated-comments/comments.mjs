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

  /** True if the comment is certainly new and was posted; false if it is possibly a repeat. */
  post(text) {
    if ((this.posted + this.dropped) % CHECK_EVERY === 0) this.#clearIfFull();
    const isNew = this.filter.add(essence(text));
    if (isNew) this.posted++;
    else this.dropped++;
    return isNew;
  }

  /** Past half full, too many new ones would be dropped: repeats get a second chance instead. */
  #clearIfFull() {
    if (!this.filter.stats.saturated) return;
    this.filter.clear();
    this.cleared++;
  }
}

/** What two comments share that a reader would call the same. */
export const essence = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "") || text;
