// What a file is that was taken for another one: HTML in place of a filter is an error page of a server, more often than not.

/** So much of a file tells. */
const HEAD = 512;

const GIVE = "give a dump, or its base64 text, as edgebloom build writes it";
const UNPACK = "unpack it";
/** How files begin, what they are then, and what to do with them where a filter is wanted. */
const KINDS = /** @type {[begins: RegExp, what: string, todo?: string][]} */ ([
  [
    /^\s*<(!doctype\s+html|html|head|body)\b/i,
    "an HTML page",
    "get the filter again: a server may have sent an error in its place",
  ],
  [/^\s*<(\?xml|!--|[a-z])/i, "XML or HTML"],
  [/^\s*(\[\s*(["\]\d{[tfn-]|$)|\{\s*(["}]|$))/, "JSON"],
  [/^\x1f\x8b/, "gzip", `${UNPACK}, as by gunzip`],
  [/^\x28\xb5\x2f\xfd/, "zstd", UNPACK],
  [/^\xfd7zXZ\0/, "xz", UNPACK],
  [/^BZh\d/, "bzip2", UNPACK],
  [/^PK\x03\x04/, "a zip archive", UNPACK],
  [/^(\xff\xfe|\xfe\xff)/, "UTF-16", "if it is the base64 text of a filter, convert it to UTF-8"],
  [/^\xef\xbb\xbf60ZMV/, "the base64 text of a filter after a byte order mark", "remove its first three bytes"],
  [/^\s+60ZMV/, "the base64 text of a filter after white space", "remove that"],
  [/^version https:\/\/git-lfs/, "a pointer of Git LFS", "get the file itself: git lfs pull"],
]);

/**
 * What a file that is no filter looks like, as far as that can be told, and what to do.
 * @param {Buffer} bytes
 * @returns {{ found: string, todo: string }}
 */
export function looksLike(bytes) {
  const head = bytes.toString("latin1", 0, HEAD);
  const [, what, todo] = KINDS.find(([begins]) => begins.test(head)) ?? [];
  if (what !== undefined) return { found: `it looks like ${what}`, todo: todo ?? GIVE };
  if (isText(bytes)) {
    return { found: "it looks like a text", todo: `${GIVE}; of a list of keys, edgebloom build makes one` };
  }
  return { found: `it begins with the bytes ${first(bytes)}, a dump with eb 46 4c 54`, todo: GIVE };
}

/** @param {Buffer} bytes */
function isText(bytes) {
  try {
    // The last character may be cut.
    const head = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, HEAD), {
      stream: bytes.length > HEAD,
    });
    return !/[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]/.test(head);
  } catch {
    return false;
  }
}

/** @type {(bytes: Uint8Array) => string} */
const first = (bytes) => Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
