// The columns of a table, and the one that seems to have the keys.

import { formOf } from "./forms.js";

/** The most columns that the page offers. */
export const MOST_COLUMNS = 100;

/** In place of a column: the keys are the lines of the table. */
export const WHOLE_LINE = -1;

/** @typedef {{ name: string, first: string, form: string }} Column its name, its first value and the form of its values */

/**
 * @param {string[]} names
 * @param {string[][]} rows
 * @returns {{ columns: Column[], column: number }} `column`: the first one of a form, or else the first one that has words
 */
export function columnsOf(names, rows) {
  const columns = names.map((name, i) => {
    const values = rows.map((row) => (row[i] ?? "").trim());
    return { name, first: values[0] ?? "", form: formOf(values) };
  });
  const ofForm = columns.findIndex(({ form }) => form !== "raw");
  const ofWords = names.findIndex((_, i) => rows.some((row) => /[^\d\s.,:+-]/.test(row[i] ?? "")));
  return { columns, column: Math.max(0, ofForm < 0 ? ofWords : ofForm) };
}
