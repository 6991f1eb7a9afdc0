import { execSync } from "node:child_process";

const options = "--json --static --keys domain --error-rate 0.001 --state state -o blocked";
const where = process.argv[2] ?? "--remote";

function run(command) {
  try {
    return execSync(command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch ({ status }) {
    console.error(`failed: ${command}`); // the command has said why
    process.exit(status ?? 1);
  }
}

const { sequence, keys, added, removed, files } = JSON.parse(run(`npx edgebloom publish ${options} domains.txt`));
run("npx edgebloom verify blocked --list domains.txt");
for (const file of files) run(`npx wrangler r2 object put lists/blocked/${file} --file blocked/${file} ${where}`);
console.log(`sequence ${sequence}: ${keys} keys, ${added} added, ${removed} removed`);
