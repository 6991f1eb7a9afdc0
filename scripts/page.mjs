// What pages with computed parts share.

import { Failure } from "./run.mjs";

export const count = (x) => x.toLocaleString("en");
export const percent = (p, digits = 3) => `${+(100 * p).toPrecision(digits)} %`;

export function table(head, rows) {
  const line = (row) => `| ${row.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The page with every part, `<!-- name -->` to `<!-- end -->`, as it is now; each has to have its place. */
export function withParts(page, parts) {
  const left = new Set(Object.keys(parts));
  const text = page.replace(/(<!-- \w+: (.+?) -->\n)[^]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!left.delete(name)) throw new Failure(`there is no "${name}"`);
    return `${begin}\n${parts[name]()}\n\n${end}`;
  });
  if (left.size) throw new Failure(`${[...left]} have no place`);
  return text;
}
