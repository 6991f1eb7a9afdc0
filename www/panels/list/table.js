// Lists that are tables: CSV and TSV, read as `edgebloom build --column` reads them (docs/reference/cli.md).

// @ts-expect-error: it has no types of its own.
import Papa from "papaparse";
import { formOf } from "./forms.js";
import { Refusal } from "./refusal.js";

/** Characters of a row: a quote that is never closed would otherwise take the rest of the list. */
const LONGEST_ROW = 1_000_000;

/** The most columns that the page offers. */
const MOST_COLUMNS = 100;

/**
 * @typedef {object} Table
 * @property {string} delimiter
 * @property {number} column from 0
 * @property {boolean} header true if the first row has names
 */

/** @typedef {{ name: string, first: string, form: string }} Column its name, its first value and the form of its values */
/** @typedef {{ form: string, json?: boolean, table?: Table & { columns: Column[] } }} Looks */

/**
 * The rows in a text, and what is left of it. Other line breaks than LF must be gone.
 * @param {string} text
 * @param {string} delimiter
 * @param {boolean} isEnd
 * @returns {{ rows: string[][], rest: string, error?: number }} `error`: the row with a quote that is wrong
 */
function rowsIn(text, delimiter, isEnd) {
  const { data, errors, meta } = new Papa.Parser({ delimiter, newline: "\n" }).parse(text, 0, !isEnd);
  return {
    rows: data,
    rest: isEnd ? "" : text.slice(meta.cursor),
    error: errors.length ? (errors[0].row ?? 0) : undefined,
  };
}

/**
 * What the first lines of a list look like: lines of a form, a JSON array, or a table with columns.
 * @param {string} text
 * @param {boolean} isAll false if the text is only a part of the list
 * @param {boolean} [isJson] whether it is known to be JSON
 * @returns {Looks}
 */
export function lookAt(text, isAll, isJson = false) {
  const all = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (isJson || isArray(all, isAll))
    return { form: formOf([...all.matchAll(STRING)].map(([, string]) => string)), json: true };
  const head = isAll ? all : all.slice(0, all.lastIndexOf("\n") + 1);
  const lines = head.split("\n").filter((line) => line.trim());
  const form = formOf(lines);
  const have = (/** @type {string} */ separator) =>
    lines.length > 1 && lines.filter((line) => line.includes(separator)).length >= lines.length * 0.9;
  // Spreadsheets write semicolons where the comma is the decimal point.
  const delimiter = ["\t", ",", ";"].find(have) ?? (/^".*"$/.test(lines[0] ?? "") ? "," : "");
  if (!delimiter || form !== "raw") return { form };
  const { rows, error } = rowsIn(head, delimiter, true);
  const filled = rows.filter((row) => row.length > 1 || row[0].trim());
  const width = filled[0]?.length ?? 0;
  const isTable = error === undefined && filled.filter((row) => row.length === width).length >= filled.length * 0.9;
  if (!isTable || width > MOST_COLUMNS || (delimiter === "," && width === 1 && !/^"/.test(head))) return { form };
  const header = width > 1 && filled.length > 1 && isHeader(filled[0].map((cell) => cell.trim()));
  const columns = filled[0].map((cell, i) => {
    const values = filled.slice(+header).map((row) => (row[i] ?? "").trim());
    return { name: cell.trim(), first: values[0], form: formOf(values) };
  });
  const column = Math.max(
    0,
    columns.findIndex((one) => one.form !== "raw"),
  );
  return { form, table: { delimiter, header, column, columns } };
}

/** A string in JSON; its escapes don't matter for its form. */
const STRING = /"((?:[^"\\\n]|\\.)*)"/g;

/**
 * Whether a text is one JSON array of strings, not one in each line.
 * @param {string} text
 * @param {boolean} isAll
 */
const isArray = (text, isAll) =>
  /^\s*\[\s*"(?:[^"\\\n]|\\.)*"\s*[,\]]/.test(text) && !/\]\s*\n\s*\[/.test(text) && (!isAll || /\]\s*$/.test(text));

/** True for names of columns: different words, and no addresses, numbers or hosts. @param {string[]} cells */
const isHeader = (cells) =>
  new Set(cells).size === cells.length && cells.every((cell) => cell && !/[@/]|^[\d.,-]+$|\w\.\w/.test(cell));

/**
 * Takes the pieces of a table and passes on the cells of its column.
 * @param {Table} table
 * @param {(cell: string) => void} take
 */
export function cellsOf({ delimiter, column, header }, take) {
  let rest = "";
  let line = 1;
  let width = 0;

  /** @param {string} text @param {boolean} isEnd */
  function parse(text, isEnd) {
    const found = rowsIn(text, delimiter, isEnd);
    if (found.error !== undefined) throw new Refusal("badQuote", { line: line + found.error });
    ({ rest } = found);
    if (rest.length > LONGEST_ROW) throw new Refusal("badQuote", { line });
    for (const row of found.rows) {
      if (row.length > 1 || row[0].trim()) takeRow(row);
      line += row.reduce((count, cell) => count + cell.split("\n").length - 1, 1);
    }
  }

  /** @param {string[]} row */
  function takeRow(row) {
    const isFirst = !width;
    width ||= row.length;
    if (isFirst && header) return;
    if (column >= row.length) throw new Refusal("shortRow", { line, found: row.length, most: width });
    const cell = row[column].trim();
    // The parser takes quotes after blanks for a part of the field.
    take(
      /^\s+"/.test(row[column]) ? cell.replace(/^"((?:[^"]|"")*)"$/, (_, text) => text.replaceAll('""', '"')) : cell,
    );
  }

  return {
    /** @param {string} text */
    push(text) {
      rest += text;
      if (text.includes("\n")) parse(rest.replaceAll("\r\n", "\n"), false);
    },
    end: () => parse(rest.replace(/\r$/, ""), true),
  };
}
