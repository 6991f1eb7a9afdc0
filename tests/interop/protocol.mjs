// The protocol of README.md: one folder, one request, a dump and the answers for each filter.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Does what the command line says.
 * @param {object} system its parts may be asynchronous
 * @param {(wanted: object) => any} system.make an empty filter
 * @param {(wanted: object, dump: Buffer) => any} system.load
 * @param {(filter: any, keys: (string | Buffer)[]) => any} system.add
 * @param {(filter: any, keys: (string | Buffer)[]) => any} system.has an array of answers
 * @param {(filter: any) => any} system.dump text or bytes
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
