import { readContainer } from "../api/sign/container.js";
import { sign } from "../api/sign/sign.js";
import { expiryTime, wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { binaryOf, isBase64, readFilterBytes } from "./filter-file.js";
import { nameOf } from "./input.js";
import { WRITE } from "./options.js";
import { openFile } from "./output.js";
import { Report } from "./report.js";
import { signatureFacts } from "./signed.js";
import { readSigningKey } from "./signing-keys.js";

const { json, quiet, output } = WRITE;

export const brief = "sign a filter file";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  key: { type: "string", value: "FILE", file: true, says: "the private key, as written by edgebloom keygen" },
  sequence: {
    type: "string",
    value: "N",
    says: "0 to 9007199254740991; higher for each new file",
  },
  expires: {
    type: "string",
    value: "DATE|DAYS",
    says: "when verify starts rejecting the file; default never",
  },
  json,
  quiet,
  output,
});

const USAGE = "edgebloom sign --key FILE --sequence N [--expires DATE|DAYS] FILTER -o OUT";

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length !== 1) throw new Failure(`expected one filter: ${USAGE}`);
  const sequence = wholeNumber(values.sequence, "--sequence");
  if (sequence === undefined) throw new Failure(`--sequence: the number is missing: ${USAGE}`);
  const expires = expiryTime(values.expires);
  const report = new Report(values);
  const privateKey = readSigningKey(values.key, USAGE);
  const save = openFile(values);
  const name = nameOf(paths[0]);
  const bytes = await readFilterBytes(paths[0]);
  // The signed file contains the binary form.
  const binary = isBase64(bytes) ? binaryOf(name, bytes) : bytes;
  const signed = await namingOptions({ privateKey: values.key }, () => sign(binary, { privateKey, sequence, expires }));
  const facts = signatureFacts(readContainer(signed));
  const written = await save(signed);
  const until = facts.expires ?? "never";
  report.say(
    { ...facts, output: values.output, outputBytes: written },
    `key ${facts.keyId}, sequence ${sequence}, expires ${until}`,
  );
  return 0;
}
