import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { generateSigningKeys } from "../api/sign/keys.js";
import { Failure, naming } from "./failure.js";
import { isStdout, print } from "./output.js";
import { remark } from "./report.js";

export const brief = "make a key pair for sign and verify";
export const operands = /** @type {const} */ ([]);
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    file: true,
    says: "file for the private key; FILE.pub gets the public key",
  },
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run({ output = "-" }, positionals) {
  if (positionals.length) throw new Failure("expected no argument: edgebloom keygen [-o FILE]");
  if (!output) throw new Failure("-o: the file name is empty");
  const { publicKey, privateKey } = await generateSigningKeys();
  if (isStdout(output)) {
    print(`${privateKey}\n`);
    remark(`public key: ${publicKey}`);
    return 0;
  }
  const files = [
    { path: output, text: privateKey, mode: 0o600 },
    { path: `${output}.pub`, text: publicKey, mode: 0o644 },
  ];
  const there = files.find(({ path }) => existsSync(path));
  // An overwritten key cannot be recovered.
  if (there)
    throw new Failure(`${there.path}: the file exists, and keygen never overwrites a key; choose another name`);
  /** @type {string[]} */
  const paths = [];
  try {
    for (const { path, text, mode } of files) {
      naming(path, () => {
        const fd = openSync(path, "wx", mode);
        paths.push(path);
        try {
          writeFileSync(fd, `${text}\n`);
          fsyncSync(fd);
        } finally {
          closeSync(fd);
        }
      });
    }
  } catch (error) {
    for (const path of paths) rmSync(path, { force: true });
    throw error;
  }
  print(`${publicKey}\n`);
  return 0;
}
