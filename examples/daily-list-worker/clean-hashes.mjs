import { readFileSync, writeFileSync } from "node:fs";

const lines = readFileSync("hashes.txt", "utf8").toLowerCase().split(/\r?\n/).filter(Boolean);
const wrong = lines.find((line) => !/^[0-9a-f]{64}$/.test(line));
if (wrong !== undefined) {
  console.error(`hashes.txt: not a SHA-256 hash: ${wrong}`);
  process.exit(1);
}
writeFileSync("clean.txt", lines.join("\n"));
