// A line chart as an SVG, for light and dark pages.

const [WIDTH, HEIGHT] = [760, 420];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 130, 44, 52];
/** The colours for light and dark pages, also for people with colour blindness. */
const COLOURS = [
  ["#0072b2", "#56b4e9"],
  ["#d55e00", "#e69f00"],
  ["#007d5a", "#2fc39a"],
];
const STYLE = `text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}.axis{stroke:#777}.grid{stroke:#ddd}
.mark{stroke:#888;stroke-dasharray:4 4}path{fill:none;stroke-width:2}.dashed{stroke-dasharray:6 4}
${COLOURS.map(([light], i) => `.c${i}{stroke:${light}}text.c${i}{stroke:none;fill:${light}}`).join("")}
@media(prefers-color-scheme:dark){text{fill:#ddd}.axis{stroke:#999}.grid{stroke:#444}.mark{stroke:#aaa}
${COLOURS.map(([, dark], i) => `.c${i}{stroke:${dark}}text.c${i}{stroke:none;fill:${dark}}`).join("")}}`;

const round = (/** @type {number} */ number) => Number(number.toFixed(1));
const escaped = (/** @type {string} */ text) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {"start" | "middle" | "end"} [anchor]
 */
const write = (x, y, text, anchor = "start", style = "") =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${style && ` class="${style}"`}>${escaped(text)}</text>`;
/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} style
 */
const rule = (x1, y1, x2, y2, style) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${style}"/>`;

/**
 * 1, 2 or 5 times a power of ten, so that about six of them reach the top.
 * @param {number} top
 */
function stepTo(top) {
  const power = 10 ** Math.floor(Math.log10(top / 6));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => top / step <= 7) ?? top;
}

/**
 * Lines over x, in powers of ten unless `isLinear`, with marks where something ends.
 * @param {object} chart
 * @param {string} chart.title
 * @param {[string, string]} chart.axes
 * @param {{ name: string, colour: number, dashed?: boolean, points: [number, number][] }[]} chart.lines
 * @param {{ name: string, x: number }[]} chart.marks
 * @param {boolean} [chart.isLinear]
 */
export function plot({ title, axes, lines, marks, isLinear = false }) {
  const scale = isLinear ? (/** @type {number} */ x) => x : Math.log10;
  const points = lines.flatMap((line) => line.points);
  const [least, most] = [Math.min, Math.max].map((pick) => scale(pick(...points.map(([x]) => x))));
  const step = stepTo(Math.max(...points.map(([, y]) => y)));
  const top = Math.ceil(Math.max(...points.map(([, y]) => y)) / step) * step;
  const across = (/** @type {number} */ x) =>
    LEFT + ((scale(x) - least) / (most - least || 1)) * (WIDTH - LEFT - RIGHT);
  const up = (/** @type {number} */ y) => HEIGHT - BOTTOM - (y / top) * (HEIGHT - TOP - BOTTOM);
  const parts = [write(LEFT, 20, title, "start", "title")];
  for (let y = 0; y <= top + step / 2; y += step) {
    parts.push(
      rule(LEFT, up(y), WIDTH - RIGHT, up(y), y ? "grid" : "axis"),
      write(LEFT - 8, up(y) + 4, String(round(y)), "end"),
    );
  }
  const between = isLinear ? stepTo(most) : 1;
  for (let tick = Math.ceil(least / between) * between; tick <= most + 1e-9; tick += between) {
    const value = isLinear ? tick : 10 ** tick;
    const x = across(value);
    parts.push(rule(x, up(0), x, up(0) + 5, "axis"), write(x, up(0) + 20, value.toLocaleString("en"), "middle"));
  }
  for (const { name, x } of marks.filter(({ x }) => scale(x) > least && scale(x) < most)) {
    parts.push(rule(across(x), TOP - 6, across(x), up(0), "mark"), write(across(x), TOP - 10, name, "middle"));
  }
  // Names at the ends of the lines, without overlaps.
  const ends = lines.map((line) => ({ ...line, y: up(line.points.at(-1)?.[1] ?? 0) })).sort((a, b) => a.y - b.y);
  ends.forEach((line, i) => (line.y = Math.max(line.y, i ? ends[i - 1].y + 14 : 0)));
  for (const { name, colour, dashed, points: own, y } of ends) {
    const path = own.map(([x, value], i) => `${i ? "L" : "M"}${round(across(x))} ${round(up(value))}`).join("");
    parts.push(
      `<path d="${path}" class="c${colour}${dashed ? " dashed" : ""}"/>`,
      write(WIDTH - RIGHT + 8, y + 4, name, "start", `c${colour}`),
    );
  }
  parts.push(write((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, axes[0], "middle"), write(8, TOP - 10, axes[1]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${escaped(title)}</title><style>${STYLE}</style>
${parts.join("\n")}
</svg>
`;
}
