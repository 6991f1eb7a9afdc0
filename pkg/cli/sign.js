import { readContainer } from "../api/sign/container.js";
import { sign } from "../api/sign/sign.js";
import { wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { dumpIn, isText, nameOf, readFilterBytes } from "./input.js";
import { openFile } from "./output.js";
import { Report } from "./report.js";
import { readKeys, signatureFacts } from "./signed.js";

const USAGE = "edgebloom sign --key FILE --sequence N [--expires DATE|DAYS] DUMP -o OUT";
const DAY = 86_400_000;

/**
 * @param {{ output?: string, json?: boolean, quiet?: boolean, key?: string, sequence?: string, expires?: string }} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length !== 1) throw new Failure(`expected one dump: ${USAGE}`);
  const sequence = wholeNumber(values.sequence, "--sequence");
  if (sequence === undefined) throw new Failure(`--sequence: the number is missing: ${USAGE}`);
  const expires = momentIn(values.expires);
  const report = new Report(values);
  const [privateKey, ...more] = readKeys(values.key, USAGE);
  if (more.length) throw new Failure(`${values.key}: expected one key, found ${more.length + 1}`);
  const save = openFile(values);
  const name = nameOf(paths[0]);
  const bytes = await readFilterBytes(paths[0]);
  // Who opens it wants the dump.
  const dump = isText(bytes) ? dumpIn(name, bytes) : bytes;
  const signed = await namingOptions({ privateKey: values.key }, () =>
    sign(dump, { privateKey, sequence, ...(expires !== undefined && { expires }) }),
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
 * A day, a moment, or so many days from now.
 * @param {string | undefined} text
 */
export function momentIn(text) {
  if (text === undefined) return undefined;
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isDate ? Date.parse(text) : /^\d{1,5}$/.test(text) ? Date.now() + Number(text) * DAY : NaN;
  // There is no 31 February, though some find one.
  const wrong =
    Number.isNaN(time) || (/^[^T]*$/.test(text) && isDate && !new Date(time).toISOString().startsWith(text));
  if (wrong)
    throw new Failure(
      `--expires: expected a date such as 2027-01-31, or a number of days, found ${JSON.stringify(text)}`,
    );
  if (time <= Date.now()) throw new Failure(`--expires: ${text} is past: everybody would refuse it`);
  return time;
}
