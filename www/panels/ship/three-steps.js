// The code of the three steps. tests/page/ship.test.mjs runs them.

/** A line of each step, in the parts that stay whole on a narrow screen. */
const PARTS = [
  ["npx edgebloom build ", "--keys email ", "-o blocked.bloom ", "domains.txt"],
  ["const blocked = await fetchFilter(", '"/blocked.bloom", ', "{ keys: email });"],
  ['blocked.has("Bob@Mailinator.COM"); ', "// true: maybe"],
];

const IMPORTS = ['import { email } from "edgebloom/keys";', 'import { fetchFilter } from "edgebloom/reader";'];

/** What each block of code shows. */
export const SHOWN = [PARTS[0], ...IMPORTS.map((line) => line.split(/(?<=} )/)), PARTS[1], PARTS[2]];

export const LINES = PARTS.map((parts) => parts.join(""));

/** The lines as a module, with the commands as comments. */
export function textToCopy() {
  const [build, load, ask] = LINES;
  return `// npm install edgebloom
// ${build}
${IMPORTS.join("\n")}

${load}
${ask}
`;
}
