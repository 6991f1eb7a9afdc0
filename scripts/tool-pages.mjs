// Writes docs/tools, the site's pages whose text is elsewhere: the READMEs of the tools beside the package, and the comparison, which a
// benchmark writes. They are not in git.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { at } from "./run.mjs";

/** The sources, and their pages in `docs`. */
export const TOOL_PAGES = new Map([
  ["action/README.md", "tools/github-action.md"],
  ["unplugin-edgebloom/README.md", "tools/bundler-plugin.md"],
  ["benches/results/peers.md", "tools/comparison.md"],
]);

export function writeToolPages() {
  rmSync(at("docs/tools"), { recursive: true, force: true });
  mkdirSync(at("docs/tools"));
  for (const [source, page] of TOOL_PAGES) {
    const [from, to] = [posix.dirname(source), posix.join("docs", posix.dirname(page))];
    const text = readFileSync(at(source), "utf8").replace(
      /\]\(((?!https?:|#)[^)]*)\)/g,
      (_, link) => `](${posix.relative(to, posix.join(from, link))})`,
    );
    // The link to edit a page leads to a file in docs.
    writeFileSync(at("docs", page), `---\neditLink: false\n---\n\n${text}`);
  }
}
