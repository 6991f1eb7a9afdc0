// The protocol of README.md: a folder with a request; the answers and a dump for each filter.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs the command that the arguments name.
 * @param {object} system its functions may be async
 * @param {(wanted: object) => any} system.make returns an empty filter
 * @param {(wanted: object, dump: Buffer) => any} system.load
 * @param {(filter: any, keys: (string | Buffer)[]) => any} system.add
 * @param {(filter: any, keys: (string | Buffer)[]) => any} system.has returns an array of answers
 * @param {(filter: any) => any} system.dump returns a string or bytes
 * @param {string} version
 */
export async function protocol({ make, load, add, has, dump }, version) {
  const [command, folder] = process.argv.slice(2);
  const request = JSON.parse(readFileSync(join(folder, "request.json"), "utf8"));
  for (const spec of request.filters) {
    const path = join(folder, spec.name);
    let filter;
    if (command === "make") {
      filter = await make(spec);
      await add(filter, spec.keys.map(plain));
      writeFileSync(`${path}.dump`, await dump(filter));
    } else {
      filter = await load(spec, readFileSync(`${path}.dump`));
    }
    const answers = await has(filter, spec.probes.map(plain));
    writeFileSync(`${path}.answers`, answers.map((answer) => (answer ? "1" : "0")).join(""));
  }
  writeFileSync(join(folder, "version"), version);
}

const plain = (key) => (typeof key === "string" ? key : Buffer.from(key.hex, "hex"));
