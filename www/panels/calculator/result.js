// The sizes of a Bloom filter, a static set and a plain list of the same keys.

import { optimalBits } from "edgebloom";
import { find } from "../../lib/dom.js";
import { EXAMPLE, READER_BYTES } from "../../lib/example.js";
import { few, size, t } from "../../lib/i18n.js";
import { HEADERS, limitOf, staticBytes } from "./static-size.js";

/** Bytes of a file besides its bits: header and checksum. */
const HEADER = 64;

/** The same of a gzipped file. */
const GZIP_HEADER = 20;

/** From this share of the file on, they are said: a few keys are no reason for so many bits. */
const SAID = 0.05;

/** Bytes per key of the example list. */
const [TEXT, GZIP] = [EXAMPLE.bytes.listBytes, EXAMPLE.bytes.gzipBytes].map((count) => count / EXAMPLE.count);

/**
 * Shows the sizes of files, with bars of one scale, which ends at the list as text.
 * @param {{ n: number, p: number }} numbers
 */
export function showSizes({ n, p }) {
  const m = optimalBits(n, p);
  /**
   * @param {string} name
   * @param {number} bytes
   * @param {string} amount
   * @param {string} facts a text for what a key takes
   * @param {number} [header] bytes that no key takes
   */
  const show = (name, bytes, amount, facts, header = 0) => {
    const values = { bits: few((8 * (bytes - header)) / n), bytes: few(bytes / n), header };
    find(`#calculator-${name}-size`).textContent = amount;
    find(`#calculator-${name}-facts`).textContent = t(header > SAID * bytes ? "calculator.smallFacts" : facts, values);
    find(`#calculator-${name}-bar`).style.width = `${Math.min(bytes / (TEXT * n), 1) * 100}%`;
  };
  const about = (/** @type {number} */ bytes) => t("calculator.about", { size: size(bytes) });
  const bloomBytes = HEADER + 8 * Math.ceil(m / 64);
  const setBytes = staticBytes(n, p);
  const said = { bloom: size(bloomBytes), set: setBytes ? about(setBytes) : "–" };
  show("bloom", bloomBytes, said.bloom, "calculator.bloomFacts", HEADER);
  if (setBytes) show("static", setBytes, said.set, "calculator.staticFacts", HEADERS);
  else show("static", 0, said.set, `calculator.static-${limitOf(n, p)}`);
  const [textBytes, gzipBytes] = [TEXT * n, GZIP * n + GZIP_HEADER];
  const least = Math.min(READER_BYTES + Math.min(bloomBytes, setBytes ?? Infinity), textBytes, gzipBytes);
  const isText = textBytes === least;
  show("text", textBytes, about(textBytes), isText ? "calculator.smallest" : "calculator.textFacts");
  if (gzipBytes === least) show("gzip", gzipBytes, about(gzipBytes), "calculator.smallest");
  else show("gzip", gzipBytes, about(gzipBytes), "calculator.gzipFacts", GZIP_HEADER);
  return said;
}
