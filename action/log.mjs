// What the action writes for GitHub: annotations, outputs and the summary of the job.
//
// The text of a list may be in any message, and a line that begins with "::", or contains "##[", is a command for the runner. So nothing
// is printed as it is.

import { appendFileSync } from "node:fs";

/** An error of the user or of a program: it becomes an annotation without a stack. */
export class Failure extends Error {}

/**
 * Without the older form of a command, and without escape sequences, which would only hide what is there.
 * @param {string} text
 */
const plain = (text) => text.replace(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, " ").replaceAll("##[", "## [");

/** @param {string} text */
const data = (text) => plain(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** @param {string} text */
const property = (text) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/**
 * Prints an annotation.
 * @param {"error" | "warning"} kind
 * @param {string} title
 * @param {string} message
 */
export function annotate(kind, title, message) {
  console.log(`::${kind} title=${property(title)}::${data(message)}`);
}

/**
 * Prints a text of ours or of a program, a line at a time. The word in front keeps it from being a command.
 * @param {string} from
 * @param {string} text
 */
export function say(from, text) {
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim()) console.log(`${from}: ${plain(line)}`);
  }
}

/**
 * Sets outputs of the step.
 * @param {Record<string, string | number | boolean>} values
 * @param {NodeJS.ProcessEnv} env
 */
export function setOutputs(values, { GITHUB_OUTPUT: file }) {
  for (const [name, value] of Object.entries(values)) {
    // A second line would be another output.
    if (/[\r\n]/.test(`${value}`)) throw new Failure(`${name}: expected one line`);
    if (file) appendFileSync(file, `${name}=${value}\n`);
  }
}

/**
 * Adds to the summary of the job, in Markdown.
 * @param {string} markdown
 * @param {NodeJS.ProcessEnv} env
 */
export function summarize(markdown, { GITHUB_STEP_SUMMARY: file }) {
  if (file) appendFileSync(file, `${markdown}\n`);
}

/**
 * A text that is shown as it is in Markdown.
 * @param {string} text
 */
export const inMarkdown = (text) =>
  text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ").replace(/[\\`*_{}[\]<>()#|!~&:@/-]/g, (one) => `&#${one.charCodeAt(0)};`);
