// A black list in memory that never misses what is listed. What is known to be good and yet looks
// listed goes into the filter's allow-list, which is exact, is carried in the dump, and is asked
// before anybody is rejected.

import { createHash } from "node:crypto";
import { BloomFilter, load } from "edgebloom";

/**
 * @param {Iterable<import("edgebloom").Key>} listed
 * @param {Iterable<import("edgebloom").Key>} good to be allowed, unless they are listed
 * @param {{ errorRate: number, name?: string, version?: string }} options
 * @returns {Uint8Array} the dump
 */
export function buildBlacklist(listed, good, options) {
  const keys = [...listed];
  const filter = BloomFilter.from(keys, options);
  // To allow a listed key would make the list miss it.
  const exact = new Set(keys.map(bytesOf));
  for (const key of good) if (filter.has(key) && !exact.has(bytesOf(key))) filter.allow(key);
  const dump = filter.toBytes();
  filter.free();
  return dump;
}

export class MailGate {
  #senders;

  /** @param {Uint8Array | string} dump */
  constructor(dump) {
    this.#senders = load(dump);
  }

  /** @returns {"accept" | "reject"} */
  verdict(sender) {
    return this.#senders.has(addressKey(sender)) ? "reject" : "accept";
  }

  /** For a sender that was rejected by chance and whom somebody has vouched for. */
  vouch(sender) {
    this.#senders.allow(addressKey(sender));
  }

  /** Lists a sender from now on, vouched for or not. */
  list(sender) {
    this.#senders.add(addressKey(sender));
  }

  dump() {
    return this.#senders.toBytes();
  }
}

/** Users and content that a forum turns away, without a question to its database. */
export class Forum {
  /** @param {{ users: Uint8Array, content: Uint8Array }} dumps */
  constructor({ users, content }) {
    this.users = load(users);
    this.content = load(content);
  }

  /** @param {bigint} user */
  accepts(user, content) {
    return !this.users.has(user) && !this.content.has(contentKey(content));
  }
}

/** One spelling for an address. */
export const addressKey = (address) => address.trim().toLowerCase();

/** The digest: of the same length for a word and for a video. */
export const contentKey = (content) => new Uint8Array(createHash("sha256").update(content).digest());

/** The bytes of a key as a text, for a Set: "a" and the byte 97 are one key. */
const bytesOf = (key) => Buffer.from(typeof key === "bigint" ? BigInt64Array.of(key).buffer : key).toString("latin1");
