// Where unplugin-edgebloom finds lists, and how an address may give their options.

import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { BUNDLERS, FOUND, printed, useProject } from "../helpers/plugin.mjs";

const { path, put } = useProject();

const ADDRESSES = {
  "the order of the options": "./domains.txt?keys=email&filter",
  "a static set": "./domains.txt?filter&static&keys=email",
  JSON: "./domains.json?filter&input=json&keys=email",
  "a column whose name has all kinds of characters":
    "./domains.csv?filter&input=csv&keys=email&column=a%20b%26%3D%23%25%C3%A9",
  // A "!" is for loaders of webpack.
  "a name with all kinds of characters": "./a b'#%&;é.txt?filter&keys=email",
  "a name with a question mark": "./what?.txt?filter&keys=email",
  "the parent folder": "../PARENT/up.txt?filter&keys=email",
  "a package": "lists/domains.txt?filter&keys=email",
};

for (const [name, build] of Object.entries(BUNDLERS)) {
  test(`${name} finds lists everywhere`, async () => {
    const domains = "mailinator.com\n";
    put("domains.json", '["mailinator.com"]');
    put("domains.csv", "id,a b&=#%é\n1,mailinator.com\n2,guerrillamail.com\n");
    for (const file of ["a b'#%&;é.txt", "what?.txt", "up.txt", "node_modules/lists/domains.txt"]) put(file, domains);
    put("node_modules/lists/package.json", '{ "name": "lists", "version": "1.0.0" }');
    const addresses = Object.values(ADDRESSES).map((address) => address.replace("PARENT", basename(path())));
    const imports = addresses.map((address, i) => `import filter${i} from ${JSON.stringify(address)};\n`);
    const answer =
      'console.log(filters.map((one) => [one.has("Bob@Mailinator.COM"), one.has("bob@example.org")].join()).join(" "));';
    put("main.js", `${imports.join("")}const filters = [${addresses.map((_, i) => `filter${i}`)}];\n${answer}`);
    await build(path());
    assert.deepEqual(
      (await printed(path())).split(" "),
      addresses.map(() => FOUND),
      Object.keys(ADDRESSES).join(", "),
    );
  });
}
