// The chunks of `BF.SCANDUMP`, which `BF.LOADCHUNK` takes: pairs of an iterator and bytes. Number 1 is the header;
// the iterator of a chunk of data is 1 more than where it ends.

import { bytesOf, isBytes, plain } from "../../bytes.js";
import { wrongType } from "../../errors.js";
import { BYTES, putFor } from "../key-encoding.js";
import { filterOf, layoutOf, readFile, refuse, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const redisbloom = {
  options: {},
  read(input) {
    const { dump, header } = Array.isArray(input) ? joined(input) : { dump: bytesOf(input, "input"), header: 0 };
    return readFile("redisbloom", dump, putFor(BYTES), { header });
  },
  write(filter) {
    const dump = writeFile("redisbloom", filter);
    const [longest, header, ...parts] = filterOf(filter).redisbloomParts();
    /** @type {[number, Uint8Array][]} */
    const chunks = [[1, dump.slice(0, header)]];
    let start = header;
    for (const part of parts) {
      for (const end = start + part; start < end; ) {
        const next = Math.min(start + longest, end);
        chunks.push([1 + next - header, dump.slice(start, next)]);
        start = next;
      }
    }
    return chunks;
  },
  recognises: layoutOf("redisbloom"),
};

/**
 * Header and data without gaps, and how long the header is.
 * @param {any[]} chunks
 */
function joined(chunks) {
  const parts = chunks.map((chunk, i) => {
    if (!Array.isArray(chunk) || chunk.length !== 2 || !isBytes(chunk[1])) {
      wrongType(`input[${i}]`, "an iterator and a Uint8Array", chunk);
    }
    const [iterator] = chunk;
    const end = typeof iterator === "bigint" ? Number(iterator) : iterator;
    if (typeof end !== "number") wrongType(`input[${i}]`, "an iterator and a Uint8Array", iterator);
    if (!Number.isSafeInteger(end) || end < 1) refuse("iterator", "a whole number from 1 on", end);
    return { end: end - 1, bytes: plain(chunk[1]) };
  });
  const [header, ...data] = parts;
  if (!header?.bytes.length || header.end)
    refuse("iterator", "1, the header, first", header?.bytes.length ? header.end + 1 : "none");
  data.sort((a, b) => a.end - b.end);
  let reached = 0;
  for (const { end, bytes } of data) {
    if (end - bytes.length !== reached || !bytes.length) {
      refuse("iterator", `data from byte ${reached} on, each once`, end + 1);
    }
    reached = end;
  }
  const dump = new Uint8Array(header.bytes.length + reached);
  dump.set(header.bytes);
  for (const { end, bytes } of data) dump.set(bytes, header.bytes.length + end - bytes.length);
  return { dump, header: header.bytes.length };
}
