// Keys in a column of a table: CSV and TSV.

import { Parser } from "../../vendor/papaparse.js";
import { Failure, oneLine } from "../failure.js";

/** The most bytes of a row. A quote that is never closed would otherwise take the rest of the list. */
const LONGEST_ROW = 1 << 26;

/**
 * The keys in one column of a list. A file is read part by part. Its bytes are characters of Latin-1 here, so that those of a key stay as they are.
 */
export class Table {
  #name;
  #option;
  #delimiter;
  /** The number of the column, from 0; undefined before the first row. @type {number | undefined} */
  #column;
  /** The width of the first row. */
  #width = 0;
  /** The line of the next row. */
  #line = 1;
  /** The start of a row that goes on in the next part. */
  #rest = "";

  /**
   * @param {string} name of the list
   * @param {import("./formats.js").ListFormat} format
   */
  constructor(name, { input, column }) {
    this.#name = name;
    this.#option = column;
    this.#delimiter = input === "tsv" ? "\t" : undefined;
  }

  /**
   * @param {Buffer} part whole lines
   * @param {import("./formats.js").Take} take
   */
  read(part, take) {
    const text = part.toString("latin1");
    this.#parse(this.#rest + (text.includes("\r") ? text.replaceAll("\r\n", "\n") : text), take, false);
    if (this.#rest.length > LONGEST_ROW) this.#reject("expected the end of a quoted field, got more than 64 MiB");
  }

  /** @param {import("./formats.js").Take} take */
  end(take) {
    if (this.#rest) this.#parse(this.#rest, take, true);
  }

  /**
   * @param {string} text
   * @param {import("./formats.js").Take} take
   * @param {boolean} isEnd
   */
  #parse(text, take, isEnd) {
    const [first] = text.split("\n", 1);
    // Spreadsheets write semicolons where the comma is the decimal point.
    this.#delimiter ??= first.includes(";") && !first.includes(",") ? ";" : ",";
    const parser = new Parser({ delimiter: this.#delimiter, newline: "\n" });
    const { data, errors, meta } = parser.parse(text, 0, !isEnd);
    const [error] = errors;
    if (error) {
      this.#line += error.row ?? 0;
      this.#reject(error.message.toLowerCase());
    }
    /** @type {string[]} */
    const keys = [];
    for (const row of data) {
      const key = this.#keyOf(row);
      if (key) keys.push(key);
      for (const field of row) this.#line += field.split("\n").length - 1;
      this.#line++;
    }
    this.#rest = isEnd ? "" : text.slice(meta.cursor);
    take(keys, "latin1");
  }

  /**
   * The key of a row; "" without one.
   * @param {string[]} row
   */
  #keyOf(row) {
    const isEmpty = row.length === 1 && !row[0].trim();
    if (isEmpty) return "";
    if (this.#column === undefined) {
      this.#column = this.#columnIn(row);
      if (this.#option !== undefined && !/^\d+$/.test(this.#option)) return "";
    }
    if (this.#option === undefined && row.length > 1) this.#rejectColumns(row);
    const cell = row[this.#column];
    if (cell === undefined) this.#reject(`expected ${this.#width} columns, got ${row.length}`);
    return /^\s+"/.test(cell) ? this.#unquoted(cell.trim()) : cell.trim();
  }

  /**
   * A field in quotes after blanks, which the parser takes for a part of the field.
   * @param {string} cell
   */
  #unquoted(cell) {
    const [, text] = /^"((?:[^"]|"")*)"$/.exec(cell) ?? [];
    return (
      text?.replaceAll('""', '"') ??
      this.#reject(`expected no blanks before a quote, got ${JSON.stringify(utf8(cell).slice(0, 40))}`)
    );
  }

  /**
   * The number of the column, from 0.
   * @param {string[]} first row
   */
  #columnIn(first) {
    this.#width = first.length;
    if (this.#option === undefined) return 0;
    if (/^\d+$/.test(this.#option)) {
      const number = Number(this.#option);
      if (number > first.length) this.#rejectOption(first);
      return number - 1;
    }
    const column = first.findIndex((cell) => label(cell) === this.#option);
    return column < 0 ? this.#rejectOption(first) : column;
  }

  /**
   * @param {string[]} row
   * @returns {never}
   */
  #rejectOption(row) {
    throw new Failure(
      `${this.#name}: --column: expected one of ${named(row)}, or a number up to ${row.length}, got ${JSON.stringify(this.#option)}`,
    );
  }

  /**
   * @param {string[]} row
   * @returns {never}
   */
  #rejectColumns(row) {
    this.#reject(
      `${row.length} columns (${named(row)}): pass --column NAME, or its number from 1 if there is no header`,
    );
  }

  /**
   * @param {string} says
   * @returns {never}
   */
  #reject(says) {
    throw new Failure(`${this.#name}, line ${this.#line}: ${says}`);
  }
}

/** @param {string} text */
const utf8 = (text) => Buffer.from(text, "latin1").toString();

/** The name of a column. @param {string} cell */
const label = (cell) => utf8(cell.trim().replace(/^"(.*)"$/, "$1"));

/** @param {string[]} row */
const named = (row) =>
  oneLine(
    row
      .slice(0, 8)
      .map((cell) => label(cell).slice(0, 30) || '""')
      .join(", "),
  ) + (row.length > 8 ? ", ..." : "");
