// The chunks of `BF.SCANDUMP` and `BF.LOADCHUNK`: pairs of an iterator and bytes. Iterator 1 is the header. The iterator of a chunk of data
// is the offset of its end plus 1.

import { bytesOf, isBytes, plain } from "../../bytes.js";
import { wrongType } from "../../errors.js";
import { BYTES, putFor } from "../key-encoding.js";
import { filterOf, layoutOf, readFile, reject, writeFile } from "./file.js";

/** @type {import("./index.js").Format} */
export const redisbloom = {
  options: {},
  read(input) {
    const { file, header } = Array.isArray(input) ? concat(input) : { file: bytesOf(input, "input"), header: 0 };
    return readFile("redisbloom", file, putFor(BYTES), { header });
  },
  write(filter) {
    const file = writeFile("redisbloom", filter);
    const [longest, header, ...parts] = filterOf(filter).redisbloomParts();
    /** @type {[number, Uint8Array][]} */
    const chunks = [[1, file.slice(0, header)]];
    let start = header;
    for (const part of parts) {
      for (const end = start + part; start < end; ) {
        const next = Math.min(start + longest, end);
        chunks.push([1 + next - header, file.slice(start, next)]);
        start = next;
      }
    }
    return chunks;
  },
  recognises: layoutOf("redisbloom"),
};

/**
 * Joins header and data. Returns also the length of the header.
 * @param {any[]} chunks
 */
function concat(chunks) {
  const parts = chunks.map((chunk, i) => {
    if (!Array.isArray(chunk) || chunk.length !== 2 || !isBytes(chunk[1])) {
      wrongType(`input[${i}]`, "an iterator and a Uint8Array", chunk);
    }
    const [iterator] = chunk;
    const end = typeof iterator === "bigint" ? Number(iterator) : iterator;
    if (typeof end !== "number") wrongType(`input[${i}]`, "an iterator and a Uint8Array", iterator);
    if (!Number.isSafeInteger(end) || end < 1) reject("iterator", "a whole number, 1 or more", end);
    return { end: end - 1, bytes: plain(chunk[1]) };
  });
  const [header, ...data] = parts;
  if (!header?.bytes.length || header.end)
    reject("iterator", "1, the header, as the first", header?.bytes.length ? header.end + 1 : "none");
  data.sort((a, b) => a.end - b.end);
  let reached = 0;
  for (const { end, bytes } of data) {
    if (end - bytes.length !== reached || !bytes.length) {
      reject("iterator", `data from byte ${reached} on, without gaps`, end + 1);
    }
    reached = end;
  }
  const file = new Uint8Array(header.bytes.length + reached);
  file.set(header.bytes);
  for (const { end, bytes } of data) file.set(bytes, header.bytes.length + end - bytes.length);
  return { file, header: header.bytes.length };
}
