// As much of other libraries as is measured: they are installed apart, and only when they are.

declare module "@pacote/bloom-filter" {
  interface Shape {
    size: number;
    hashes: number;
    filter?: Uint32Array;
  }
  export class BloomFilter implements Shape {
    constructor(shape: Shape);
    size: number;
    hashes: number;
    filter: Uint32Array;
  }
  export function optimal(capacity: number, errorRate: number): Shape;
}

declare module "bloomfilter" {
  export class BloomFilter {
    static withTargetError(capacity: number, errorRate: number): BloomFilter;
    buckets: Int32Array;
  }
}

declare module "bloom-filters/dist/bloom/bloom-filter.js" {
  export default class BloomFilter {
    static create(capacity: number, errorRate: number): BloomFilter;
    _filter: { array: Uint8Array };
  }
}

declare module "mnemonist/bloom-filter" {
  class BloomFilter {
    constructor(options: { capacity: number; errorRate: number });
    data: Uint8Array;
  }
  export = BloomFilter;
}
