// One row per option. The parser uses `type` and `short`; help and shell completion use the rest.

/**
 * @typedef {object} Option
 * @property {"string" | "boolean"} type
 * @property {boolean} [multiple] true if the option can be repeated
 * @property {string} [short]
 * @property {string} [value] the placeholder of the value in the help
 * @property {readonly string[]} [words] the words that are allowed as values
 * @property {boolean} [file] true if the value is the name of a file
 * @property {string} says lines of the help. Completion menus show the text before the first ";"
 */

/** @typedef {Record<string, Option>} OptionTable */

/**
 * The values that the parser returns for a table. Options that are not given are missing.
 * @template {OptionTable} Table
 * @typedef {{ [Name in keyof Table]?: Table[Name]["type"] extends "boolean" ? boolean : Table[Name] extends { multiple: true } ? string[] :
 *   string }} Values
 */

/** The options of commands that write a filter. */
export const WRITE = /** @satisfies {OptionTable} */ ({
  base64: { type: "boolean", says: "write base64; standard output gets a newline at the end" },
  json: { type: "boolean", says: "describe the result as one JSON object; needs -o" },
  quiet: { type: "boolean", short: "q", says: "print only warnings and errors" },
  output: {
    type: "string",
    short: "o",
    value: "OUT",
    file: true,
    says: "the file to write; default standard output",
  },
});

/** The options of commands that store a name and a version. */
export const LIST = /** @satisfies {OptionTable} */ ({
  name: { type: "string", value: "TEXT", says: "name of the list, up to 1,024 bytes; stored in OUT" },
  version: {
    type: "string",
    value: "TEXT",
    says: "version of the list, up to 1,024 bytes; stored in OUT",
  },
});

/** The option of every command. It is handled before all others. */
export const HELP = /** @satisfies {OptionTable} */ ({
  help: { type: "boolean", short: "h", says: "print this text" },
});
