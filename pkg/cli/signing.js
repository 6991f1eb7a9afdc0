// What the table says of the commands about signatures. They themselves are loaded when they are called.

import { WRITE } from "./options.js";

/** @typedef {import("./commands.js").Command} Command */
/** @typedef {import("./options.js").OptionTable} OptionTable */

const { json, quiet, output } = WRITE;

/** @type {Command} */
export const keygen = {
  brief: "make the keys that sign and verify need",
  operands: [],
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      file: true,
      says: "for the private key, FILE.pub for the public one; neither may be there yet",
    },
  },
  run: async (values, operands) => (await import("./keygen.js")).run(values, operands),
};

/** @type {Command} */
export const sign = {
  brief: "sign a dump, with a sequence number and a last day",
  operands: "files",
  options: {
    key: { type: "string", value: "FILE", file: true, says: "the private key, as edgebloom keygen writes it" },
    sequence: {
      type: "string",
      value: "N",
      says: "which edition it is, 0 to 9007199254740991; larger than those before",
    },
    expires: {
      type: "string",
      value: "DATE|DAYS",
      says: "from when on it is refused: 2027-01-31 (UTC), 2027-01-31T12:00Z,\nor so many days from now; never if not given",
    },
    json,
    quiet,
    output,
  },
  run: async (values, operands) => (await import("./sign.js")).run(values, operands),
};

/** @type {Command} */
export const verify = {
  brief: "take the dump out of a signed one, if it is genuine",
  operands: "files",
  options: {
    key: {
      type: "string",
      value: "FILE",
      file: true,
      says: "the public key; of several, a key a line, one has to fit",
    },
    "min-sequence": {
      type: "string",
      value: "N",
      says: "the smallest sequence number that is taken: that of the last dump that\nwas; 0 if not given",
    },
    json: { type: "boolean", says: "one JSON object; expires is null for never" },
    output: { ...output, says: "the file for the dump; if it is not given, no dump is written" },
  },
  run: async (values, operands) => (await import("./verify.js")).run(values, operands),
};
