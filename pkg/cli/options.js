// A row an option. The parser takes `type` and `short` of it; help and shell completion take the rest.

/**
 * @typedef {object} Option
 * @property {"string" | "boolean"} type
 * @property {string} [short]
 * @property {string} [value] what stands for the value in the help
 * @property {readonly string[]} [words] the values there are, or those of them that are words
 * @property {boolean} [file] true if the value is the name of a file
 * @property {string} says lines of the help; what stands before the first ";" is all that a shell shows
 */

/** @typedef {Record<string, Option>} OptionTable */

/**
 * What the parser makes of a table: what is not given is not there.
 * @template {OptionTable} Table
 * @typedef {{ [Name in keyof Table]?: Table[Name]["type"] extends "boolean" ? boolean : string }} Values
 */

/** Of commands that write a filter. */
export const WRITE = /** @satisfies {OptionTable} */ ({
  base64: { type: "boolean", says: "write base64 text: with -o without a newline at the end, else with one" },
  json: { type: "boolean", says: "print one JSON object about what was written; needs -o FILE" },
  quiet: { type: "boolean", short: "q", says: "no progress, no summary, no remarks; warnings and errors stay" },
  output: {
    type: "string",
    short: "o",
    value: "OUT",
    file: true,
    says: "the file to write; standard output if not given",
  },
});

/** Of commands that make a dump of a list. */
export const LIST = /** @satisfies {OptionTable} */ ({
  name: { type: "string", value: "TEXT", says: "what the list is called, up to 1,024 bytes; kept in the dump" },
  "list-version": {
    type: "string",
    value: "TEXT",
    says: "which version of the list it is, up to 1,024 bytes; kept in the dump",
  },
});

/** Of every command; what it does is decided before the others are read. */
export const HELP = /** @satisfies {OptionTable} */ ({
  help: { type: "boolean", short: "h", says: "print this text" },
});
