import { FilterSignatureError } from "../api/sign/errors.js";
import { verify } from "../api/sign/verify.js";
import { ALLOW } from "./allowed.js";
import { wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { table } from "./info.js";
import { nameOf, readInput } from "./input.js";
import { INPUT } from "./keys.js";
import { MAP } from "./map.js";
import { WRITE } from "./options.js";
import { isStdout, openFile, print } from "./output.js";
import { jsonLine, remark } from "./report.js";
import { openSigned, signatureFacts } from "./signed.js";
import { readSigningKeys } from "./signing-keys.js";
import { NEVER } from "./universe.js";
import { manifestIn } from "./published.js";
import { verifyList } from "./verify-list.js";

export const brief = "check a set against its list, or a signature";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  list: {
    type: "string",
    multiple: true,
    value: "FILE",
    file: true,
    says: "the set's list; every key on it is looked up",
  },
  never: { ...NEVER.never, says: 'with --list, for a published set: keys that must get "no"' },
  allow: { ...ALLOW.allow, says: "with --list: the same, and leave these keys off the list" },
  map: { ...MAP.map, says: "for a map: the list, as for publish --map" },
  label: { ...MAP.label, says: "for a map: a list, as for publish --label" },
  ...INPUT,
  key: {
    type: "string",
    value: "FILE",
    file: true,
    says: "one or more public keys, one per line",
  },
  "min-sequence": {
    type: "string",
    value: "N",
    says: "lowest sequence number to accept; default 0",
  },
  json: { type: "boolean", says: "print one JSON object; expires: null means never" },
  quiet: WRITE.quiet,
  output: { ...WRITE.output, says: "the file for the filter; default: verify only" },
});

const USAGE = "edgebloom verify SET --list FILE, or edgebloom verify --key FILE.pub SIGNED [-o OUT]";
const REFUSED = 1;

/** The reasons for a rejection. */
const REASONS = /** @type {Record<string, string>} */ ({
  wrong_key: "signed with another key",
  altered: "altered or damaged after signing",
  rolled_back: "older than --min-sequence allows",
  expired: "expired",
});

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
  if (paths.length !== 1) throw new Failure(`expected one file: ${USAGE}`);
  const { output } = values;
  if (!values.list && !values.map && !values.label) {
    for (const option of /** @type {const} */ (["never", "allow", "input", "comments", "keys", "strict"])) {
      if (values[option] !== undefined) throw new Failure(`--${option}: only with --list: ${USAGE}`);
    }
    return verifySignature(values, paths);
  }
  if (output !== undefined) throw new Failure("-o: not with --list");
  const path = manifestIn(paths[0]);
  const signed = values.key === undefined ? 0 : await verifySignature({ ...values, json: false }, [path], true);
  if (signed) return signed;
  const { facts, wrong } = await verifyList(path, values);
  const least = wholeNumber(values["min-sequence"], "--min-sequence") ?? 0;
  if (typeof facts.sequence === "number" && facts.sequence < least) {
    wrong.push(`its sequence number is ${facts.sequence}, below --min-sequence ${least}`);
  }
  if (values.json) print(jsonLine({ ok: !wrong.length, wrong, ...facts }));
  else if (!values.quiet) print(table(facts));
  for (const each of wrong) remark(`${nameOf(path)}: ${each}`);
  return wrong.length ? REFUSED : 0;
}

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} paths
 * @param {boolean} [isSilent] true to print nothing if it is valid
 */
async function verifySignature(values, paths, isSilent = false) {
  const { output } = values;
  const minSequence = wholeNumber(values["min-sequence"], "--min-sequence") ?? 0;
  const publicKey = readSigningKeys(values.key, USAGE);
  const toStdout = output !== undefined && isStdout(output);
  if (values.json && toStdout) throw new Failure("--json: standard output is for the JSON object; pass -o FILE");
  const save = output === undefined ? undefined : openFile(values);
  const name = nameOf(paths[0]);
  const bytes = await readInput(paths[0]);
  const { signed } = openSigned(name, bytes);
  try {
    const verified = await namingOptions({ publicKey: values.key }, () => verify(signed, { publicKey, minSequence }));
    await save?.(verified.bytes);
    const facts = signatureFacts(verified);
    if (!toStdout && !isSilent) print(values.json ? jsonLine(facts) : table(facts));
    return 0;
  } catch (error) {
    if (!(error instanceof FilterSignatureError)) throw error;
    remark(`${name}: rejected: ${REASONS[error.code]} (${error.message})`);
    return REFUSED;
  }
}
