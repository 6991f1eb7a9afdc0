// The commands and the code of the panel. tests/page/ship.test.mjs runs them.

import { INSTALL } from "../../lib/install.js";

/** A line of each step, in the parts that stay whole on a narrow screen. */
const PARTS = [
  ["npx edgebloom build ", "--keys email ", "-o blocked.bloom ", "domains.txt"],
  ["const blocked = await fetchFilter(", '"/blocked.bloom", ', "{ keys: email });"],
  ['blocked.has("Bob@Mailinator.COM"); ', "// true: maybe, so ask your server"],
];

const IMPORTS = ['import { email } from "edgebloom/keys";', 'import { fetchFilter } from "edgebloom/reader";'];

/** What a filter alone cannot do. */
const NEVER = [
  "npx edgebloom build ",
  "--static --keys email ",
  "--never popular.txt ",
  "-o blocked.bloom ",
  "domains.txt",
];
const LABELS = [
  "npx edgebloom build ",
  "--keys email ",
  "--label disposable=domains.txt ",
  "--label well-known=popular.txt ",
  "-o labels.map",
];

/** What each block of code shows. */
export const SHOWN = [
  ["npm install edgebloom"],
  PARTS[0],
  ...IMPORTS.map((line) => line.split(/(?<=} )/)),
  PARTS[1],
  PARTS[2],
  NEVER,
  LABELS,
];

const joined = (/** @type {string[]} */ parts) => parts.join("");

export const LINES = PARTS.map(joined);
export const [NEVER_LINE, LABELS_LINE] = [NEVER, LABELS].map(joined);

/** The lines as a module, with the commands as comments. */
export function textToCopy() {
  const [build, load, ask] = LINES;
  return `// ${INSTALL}
// ${build}
${IMPORTS.join("\n")}

${load}
${ask}
`;
}
