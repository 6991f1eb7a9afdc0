// The command that builds the same filter from the same list.

/**
 * @typedef {object} ListFile the file that a list is in, or could be saved to
 * @property {string} name
 * @property {"lines" | "hosts" | "adblock" | "csv" | "tsv" | "json"} [input] its format, if it is not lines
 * @property {string} [column] the name or, from 1, the number of the column with the keys
 */

/** The formats of tables, by their delimiter. @type {Record<string, ListFile["input"]>} */
const INPUTS = { ",": "csv", ";": "csv", "\t": "tsv" };

/**
 * @param {string} file its name; "" if the list was pasted
 * @param {import("./list-worker.js").Seen} [seen]
 * @param {boolean} [isJson] whether the file is known to be JSON
 * @returns {ListFile}
 */
export function listFileOf(
  file,
  { table, json, input, column, header, chosen } = /** @type {any} */ ({}),
  isJson = json,
) {
  /** Its own name, or the one that a pasted list could be saved under. @param {string} [ending] */
  const of = (ending = "txt") => file || `list.${ending}`;
  if (isJson && !table) return { name: of("json"), input: "json" };
  // What looks like another format is refused unless it is named.
  if (input) return { name: of(), input: chosen === "domain" ? input : "lines" };
  if (!table) return { name: of() };
  if (column === "") return { name: of(), input: "lines" };
  const named = table.columns[Number(column)]?.name;
  const hasName = named && (isJson || header);
  const format = isJson ? "json" : INPUTS[table.delimiter];
  return {
    name: of(format),
    input: format,
    column: hasName ? named : String(Number(column) + 1),
  };
}

/**
 * @param {string} output the name of the filter file
 * @param {{ form: string | undefined, rate: number, list: ListFile }} how 0.01 is the default of `rate`
 */
export function commandFor(output, { form, rate, list }) {
  const options = [
    output.endsWith(".static.bloom") && "--static",
    form && `--keys ${form}`,
    rate !== 0.01 && `--error-rate ${rate}`,
    list.input && `--input ${list.input}`,
    list.column && `--column ${quoted(list.column)}`,
    `-o ${quoted(output)}`,
    quoted(list.name),
  ];
  return `npx edgebloom build ${options.filter(Boolean).join(" ")}`;
}

/**
 * A word for a POSIX shell. The command is a line of a comment, so a control character must not end it.
 * @param {string} word
 * @returns {string}
 */
const quoted = (word) =>
  word.startsWith("-")
    ? quoted(`./${word}`)
    : /^[\w.%+,@][\w.%+,@-]*$/.test(word)
      ? word
      : `'${word.replace(/\p{Cc}/gu, "?").replaceAll("'", "'\\''")}'`;
