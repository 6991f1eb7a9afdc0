import { readContainer } from "../api/sign/container.js";
import { sign } from "../api/sign/sign.js";
import { wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { binaryOf, isBase64, nameOf, readFilterBytes } from "./input.js";
import { openFile } from "./output.js";
import { Report } from "./report.js";
import { readKeys, signatureFacts } from "./signed.js";

const USAGE = "edgebloom sign --key FILE --sequence N [--expires DATE|DAYS] FILTER -o OUT";
const DAY = 86_400_000;

/**
 * @param {{ output?: string, json?: boolean, quiet?: boolean, key?: string, sequence?: string, expires?: string }} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length !== 1) throw new Failure(`expected one filter: ${USAGE}`);
  const sequence = wholeNumber(values.sequence, "--sequence");
  if (sequence === undefined) throw new Failure(`--sequence: the number is missing: ${USAGE}`);
  const expires = momentIn(values.expires);
  const report = new Report(values);
  const [privateKey, ...more] = readKeys(values.key, USAGE);
  if (more.length) throw new Failure(`${values.key}: expected one key, got ${more.length + 1}`);
  const save = openFile(values);
  const name = nameOf(paths[0]);
  const bytes = await readFilterBytes(paths[0]);
  // The signed file contains the binary form.
  const binary = isBase64(bytes) ? binaryOf(name, bytes) : bytes;
  const signed = await namingOptions({ privateKey: values.key }, () =>
    sign(binary, { privateKey, sequence, ...(expires !== undefined && { expires }) }),
  );
  const facts = signatureFacts(readContainer(signed));
  const written = await save(signed);
  const until = facts.expires ?? "never";
  report.say(
    { ...facts, output: values.output, outputBytes: written },
    `key ${facts.keyId}, sequence ${sequence}, expires ${until}`,
  );
  return 0;
}

/**
 * A date, a time, or a number of days from now.
 * @param {string | undefined} text
 */
export function momentIn(text) {
  if (text === undefined) return undefined;
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isDate ? Date.parse(text) : /^\d{1,5}$/.test(text) ? Date.now() + Number(text) * DAY : NaN;
  // Some engines turn 31 February into a day of March.
  const wrong =
    Number.isNaN(time) || (/^[^T]*$/.test(text) && isDate && !new Date(time).toISOString().startsWith(text));
  if (wrong)
    throw new Failure(
      `--expires: expected a date such as 2027-01-31, or a number of days, got ${JSON.stringify(text)}`,
    );
  if (time <= Date.now()) throw new Failure(`--expires: expected a time in the future, got ${text}`);
  return time;
}
