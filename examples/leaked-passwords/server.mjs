import { readFile } from "node:fs/promises";
import { sha1, sha1Hex } from "edgebloom/keys";
import { ShardedFilter } from "edgebloom/live";

const leaked = new ShardedFilter("https://lists.example/leaked/manifest.json", {
  keys: sha1Hex,
  // Reads from the disk. Without this line, it downloads the files.
  fetch: async (address) => new Response(await readFile(`.${new URL(address).pathname}`)),
});

/** Rejects if a file can't be read: decide there whether to accept the password. */
export const isLeaked = async (password) => leaked.has(await sha1(password));
