// Small files of npm packages, parsed.

export const BLOOMFILTER = { version: 1, m: 64, k: 2, buckets: [1, 2147483650] };
export const V2 = { type: "BloomFilter", _size: 10, _nbHashes: 2, _filter: { size: 16, content: "AQI=" }, _seed: 1 };
export const V1 = { type: "BloomFilter", _size: 4, _nbHashes: 2, _filter: [1, 0, 0, 1], _length: 1, _seed: 1 };
export const SLICES = {
  type: "PartitionedBloomFilter",
  _size: 4,
  _nbHashes: 2,
  _loadFactor: 0.5,
  _m: 2,
  _capacity: 1,
  _seed: 1,
};
