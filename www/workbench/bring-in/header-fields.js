// Where the fields of a filter file are: docs/reference/format/index.md as a table. The package interprets them.

/** @typedef {{ name: string, offset: number, size: number }} Field */

/** @type {Field[]} */
export const HEADER = [
  ["magic", 0, 4],
  ["version", 4, 1],
  ["flags", 5, 1],
  ["scheme", 6, 1],
  ["cells", 7, 1],
  ["keyEncoding", 8, 1],
  ["payloadEncoding", 9, 1],
  ["hashes", 10, 2],
  ["payloadLength", 12, 4],
  ["bits", 16, 8],
  ["seed", 24, 4],
  ["salt", 28, 4],
  ["capacity", 32, 8],
  ["inserted", 40, 8],
  ["errorRate", 48, 8],
].map(([name, offset, size]) => /** @type {Field} */ ({ name, offset, size }));

const HEADER_BYTES = 56;

/** The entries of the metadata by tag. Static sets have 6 and 7, keyed filters 5; neither is shown field by field. */
const TAGS = [
  "",
  "metadataName",
  "metadataVersion",
  "metadataGrowth",
  "metadataParameters",
  "",
  "",
  "",
  "metadataForm",
];

/** Names by id. */
export const KEY_ENCODINGS = [
  "",
  "native",
  "java text",
  "utf-16",
  "int64",
  "int32",
  "spark",
  "python",
  "bloom-filters",
  "hash128",
  "bytes",
];
export const PAYLOAD_ENCODINGS = ["", "raw", "positions", "sub-filters"];

/**
 * Whether a filter file is that of a scalable filter. Its payload is the files of its sub-filters.
 * @param {Uint8Array} bytes
 */
const hasSubFilters = (bytes) => PAYLOAD_ENCODINGS[bytes[9]] === "sub-filters";

/**
 * A number of up to four bytes.
 * @param {Uint8Array} bytes
 * @param {Field} field
 */
export const numberAt = (bytes, { offset, size }) =>
  bytes.subarray(offset, offset + size).reduce((sum, byte, i) => sum + byte * 256 ** i, 0);

/**
 * The fields of the valid filter file that begins at an offset, in their order, without gaps.
 * @param {Uint8Array} bytes
 * @param {number} [start]
 * @returns {Field[]}
 */
export function fieldsOf(bytes, start = 0) {
  const fields = HEADER.map((field) => ({ ...field, offset: field.offset + start }));
  const valueOf = (/** @type {string} */ name) =>
    numberAt(bytes, /** @type {Field} */ (fields.find((field) => field.name === name)));
  let offset = start + HEADER_BYTES;
  const put = (/** @type {string} */ name, /** @type {number} */ size) => {
    fields.push({ name, offset, size });
    offset += size;
  };
  if (valueOf("flags") & 1) {
    const end = offset + 8 + numberAt(bytes, { name: "", offset, size: 4 });
    put("metadata", 4);
    put("metadataReserved", 4);
    while (offset < end) {
      const tag = numberAt(bytes, { name: "", offset, size: 2 });
      const text = numberAt(bytes, { name: "", offset: offset + 4, size: 4 });
      put(TAGS[tag], 8 + Math.ceil(text / 8) * 8);
    }
  }
  put("payload", valueOf("payloadLength") * 8);
  put("checksum", 8);
  return fields;
}

/**
 * The field that contains a byte of a valid filter file. In the payload of a scalable filter, it is a field of a sub-filter,
 * counted from 1.
 * @param {Uint8Array} bytes
 * @param {number} place
 * @returns {{ field: Field, subFilter?: number }}
 */
export function fieldAt(bytes, place) {
  const fieldIn = (/** @type {Field[]} */ fields) => fields.find(({ offset, size }) => place < offset + size);
  const field = /** @type {Field} */ (fieldIn(fieldsOf(bytes)));
  if (field.name !== "payload" || !hasSubFilters(bytes)) return { field };
  for (let start = field.offset, subFilter = 1; ; subFilter++) {
    const fields = fieldsOf(bytes, start);
    const found = fieldIn(fields);
    if (found) return { field: found, subFilter };
    const { offset, size } = fields[fields.length - 1];
    start = offset + size;
  }
}

/**
 * Bytes in hexadecimal, cut after some.
 * @param {Uint8Array} bytes
 * @param {number} most
 */
export const hex = (bytes, most) =>
  Array.from(bytes.subarray(0, most), (byte) => byte.toString(16).padStart(2, "0")).join(" ") +
  (bytes.length > most ? " …" : "");
