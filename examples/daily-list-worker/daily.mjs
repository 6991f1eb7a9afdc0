import { execSync } from "node:child_process";

const keys = "domain";
const list = "domains"; // domains.txt, the folder domains/, and the place in the bucket
const options = `--json --static --keys ${keys} --error-rate 0.001 --state ${list}.state -o ${list}`;
const where = process.argv[2] ?? "--remote";

function run(command) {
  try {
    return execSync(command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch ({ status }) {
    console.error(`failed: ${command}`); // the command has said why
    process.exit(status ?? 1);
  }
}

const set = JSON.parse(run(`npx edgebloom publish ${options} ${list}.txt`));
run(`npx edgebloom verify ${list} --list ${list}.txt`);
for (const file of set.files) run(`npx wrangler r2 object put lists/${list}/${file} --file ${list}/${file} ${where}`);
console.log(`sequence ${set.sequence}: ${set.keys} keys, ${set.added} added, ${set.removed} removed`);
