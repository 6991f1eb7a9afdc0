// Filters freed by scope. Compilers before TypeScript 5.2 cannot read this file.

import { expectType } from "tsd";
import { BloomFilter } from "edgebloom";
import type { LiveFilter } from "edgebloom/live";

export function inScope(text: string, live: LiveFilter): boolean {
  using scoped = BloomFilter.fromBase64(text);
  using stopped = live;
  expectType<boolean>(stopped.has("a"));
  return scoped.has("a");
}
