import { BloomFilter } from "edgebloom";

const filter = new BloomFilter({ bits: 256, hashes: 4 });
const [form, input, verdict, grid, stats] = ["form", "#key", "#verdict", "#grid", "#stats"].map((name) =>
  document.querySelector(name),
);

const cells = Array.from({ length: filter.stats.bits }, (_, position) => {
  const cell = document.createElement("i");
  cell.className = "bit";
  cell.title = `bit ${position}`;
  return cell;
});
grid.append(...cells);

/** The page works nothing out itself: positions, bits and figures are the filter's own. */
function draw() {
  const key = input.value;
  const probed = key ? filter.positions(key) : [];
  const bits = filter.bits();
  cells.forEach((cell, position) => {
    cell.classList.toggle("set", ((bits[position >> 3] >> (position & 7)) & 1) === 1);
    cell.classList.toggle("probed", probed.includes(position));
  });
  const { bitsSet, inserted, estimatedErrorRate } = filter.stats;
  grid.setAttribute("aria-label", `${bitsSet} of ${cells.length} bits are set; the key's positions: ${probed.join(", ") || "none"}`);
  verdict.textContent = !key
    ? "Type a key."
    : filter.has(key)
      ? "Possibly added: all of its bits are set."
      : "Definitely not added: at least one of its bits is not set.";
  verdict.className = !key ? "" : filter.has(key) ? "possibly" : "no";
  stats.textContent =
    `Keys added: ${inserted}. Bits set: ${bitsSet} of ${cells.length}. ` +
    `Of keys never added, ${(estimatedErrorRate * 100).toFixed(2)} % would be answered "possibly".`;
}

input.addEventListener("input", draw);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (input.value) filter.add(input.value);
  draw();
});
draw();
