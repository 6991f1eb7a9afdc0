// The two fonts of the demo page. Chinese uses those of the system.

import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import plexMono from "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2";

const fonts = { "/figtree.woff2": figtree, "/plex-mono.woff2": plexMono };

/** A font, or undefined if the path is that of none. */
export const fontAt = (path) =>
  Object.hasOwn(fonts, path)
    ? new Response(fonts[path], {
        headers: { "content-type": "font/woff2", "cache-control": "public, max-age=604800" },
      })
    : undefined;
