// Gzip: the gzipped size of something, and gzipped files of the site.

/**
 * @param {Blob} blob
 * @returns {Promise<number | undefined>} bytes; undefined where the browser cannot compress
 */
export async function gzippedSize(blob) {
  try {
    return (await new Response(blob.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer()).byteLength;
  } catch {
    return undefined;
  }
}

const MAGIC = [0x1f, 0x8b];

/**
 * The content of a file of the site that is gzipped, unless the host or the browser has unpacked it already.
 * @param {URL | string} url
 * @returns {Promise<{ stream: ReadableStream<Uint8Array<ArrayBuffer>>, total: number }>} `total` is 0 if it is unknown
 */
export async function fetchUnpacked(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  const blob = await response.blob();
  const first = new Uint8Array(await blob.slice(0, MAGIC.length).arrayBuffer());
  return MAGIC.every((byte, i) => first[i] === byte)
    ? { stream: blob.stream().pipeThrough(new DecompressionStream("gzip")), total: 0 }
    : { stream: blob.stream(), total: blob.size };
}
