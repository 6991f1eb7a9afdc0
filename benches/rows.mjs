// The records of a run: one row per measurement.

/** @typedef {"misses" | "hits" | "add"} Question */
/** @typedef {Record<string, number[]>} Times nanoseconds in each process, by contender */

/**
 * @typedef {object} Strings
 * @property {"strings"} group
 * @property {string} engine
 * @property {string} size
 * @property {string} kind of keys
 * @property {Question} question
 * @property {Times} found
 */

/** @typedef {{ group: "lines", size: string, question: Question, fastest: string, found: Times }} Lines */
/** @typedef {{ group: "hashers", engine: string, size: string, question: Question, found: Times }} Hashers */
/** @typedef {{ group: "dumps", size: string, bytes: number, found: Times }} Dumps */
/** @typedef {{ size: number, dump: number, peak: number, module: number }} Memory in bytes */
/** @typedef {{ group: "memory", engine: string, way: string, size: string, found: Memory[] }} Memories */
/** @typedef {{ group: "cold start", engine: string, found: Times }} Starts */
/** @typedef {{ group: "first answer", engine: string, found: Times }} FirstAnswers */
/** @typedef {{ group: "growth", engine: string, keys: number, bytes: number, found: Times }} Growth */
/** @typedef {Strings | Lines | Hashers | Dumps | Memories | Starts | FirstAnswers | Growth} Row */

/**
 * A run, in the form of build/bench.json.
 * @typedef {object} Results
 * @property {number[]} load when it began and when it ended
 * @property {string} date
 * @property {boolean} quick
 * @property {string[]} only
 * @property {number} seconds
 * @property {ReturnType<typeof import("./machine.mjs").machine>} machine
 * @property {string[]} leftOut
 * @property {Row[]} rows
 */

/**
 * The rows of a group.
 * @template {Row["group"]} Group
 * @param {Row[]} rows
 * @param {Group} group
 */
export const rowsOf = (rows, group) =>
  /** @type {Extract<Row, { group: Group }>[]} */ (rows.filter((row) => row.group === group));
