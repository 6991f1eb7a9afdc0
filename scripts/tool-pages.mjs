// Writes the site's pages on the tools beside the package, docs/tools, from the READMEs of their folders. They are not in git.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { at } from "./run.mjs";

/** The READMEs, and their pages in `docs`. */
export const TOOL_PAGES = new Map([
  ["action/README.md", "tools/github-action.md"],
  ["unplugin-edgebloom/README.md", "tools/bundler-plugin.md"],
]);

export function writeToolPages() {
  rmSync(at("docs/tools"), { recursive: true, force: true });
  mkdirSync(at("docs/tools"));
  for (const [readme, page] of TOOL_PAGES) {
    const [from, to] = [posix.dirname(readme), posix.join("docs", posix.dirname(page))];
    const text = readFileSync(at(readme), "utf8").replace(
      /\]\(((?!https?:|#)[^)]*)\)/g,
      (_, link) => `](${posix.relative(to, posix.join(from, link))})`,
    );
    // The link to edit a page leads to a file in docs.
    writeFileSync(at("docs", page), `---\neditLink: false\n---\n\n${text}`);
  }
}
