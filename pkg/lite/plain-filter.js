import { endException, isException } from "../reader/exceptions.js";
import { scrambled } from "../reader/hash.js";
import { hashKey, keyBytes } from "../reader/key.js";
import { filterOf } from "../reader/parts.js";
import { probe, visit } from "../reader/probes.js";

/** @typedef {import("../reader/key.js").Key} Key */

/**
 * The fields of the header of a filter file, apart from its metadata section. The numbers of 64 bits are bigints.
 * @typedef {Pick<import("../reader/header.js").Header, "scheme" | "bits" | "hashes" | "seed" | "salt" | "capacity" | "inserted" | "errorRate">} Header
 */

const MAX_U64 = 0xffffffffffffffffn;

/** Bits and exceptions, and the facts that their filter file has about them. Keys are keys here, not in a form. */
export class PlainFilter {
  /**
   * @param {Header} header
   * @param {Uint8Array} bytes the bits
   * @param {Set<string>} exceptions as `readExceptions` gives them
   */
  constructor(header, bytes, exceptions) {
    this.header = header;
    this.filter = filterOf(header, bytes);
    this.exceptions = exceptions;
    this.seed = scrambled(header.seed);
    this.salt = header.salt;
    /** How many keys were added since. */
    this.added = 0;
  }

  /** The number of keys that were added. */
  get inserted() {
    const inserted = this.header.inserted + BigInt(this.added);
    return inserted > MAX_U64 ? MAX_U64 : inserted;
  }

  /**
   * @param {Key} key
   * @returns {boolean} true if it was certainly new
   */
  add(key) {
    if (this.exceptions.size) endException(this.exceptions, keyBytes(key));
    hashKey(key, this.seed, this.salt);
    return this.addHashed();
  }

  /** Adds the key whose hash was computed last. */
  addHashed() {
    this.added++;
    return visit(this.filter);
  }

  /**
   * @param {Key} key
   * @returns {boolean}
   */
  has(key) {
    hashKey(key, this.seed, this.salt);
    return probe(this.filter) && (!this.exceptions.size || !isException(this.exceptions, keyBytes(key)));
  }
}
