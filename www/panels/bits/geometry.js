// Where each cell of a filter is drawn. A standard filter is drawn as one block of cells, a partitioned filter as a block
// per slice, a blocked filter as its blocks. If there are more cells than places, a place is a group of neighbouring
// cells.

import { BLOCK_BITS } from "../../lib/shape.js";

/** Sides of a cell in pixels, the largest that fits first; from 4 on there is a gap between cells. */
const SIDES = [64, 56, 52, 48, 46, 44, 40, 36, 32, 28, 24, 22, 20, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4];

/** The largest height of the grid in pixels: a narrow screen needs room for the key above it. @param {number} screen */
export const mostHeight = (screen) => (screen < 960 ? 180 : screen < 1760 ? 288 : 384);

/** The side of a place that stands for a group. */
const GROUP_SIDE = 2;

/** Columns of a block of a blocked filter: 512 bits are 32 × 16. */
const BLOCK_COLUMNS = 32;

/** Pixels between blocks. */
const GUTTER = 8;

/**
 * @typedef {object} Geometry
 * @property {number} side of a place, in pixels
 * @property {number} group cells of a place
 * @property {number} columns of a block
 * @property {number} rows of a block
 * @property {number} across blocks beside one another
 * @property {number} perBlock cells of a block
 * @property {number} gutter pixels between blocks
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {number} places
 */

/**
 * @param {{ bits: number, hashes: number, layout: string }} shape
 * @param {number} width the available pixels
 * @param {number} most the largest height
 * @returns {Geometry}
 */
export function geometryOf({ bits, hashes, layout }, width, most) {
  const blocks = layout === "partitioned" ? hashes : layout === "blocked" ? Math.ceil(bits / BLOCK_BITS) : 1;
  const perBlock = Math.ceil(bits / blocks);
  for (const side of SIDES) {
    const fits = arrange(perBlock, blocks, layout === "blocked", side, 1, width);
    if (fits.height <= most && fits.width <= width) return fits;
  }
  // Blocks have rows of their own only if the cells are large enough to see them.
  const places = Math.floor(width / GROUP_SIDE) * Math.floor(most / GROUP_SIDE);
  const apart = blocks > 1 && blocks * GUTTER < most / 2;
  if (apart) {
    const left = Math.floor(width / GROUP_SIDE) * Math.floor((most - blocks * GUTTER) / GROUP_SIDE);
    for (let group = Math.ceil(bits / left); ; group++) {
      const fits = arrange(perBlock, blocks, false, GROUP_SIDE, group, width);
      if (fits.height <= most) return fits;
    }
  }
  return arrange(bits, 1, false, GROUP_SIDE, Math.ceil(bits / places), width);
}

/**
 * @param {number} perBlock
 * @param {number} blocks
 * @param {boolean} narrow
 * @param {number} side
 * @param {number} group
 * @param {number} width
 * @returns {Geometry}
 */
function arrange(perBlock, blocks, narrow, side, group, width) {
  const gutter = blocks > 1 ? GUTTER : 0;
  const inBlock = Math.ceil(perBlock / group);
  const full = Math.max(1, Math.floor(width / side));
  // With few cells, a power of two is easier to count.
  const even = inBlock <= 4096 && !narrow ? 2 ** Math.floor(Math.log2(Math.min(full, inBlock))) : full;
  const columns = Math.min(
    narrow ? BLOCK_COLUMNS : even * 1.5 <= full && (even * 1.5) % 8 === 0 && inBlock > full ? even * 1.5 : even,
    inBlock,
  );
  const rows = Math.ceil(inBlock / columns);
  const across = narrow ? Math.max(1, Math.min(blocks, Math.floor((width + gutter) / (columns * side + gutter)))) : 1;
  const down = Math.ceil(blocks / across);
  return {
    side,
    group,
    columns,
    rows,
    across,
    perBlock,
    gutter,
    width: across * (columns * side + gutter) - gutter,
    height: down * (rows * side + gutter) - gutter,
    places: blocks * inBlock,
  };
}

/**
 * The upper left corner of the place of a cell.
 * @param {Geometry} geometry
 * @param {number} position
 * @returns {[x: number, y: number]}
 */
export function cornerOf({ side, group, columns, rows, across, perBlock, gutter }, position) {
  const block = Math.floor(position / perBlock);
  const place = Math.floor((position - block * perBlock) / group);
  return [
    (block % across) * (columns * side + gutter) + (place % columns) * side,
    Math.floor(block / across) * (rows * side + gutter) + Math.floor(place / columns) * side,
  ];
}

/**
 * The first cell of the place at a point; undefined if there is no cell.
 * @param {Geometry} geometry
 * @param {number} bits
 * @param {number} x
 * @param {number} y
 * @returns {number | undefined}
 */
export function cellAt({ side, group, columns, rows, across, perBlock, gutter }, bits, x, y) {
  const [blockWidth, blockHeight] = [columns * side + gutter, rows * side + gutter];
  const blockX = Math.floor(x / blockWidth);
  const block = Math.floor(y / blockHeight) * across + blockX;
  const [column, row] = [Math.floor((x % blockWidth) / side), Math.floor((y % blockHeight) / side)];
  if (x < 0 || y < 0 || blockX >= across || column >= columns || row >= rows) return undefined;
  const inBlock = (row * columns + column) * group;
  const position = block * perBlock + inBlock;
  return inBlock < perBlock && position < bits ? position : undefined;
}

/**
 * The last cell of the place that begins with a cell.
 * @param {Geometry} geometry
 * @param {number} bits
 * @param {number} first
 */
export function lastOf({ group, perBlock }, bits, first) {
  const blockEnd = (Math.floor(first / perBlock) + 1) * perBlock;
  return Math.min(first + group, blockEnd, bits) - 1;
}
