// The commands and the code of the panel. tests/page/ship.test.mjs runs them.

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

export const [NEVER_LINE, LABELS_LINE] = [NEVER, LABELS].map(joined);

/** What each step copies: commands, then code. */
export const [COMMANDS, LOAD, ASK] = [SHOWN.slice(0, 2), SHOWN.slice(2, 5), SHOWN.slice(5, 6)].map((lines) =>
  lines.map(joined).join("\n"),
);
