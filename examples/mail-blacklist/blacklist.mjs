// A blacklist in memory without false negatives. Good addresses that are false positives become exceptions: a small exact set in the
// filter file.

import { createHash } from "node:crypto";
import { BloomFilter, load } from "edgebloom";

/**
 * @param {Iterable<import("edgebloom").Key>} listed
 * @param {Iterable<import("edgebloom").Key>} good exceptions, unless they are listed
 * @param {{ errorRate: number, name?: string, version?: string }} options
 * @returns {Uint8Array} the filter file
 */
export function buildBlacklist(listed, good, options) {
  const keys = [...listed];
  const filter = BloomFilter.from(keys, options);
  // An exception for a listed key would be a false negative.
  const exact = new Set(keys.map(bytesOf));
  for (const key of good) if (filter.has(key) && !exact.has(bytesOf(key))) filter.allow(key);
  const bytes = filter.toBytes();
  filter.free();
  return bytes;
}

export class MailGate {
  #senders;

  /** @param {Uint8Array | string} file */
  constructor(file) {
    this.#senders = load(file);
  }

  /** @returns {"accept" | "reject"} */
  verdict(sender) {
    return this.#senders.has(addressKey(sender)) ? "reject" : "accept";
  }

  /** Adds an exception for a sender that was a false positive. */
  vouch(sender) {
    this.#senders.allow(addressKey(sender));
  }

  /** Lists a sender from now on, and removes its exception. */
  list(sender) {
    this.#senders.add(addressKey(sender));
  }

  toBytes() {
    return this.#senders.toBytes();
  }
}

/** A forum that rejects users and content without a query to its database. */
export class Forum {
  /** @param {{ users: Uint8Array, content: Uint8Array }} files */
  constructor({ users, content }) {
    this.users = load(users);
    this.content = load(content);
  }

  /** @param {bigint} user */
  accepts(user, content) {
    return !this.users.has(user) && !this.content.has(contentKey(content));
  }
}

/** One spelling per address. */
export const addressKey = (address) => address.trim().toLowerCase();

/** The key of a text or a video is its digest, so all keys have the same length. */
export const contentKey = (content) => new Uint8Array(createHash("sha256").update(content).digest());

/** The bytes of a key as a string, for a Set: "a" and the byte 97 are the same key. */
const bytesOf = (key) => Buffer.from(typeof key === "bigint" ? BigInt64Array.of(key).buffer : key).toString("latin1");
