// Guesses the type of a file that is not what a command needs. An HTML page, for example, is often the error page of a server.

/** The number of bytes to look at. */
const SAMPLE = 512;

const PASS_A_FILTER = "pass a filter file, as edgebloom build writes it";
const UNPACK = "unpack it";
/** The first bytes of a type of file, its name, and how to get a filter. */
const KINDS = /** @type {[begins: RegExp, what: string, todo?: string][]} */ ([
  [
    /^\s*<(!doctype\s+html|html|head|body)\b/i,
    "an HTML page",
    "download the filter again: the server may have sent an error page",
  ],
  [/^\s*<(\?xml|!--|[a-z])/i, "XML or HTML"],
  [/^\s*(\[\s*(["\]\d{[tfn-]|$)|\{\s*(["}]|$))/, "JSON"],
  [/^\x1f\x8b/, "gzip", `${UNPACK}, for example with gunzip`],
  [/^\x28\xb5\x2f\xfd/, "zstd", UNPACK],
  [/^\xfd7zXZ\0/, "xz", UNPACK],
  [/^BZh\d/, "bzip2", UNPACK],
  [/^PK\x03\x04/, "a zip archive", UNPACK],
  [/^(\xff\xfe|\xfe\xff)/, "UTF-16", "if it is a filter in base64, convert it to UTF-8"],
  [/^\xef\xbb\xbf60ZMV/, "a filter in base64 after a byte order mark", "remove the first three bytes"],
  [/^\s+60ZMV/, "a filter in base64 after white space", "remove the white space"],
  [/^version https:\/\/git-lfs/, "a Git LFS pointer", "get the file itself with git lfs pull"],
]);

/**
 * The type of a file that is not a filter, and what to do.
 * @param {Buffer} bytes
 * @returns {{ found: string, todo: string }}
 */
export function looksLike(bytes) {
  const sample = bytes.toString("latin1", 0, SAMPLE);
  const [, what, todo] = KINDS.find(([begins]) => begins.test(sample)) ?? [];
  if (what !== undefined) return { found: `it looks like ${what}`, todo: todo ?? PASS_A_FILTER };
  if (isText(bytes)) {
    return { found: "it looks like text", todo: `${PASS_A_FILTER}; for a list of keys run edgebloom build first` };
  }
  return {
    found: `it begins with the bytes ${firstBytes(bytes)}, a filter file with eb 46 4c 54`,
    todo: PASS_A_FILTER,
  };
}

/** @param {Buffer} bytes */
function isText(bytes) {
  try {
    // The last character may be incomplete.
    const sample = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, SAMPLE), {
      stream: bytes.length > SAMPLE,
    });
    return !/[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]/.test(sample);
  } catch {
    return false;
  }
}

/** @type {(bytes: Uint8Array) => string} */
const firstBytes = (bytes) => Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
