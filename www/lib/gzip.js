// How small gzip makes something.

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
