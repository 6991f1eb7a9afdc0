// What a list looks like from its first lines: a table, JSON, or lines of a form.

import { MOST_COLUMNS, WHOLE_LINE, columnsOf } from "./columns.js";
import { almostOf, formOf, isOfHosts, isRule } from "./forms.js";
import { looksOfJson } from "./json.js";
import { isRow, rowsIn } from "./table.js";

/** What nearly all of something is, because a list may have a few odd lines. */
const NEARLY_ALL = 0.9;

/** @typedef {import("./table.js").Table} Table */
/** `input`: what the command line has to be told about lines. @typedef {{ form: string, almost?: ReturnType<typeof almostOf>, json?: boolean, input?: "hosts" | "adblock" | "lines", table?: Table & { columns: import("./columns.js").Column[] } }} Looks */

/**
 * @param {string} text
 * @param {boolean} isAll false if the text is only a part of the list
 * @param {boolean} [isJson] whether it is known to be JSON
 * @returns {Looks}
 */
export function lookAt(text, isAll, isJson = false) {
  const all = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const json = looksOfJson(all, isAll, isJson);
  if (json) return json;
  const head = isAll ? all : all.slice(0, all.lastIndexOf("\n") + 1);
  const lines = head.split("\n").filter((line) => line.trim());
  const form = formOf(lines);
  // A host name or an address has no delimiter, and the tabs in a hosts file make no table. A URL can have any of them.
  if (form === "domain" || form === "email" || lines.every((line) => ADDRESS.test(line)))
    return { form, input: lines.some(isOfHosts) ? "hosts" : lines.some(isRule) ? "adblock" : undefined };
  // Spreadsheets write semicolons where the comma is the decimal point, so they come first.
  const found = ["\t", ";", ","].flatMap((delimiter) => tableIn(all, delimiter, isAll, form) ?? []);
  const table = found.find(({ columns }) => columns.some((one) => one.form !== "raw")) ?? found[0];
  if (table) return { form, table };
  if (form !== "raw") return { form };
  return {
    form,
    almost: almostOf(lines),
    input: lines.some((line) => /^\s|[\t,;]|\s$/.test(line)) ? "lines" : undefined,
  };
}

/** "Doe, Jane <jane@host.example>" is one address. */
const ADDRESS = /<[^\s<>@]+@[^\s<>@]+>[,;]?\s*$/;

/**
 * The table in a text: nearly all of its rows have as many cells.
 * @param {string} text
 * @param {string} delimiter
 * @param {boolean} isAll
 * @param {string} form of the lines
 * @returns {Looks["table"]}
 */
function tableIn(text, delimiter, isAll, form) {
  const { rows, error } = rowsIn(text, delimiter, isAll);
  if (error !== undefined) return;
  const width = mostFrequent(rows.filter((row) => isRow(row)).map((row) => row.length));
  const filled = rows.filter((row) => isRow(row, width));
  const isQuoted = delimiter === "," && width === 1 && /^"/.test(text);
  if ((width < 2 && !isQuoted) || width > MOST_COLUMNS || (filled.length < 2 && !isQuoted)) return;
  const names = filled[0].map((cell) => cell.trim());
  const all = Array.from({ length: width }, (_, i) => names[i] ?? "");
  const mayHaveNames = width > 1 && names.length === width && filled.length > 1 && isHeader(names);
  const hasForm = columnsOf(all, filled.slice(1)).columns.some((one) => one.form !== "raw");
  // A row of names that is taken for a key does no harm. A key that is taken for a name would be missed.
  const header = mayHaveNames && (hasForm || names.some((name, i) => isName(name, filled.slice(1), i)));
  const found = columnsOf(all, filled.slice(+header));
  // "Paris, France" is one key, as long as nothing shows that its lines are rows.
  if (delimiter === "," && width > 1 && !header && !hasForm) found.column = WHOLE_LINE;
  const share = (/** @type {(row: string[]) => boolean} */ holds) => filled.filter(holds).length / filled.length;
  const [same, full] = [share((row) => row.length === width), share((row) => row.length >= width)];
  // Not everyone quotes the URLs that have a comma. In a list of URLs, some have none.
  const isTable = header && hasForm ? full >= NEARLY_ALL : same >= NEARLY_ALL && (form !== "url" || full === 1);
  return isTable ? { delimiter, header, width, ...found } : undefined;
}

/** Usual names of columns. */
const USUAL =
  /^(id|no|nr|name|key|code|value|type|kind|word|term|user|user ?name|title|label|product|sku|city|country|phone|date|count|编号|名称|姓名|用户名|类型)$/i;

/**
 * Whether a cell of the first row is the name of its column: a usual one, or a word above numbers.
 * @param {string} name
 * @param {string[][]} rows
 * @param {number} column
 */
const isName = (name, rows, column) =>
  USUAL.test(name) ||
  (!/\d/.test(name) && rows.filter((row) => /\d/.test(row[column] ?? "")).length >= rows.length * NEARLY_ALL);

/** @param {number[]} numbers */
function mostFrequent(numbers) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/**
 * True for names of columns: different words, and no addresses, numbers or hosts. That of the row numbers may be empty.
 * @param {string[]} cells
 */
const isHeader = (cells) =>
  new Set(cells).size === cells.length &&
  cells.every((cell, i) => (cell ? !/[@/]|^[\d.,-]+$|\w\.\w/.test(cell) : i === 0));
