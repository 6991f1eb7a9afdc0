// A small real filter of each system, written by that system. They are files of tests/golden, and a test compares them;
// `from` is the file.

/**
 * @typedef {object} Example
 * @property {string} from the file in tests/golden
 * @property {string} writer the system and its version
 * @property {number} count its keys
 * @property {string} base64
 * @property {Record<string, string>} options those that its bytes do not contain
 * @property {[string, string]} keys a member and a non-member, as users type them
 * @property {string[]} [hashes] the names of the keys, if the keys are hashes
 */

/** A member and a non-member of all examples but those of rbloom and Redis. @type {[string, string]} */
const KEYS = ["user@example.com", "user@example.org"];

/** The first 16 bytes of the SHA-256 of KEYS as signed integers, because users of rbloom choose the hash. @type {[string, string]} */
const HASHED = ["-99974379390928314056499047125419640392", "-62006746096824803997423556330389852963"];

/** @type {Record<string, Example>} */
export const EXAMPLES = {
  guava: {
    from: "guava/guava_mitz64_string_utf8_small.json",
    writer: "Guava 33.6",
    count: 87,
    base64:
      "AQYAAAAOrS6NqF18gA0wZBJHdgJnshlITZEScsQM4ntTIXUB3BDB0D0yuR1ULZQi8ZKPW73ruh7bDA2CYTqyEshQhQaaywlkpJk8HYbhGau4qjhSjZgy+dIRkBCDttWTIUJgaQkSwGpVIYj4dxYyA8AY8wSl1w==",
    options: { funnel: "string_utf8" },
    keys: KEYS,
  },
  spark: {
    from: "spark/spark_v1_string_small.json",
    writer: "Apache Spark 3.5.9",
    count: 87,
    base64:
      "AAAAAQAAAAcAAAAPQzBfo4kbY8HLTkaRc5s0V6uHglWAjRXU3XmxxkpeeV2q6ghjwgMKuAEwnHWhY1hjmnY3cikhoqvzsZmlp50QzNF61zU2LvTJArKElkH8lYcBK442fASKQ9TQx6KfqfwDg/YcCskBK6LM7KbhlNAUz+vHFEiO2Mos",
    options: {},
    keys: KEYS,
  },
  redisbloom: {
    from: "redisbloom/redisbloom_default_reserve.json",
    writer: "RedisBloom 8.8.0",
    count: 83,
    base64:
      "UwAAAAAAAAABAAAABQAAAAIAAACQAAAAAAAAAIAEAAAAAAAAUwAAAAAAAAB7FK5H4Xp0P+mGL7I1DiZACAAAAGQAAAAAAAAAAE9lwcTapzCaELMERldKLA32hFTDaRE4l46h8KF+5DGMEl11NdAnkFtK2N4pBF0AUR0yFwRJk0ckCfEGbm7tSu6xU2NPcN4WZWJVOe0lArBEgTSCnmQBQUAABKGRJG5pdEtJeGYkyqwkPkiGksWUgJUaZTfXcEwytQIKdEtQAzR1Xaelt2VPZtXWQcPfSSiq0Q==",
    options: {},
    keys: KEYS,
  },
  "go-bits-and-blooms": {
    from: "go-bits-and-blooms/go_binary_estimates_small.json",
    writer: "Go bits-and-blooms 3.7.1",
    count: 83,
    base64:
      "AAAAAAAABZ4AAAAAAAAABwAAAAAAAAWeRCEjLIUBKP+dBjCAxgETLRSQPoUxbkUQAawgxjDyeDopAQTnWmRpVceCZgsJaSWhAYgAxCDQmRAITR0ICgnMGCtB6ZTKVBsTzR0FWAgyRCyTinKQCoEmQAJYCICgYEcYQAcSCNABhEggATCAINl2kKc1xwKAxchVTA1gACABqGA0pjBHJGE0RyIEQQgQxIQAcJwjAigRCtRCBoQB0NLGRKFBByiMxcSAJ+EZLCgR5DAAAAAAAgrORA==",
    options: {},
    keys: KEYS,
  },
  "parquet-sbbf": {
    from: "parquet-sbbf/sbbf_pyarrow_string_small.json",
    writer: "pyarrow 26.0.1",
    count: 83,
    base64:
      "FYACHBwAABwcAAAcHAAAAK8iX4r+zmJJQf82A7SxtN6h2z6oS94gvy/Ex9d/bUmMnZiIDIp1NxEFSPLyzlwBQxYUKsZrmQFx4aQRYuVTG0SkfXGEp7piYGlc2hnxpId+i+jXcZkWO4SM3w5IwBnob8DfHqVh4SfrVoEHV2hbK7DWdKqhQFJ5H+DMCe9DCXX0",
    options: { type: "BYTE_ARRAY" },
    keys: KEYS,
  },
  "npm-bloomfilter": {
    from: "npm-bloomfilter/npm_bloomfilter_1_1_small.json",
    writer: "npm bloomfilter 1.1.0",
    count: 87,
    base64:
      "eyJ2ZXJzaW9uIjoxLCJtIjo3MDQsImsiOjQsImJ1Y2tldHMiOls0MzQ5NjY5NTcsMTYyMzk3MzM3OCwxNDQ1MTAwNzIsMTI3NDE1NTUzMiwzMjk0MjkyNzIsMjk1Mjk0NzI5Niw1Mzk1NzQyMjQsMjkwMjU2Mjk2MiwxMzMwNjQ3MTk0LDIwODIyMzc3MTYsNjcyMTcwMDE4LDMyNTE3Nzk4NTMsMTYxMTY5ODcxNiwzMTgwMzc0Mjg4LDE1MTg3MzkwMDgsMzM2NzYyNDg4MiwzMzg0OTA3Njc0LDExNzc4NTY5MDgsODMwNTEwMjA4LDU1MTgyMzQ3MiwxNTMxMDA3NzMyLDIxNTgwNzIzODhdfQ==",
    options: { hash: "fnv1a64" },
    keys: KEYS,
  },
  "npm-bloom-filters": {
    from: "npm-bloom-filters/npm_bloom_filters_3_small_default_seed.json",
    writer: "npm bloom-filters 3.0.4",
    count: 87,
    base64:
      "eyJ0eXBlIjoiQmxvb21GaWx0ZXIiLCJfc2l6ZSI6NzAwLCJfbmJIYXNoZXMiOjQsIl9maWx0ZXIiOnsic2l6ZSI6NzA0LCJjb250ZW50IjoiQ0lSSkVvS1FDM3BDNmlDS1l3RVc0aTJzcjZGYmtGQWlVWVcyaWloRHBvVkFXcVYxRmFKRGdZWHFnU0lLUnJJTGtrQ1F2cEFCeXUzb0ZyQmhpS1VaUjJ4V0FvSmdPQ0lWT2cyMElBSlBMbDh1aXJtRUJrQXhCQT09In0sIl9zZWVkIjo3ODE4NzQ5MzUyMH0=",
    options: { generation: "v2" },
    keys: KEYS,
  },
  "pybloom-live": {
    from: "pybloom-live/pybloom_live_4_k7_xxh128.json",
    writer: "pybloom_live 4.0.0",
    count: 98,
    base64:
      "exSuR+F6hD8HAAAAAAAAAIkAAAAAAAAAZAAAAAAAAABfAAAAAAAAALIxo/2G4KPeO5YVcAdEbuLe3DtTKID4DXyxjgPlpUL+UPWqEewiS9fknjYucvg1TLr2qUYj9UtsvRIiXdjdsXYpjAfOC/pb928OpVIgA3Ng3TgDyV+6BxeQannJ6/FjJOlexzp4ZW/LjkS8LZgfJRmB8cKAkflpWg==",
    options: { hash128: "xxh128" },
    keys: KEYS,
  },
  rbloom: {
    from: "rbloom/rbloom_sha256_small.json",
    writer: "rbloom 1.5.4",
    count: 134,
    base64:
      "BgAAAAAAAADskTyePIIk68Ekgktz7jQATB8AiniXUaY8VMCQvCExJGXGDhjHIHxOG14G+72wbaIr8ikCZAm7R0AtA4TBIEXGaywEijjKuohxM62alTrDZsUc2opkCAZVoBDldQvGIQlBY3DAO0IvNdRAdQ9aEMSUdm8gBQ9s2mrwCC4Gcx7A5Ti0ri0ewuYRMDhtheGgC5BzLmn3XspnnKJOsBcw4DCwZkdBhzDhTgMJAEJKufUJK4zSOXE=",
    options: {},
    keys: HASHED,
    hashes: KEYS.map((key) => `SHA-256(${key})`),
  },
  datasketches: {
    from: "datasketches/datasketches_mixed.json",
    writer: "DataSketches 0.6.0",
    count: 131,
    base64:
      "BAEVAAYAAAAqAAAAAAAAABoAAAAAAAAAfgIAAAAAAAAUg0OyijRHI8OgLnESyJ4OIVM4uOQoabgLAQg+I6wABRcBcETg0VhhQtCESCUdCC0eJuQCiW0ogEi+CFAtJ7SYLFQ0WAsDEM1QDDA0gC4BgSEXYbcJh5hUnBAiFqW1SlTajYphEACDKcYAN1BswGlfzQQkgRK2pQMEAcAIDNvuHTyM4UCsgNVgFBCCTKyokMeLHYVCihMTJJcQGZEJLgtBlj3WoUE54hLkIMv4cURCIBQqGEU8DFthDa2EwJpn9Ejo/rlSpVxRAKIrODv5DThd",
    options: { strings: "utf8" },
    keys: KEYS,
  },
  "redis-bitmap": {
    from: "articles/redis_bitmaps.json",
    writer: "phpredis 5.3.7",
    count: 1000,
    base64:
      "AP/w/wB/4AAAP/AAAB/4AAAP/+D/N//wAAP//wz/D/wAAAf+AAAD/wAA//+AAAD/zP8w///AAAAAAAAAAAAAAAAAAAAAAAAAA/8AAAAAAAAAAAAAAAAAAP8DAAAAAAAAA///MAAAAAAAAAAA/8AAAAAAAAAAAAAAAAAAAAP/AAAB/4AA///D/wB/4AAAP/AA/x/4AAAP/P8AB/8w/8P/AAAB/4AAAAAAwP8AAAAAAAAAAP88AAAAAAAAwP8AAAAAAAAAAAz/AAD/A/8MAADA/wAAAAAAAAAAAAAAAAAAAADA/wAAAAAw/wz/AAAAAAAAAAAAAAAAAAD/AwAADP8AAAAAAAAB/8D/AP/AAAB/4AAAP/AAAB/4AAAP/AAAB/7/AAP/AAAB/4AAAP//AAAAAAAAAAAM/zD/AAAAAAAAAAAAAAAAAAAAAAAAAAAD/wAAAAAAAAAAAAAAAAAAAAAAAAAAA/8M/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/wwAADD/AAAAAAAAAP/AAP//4AAAP/AAAB/4AAAP/zAAB/4AAAP/AAAB/4AAAP/AAAB//wAAAAAAAAAAAADA/wAAAAAAAAAAA/8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/MP//wAAAAAAAAAAAAAAAAAAAAAAAAAAA/zAAAAAAAAAAAAAAAAD/AwB/4AAAP/P//x/4AAAP/AAAB//AAAP/AAAB/4AAAP/AAAB/4AAAP/AAAAAAMP8AAAAAAAAAAP8DAAAAAAAAAAD/DAAAAAAAAD/wAAAf+AAAD/wAAAf+AAAD/wAAAf+AAAD/wAAw/+AAAD/8/wAf/wP/DAAAAAAAAAAAAAAAAAAAAAAD/8D/AAAAP/AAAB/4AAAP/AAAB//AAAP/ADD//4MAAP//AAD/4wAAP/AAAP/4AAAAAAAAAAAAAAAAAAAAAAAAMP//MAAAAAAAADD//8Af+AAAP/8AAAf+DP8D/wAAAf+AAAD/wAAAf+AAAD/wAAAf+AD/z/wAAAAAAP8wAAAAAP8DAAD/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADA/wAA/zAAAAAA/wMAAAAAAAAAAAAAAAAAAAAAAAAAAP8DAAAAAAAAD/wAAAf+DP8D/wAAAf+AAMD/wAAAf+AAAD/wAAAf+AAAD/wAAAf+/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM/wAAAAAAAAAAAAAAAAAAAAAAAAAADP8AAAAAAAAAADD/AAAAAAAAAAD/AwAAA/8AAAAAAAAAAAAAAAAAAAAAAADA/wAAAAAAAAf+AAAP/wAA//+A",
    options: { scheme: "php-redis", bits: "8192", functions: "djb, fnv", arithmetic: "php" },
    keys: ["k42", "q0"],
  },
};
