import { writeFileSync } from "node:fs";

const redirects = Array.from({ length: 50_000 }, (_, id) => ({
  from: `/archive/${id}.html`,
  to: `/articles?id=${id}`,
}));
writeFileSync("redirects.json", JSON.stringify(redirects));
