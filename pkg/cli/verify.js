import { FilterSignatureError } from "../api/sign/errors.js";
import { verify } from "../api/sign/verify.js";
import { wholeNumber } from "./arguments.js";
import { Failure, namingOptions } from "./failure.js";
import { table } from "./info.js";
import { nameOf, readInput } from "./input.js";
import { WRITE } from "./options.js";
import { isStdout, openFile, print } from "./output.js";
import { jsonLine, remark } from "./report.js";
import { openSigned, signatureFacts } from "./signed.js";
import { readSigningKeys } from "./signing-keys.js";

export const brief = "verify a signed file and extract the filter";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  key: {
    type: "string",
    value: "FILE",
    file: true,
    says: "the public key, or several, one per line",
  },
  "min-sequence": {
    type: "string",
    value: "N",
    says: "smallest valid sequence number; default 0",
  },
  json: { type: "boolean", says: "print one JSON object; expires is null for never" },
  output: { ...WRITE.output, says: "the file for the filter; default: only verify" },
});

const USAGE = "edgebloom verify --key FILE.pub [--min-sequence N] SIGNED [-o OUT]";
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
  if (paths.length !== 1) throw new Failure(`expected one signed file: ${USAGE}`);
  const { output } = values;
  const minSequence = wholeNumber(values["min-sequence"], "--min-sequence") ?? 0;
  const publicKey = readSigningKeys(values.key, USAGE);
  const toStdout = output !== undefined && isStdout(output);
  if (values.json && toStdout) throw new Failure("--json: standard output is for the JSON object; give -o FILE");
  const save = output === undefined ? undefined : openFile(values);
  const name = nameOf(paths[0]);
  const bytes = await readInput(paths[0]);
  const { signed } = openSigned(name, bytes);
  try {
    const verified = await namingOptions({ publicKey: values.key }, () => verify(signed, { publicKey, minSequence }));
    await save?.(verified.bytes);
    const facts = signatureFacts(verified);
    if (!toStdout) print(values.json ? jsonLine(facts) : table(facts));
    return 0;
  } catch (error) {
    if (!(error instanceof FilterSignatureError)) throw error;
    remark(`${name}: rejected: ${REASONS[error.code]} (${error.message})`);
    return REFUSED;
  }
}
