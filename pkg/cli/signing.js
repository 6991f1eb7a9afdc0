// The rows of the signature commands in the table of commands. Their code is loaded when they run.

import { WRITE } from "./options.js";

/** @typedef {import("./commands.js").Command} Command */
/** @typedef {import("./options.js").OptionTable} OptionTable */

const { json, quiet, output } = WRITE;

/** @type {Command} */
export const keygen = {
  brief: "make a key pair for sign and verify",
  operands: [],
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      file: true,
      says: "file for the private key; FILE.pub gets the public key",
    },
  },
  run: async (values, operands) => (await import("./keygen.js")).run(values, operands),
};

/** @type {Command} */
export const sign = {
  brief: "sign a filter file",
  operands: "files",
  options: {
    key: { type: "string", value: "FILE", file: true, says: "the private key, as edgebloom keygen writes it" },
    sequence: {
      type: "string",
      value: "N",
      says: "0 to 9007199254740991; larger for each new file",
    },
    expires: {
      type: "string",
      value: "DATE|DAYS",
      says: "when verify starts to reject the file; default never",
    },
    json,
    quiet,
    output,
  },
  run: async (values, operands) => (await import("./sign.js")).run(values, operands),
};

/** @type {Command} */
export const verify = {
  brief: "verify a signed file and extract the filter",
  operands: "files",
  options: {
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
    output: { ...output, says: "the file for the filter; default: only verify" },
  },
  run: async (values, operands) => (await import("./verify.js")).run(values, operands),
};
