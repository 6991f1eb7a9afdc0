// Parses Markdown as GitHub does, for the tests of the documents. It supports only what our documents use.

/**
 * @typedef {object} Section the text from a heading to the next heading of any level; the first is before all headings
 * @property {number} level of the heading, 0 for none
 * @property {string} title the heading as written
 * @property {string[]} code the fenced blocks, with their info strings
 * @property {string[]} comments the HTML comments
 * @property {string[]} spans the inline code, including that of the heading
 * @property {string[]} links the targets of links, and of images with an exclamation mark in front
 * @property {string} words the other text, without the heading, and with spaces in place of inline code
 */

/** @returns {Section[]} */
export function sectionsOf(text) {
  const sections = [{ level: 0, title: "", lines: [], code: [] }];
  /** The open code block, and the fence that it begins with. */
  let block;
  let fence;
  for (const line of text.split("\n")) {
    const last = sections.at(-1);
    if (block) {
      block.push(line);
      if (!line.match(/^ *(`{3,}|~{3,}) *$/)?.[1].startsWith(fence)) continue;
      last.code.push(block.join("\n"));
      // A code block ends a paragraph.
      last.lines.push("");
      block = undefined;
      continue;
    }
    const [, marks] = line.match(/^ *(`{3,}(?=[^`]*$)|~{3,})/) ?? [];
    const [, level, title] = line.match(/^(#{1,6}) +(.*?)(?: +#+)? *$/) ?? [];
    if (marks) [fence, block] = [marks, [line]];
    else if (level) sections.push({ level: level.length, title, lines: [], code: [] });
    else last.lines.push(line);
  }
  if (block) throw new Error(`a block of code has no end: ${block[0]}`);
  return sections.map(({ level, title, lines, code }) => {
    const comments = [];
    const body = lines.join("\n").replace(/<!--.*?-->/gs, (comment) => (comments.push(comment), ""));
    const head = withoutSpans(title);
    const rest = withoutSpans(body);
    const links = [...linksIn(head.words), ...linksIn(rest.words)];
    return { level, title, code, comments, spans: [...head.spans, ...rest.spans], links, words: rest.words };
  });
}

/** Removes the inline code, which never continues after its paragraph, item or row. */
function withoutSpans(text) {
  const spans = [];
  const words = text
    .split(/(\n\s*\n|\n(?=\s*(?:\||[-*+] |\d+[.)] )))/)
    .map((part) =>
      part.replace(/(?<![`\\])(`+)(?!`)(.*?[^`])\1(?!`)/gs, (span, _marks, inner) => {
        spans.push(inner.replace(/\n\s*/g, " "));
        return " ".repeat(span.length);
      }),
    )
    .join("");
  return { spans, words };
}

/** Links in the order in which their texts begin: an image inside a link comes after the link. */
function linksIn(words) {
  const written = [
    ...words.matchAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\](?:\([^()]*\))?)*)\]\(<?([^()\s>]*)>?(?:\s+"[^"]*")?\)/g),
  ].flatMap(([, image, text, target]) => [image + target, ...linksIn(text)]);
  const defined = [...words.matchAll(/^ {0,3}\[[^\]]+\]: *(\S+)/gm)].map(([, target]) => target);
  const html = [...words.matchAll(/<[^>]*\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
  return [...written, ...defined, ...html];
}

/** Replaces links and images by their texts. */
export const withoutLinks = (text) => text.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1");

/** Writes figures in full: 6 million is 600 万. @param {string} words */
export const inFull = (words) =>
  words.replace(/(\d+) (million|万)/g, (_, figure, scale) => String(figure * (scale === "万" ? 1e4 : 1e6)));

/** The number of paragraphs, the markers of list items, and the tables by their rows. */
export function blocksOf({ words }) {
  let paragraphs = 0;
  const items = [];
  const tables = [];
  for (const block of words
    .split(/\n\s*\n/)
    .map((text) => text.trimEnd())
    .filter(Boolean)) {
    const lines = block.split("\n").filter((line) => line.trim());
    const marks = lines.map((line) => line.match(/^ *(?:[-*+]|\d+[.)])(?= )/)?.[0]).filter(Boolean);
    const rows = lines.filter((line) => line.startsWith("|"));
    items.push(...marks);
    if (rows.length) tables.push(rows);
    if (!marks.length && rows.length < lines.length) paragraphs++;
  }
  return { paragraphs, items, tables };
}

export const columnsOf = (row) =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/).length;

/** The anchors of headings, in order, as GitHub makes them: letters of all scripts, and a number for duplicates. */
export function anchorsOf(sections) {
  const times = new Map();
  return sections
    .filter(({ level }) => level)
    .map(({ title }) => {
      const slug = withoutLinks(title)
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, "")
        .replaceAll(" ", "-");
      const before = times.get(slug) ?? 0;
      times.set(slug, before + 1);
      return before ? `${slug}-${before}` : slug;
    });
}

/** The anchors written as HTML. */
export const namedAnchorsOf = (sections) =>
  sections.flatMap(({ words }) => [...words.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map(([, id]) => id));
