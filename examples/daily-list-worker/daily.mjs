import { execSync } from "node:child_process";

const run = (command) => execSync(command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const options = "--json --static --keys domain --error-rate 0.001 --state state -o blocked";
const where = process.argv[2] ?? "--remote";

const { sequence, keys, added, removed, files } = JSON.parse(run(`npx edgebloom publish ${options} domains.txt`));
run("npx edgebloom verify blocked --list domains.txt");
for (const file of files) run(`npx wrangler r2 object put lists/blocked/${file} --file blocked/${file} ${where}`);
console.log(`sequence ${sequence}: ${keys} keys, ${added} added, ${removed} removed`);
