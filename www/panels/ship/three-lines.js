// The three lines of code. tests/page/ship.test.mjs runs them.

export const LINES = [
  "npx edgebloom build --keys email -o disposable.bloom domains.txt",
  'const blocked = await fetchFilter("/disposable.bloom", { keys: email });',
  'blocked.has("Bob@Mailinator.COM"); // true: maybe',
];

/** The lines as a module, with the command as a comment. */
export function textToCopy() {
  const [build, load, ask] = LINES;
  return `// ${build}
import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

${load}
${ask}
`;
}
