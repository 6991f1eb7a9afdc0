// The picture that messengers show beside a link to the demo page: the map of the real filter, the bits of one name, and the answer.

import { readFileSync } from "node:fs";
import { at } from "./run.mjs";

const [WIDTH, HEIGHT] = [1200, 630];
const NAME = "mailinator.com";
const QUALITY = 80;
const FONT = "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";

/** A colour of the light theme. @param {string} name */
function colour(name) {
  const found = new RegExp(`--${name}: (#\\w{6})`).exec(readFileSync(at("www/style/tokens.css"), "utf8"));
  return /** @type {RegExpExecArray} */ (found)[1];
}

/**
 * @param {Uint8Array} file the filter of the example list
 * @param {{ bits: number, keys: string, bloomSize: string }} example
 * @returns {Promise<Uint8Array>} a JPEG
 */
export async function shareCard(file, { bits: count, keys, bloomSize }) {
  const [{ createCanvas, GlobalFonts }, { FilterReader }, { bitsIn, pixel, placeIn }] = await Promise.all([
    import("@napi-rs/canvas"),
    import("edgebloom/reader"),
    import("../www/drawing/map.js"),
  ]);
  GlobalFonts.registerFromPath(at(FONT), "Figtree");
  const bits = bitsIn(file, count);
  const map = createCanvas(bits.columns, bits.rows);
  const image = map.getContext("2d").createImageData(bits.columns, bits.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const [zero, one] = ["cell", "bit"].map((name) => pixel(colour(name)));
  for (let i = 0; i < count; i++) pixels[i] = bits.at(i) ? one : zero;
  map.getContext("2d").putImageData(image, 0, 0);

  const card = createCanvas(WIDTH, HEIGHT);
  const pen = card.getContext("2d");
  pen.fillStyle = colour("ground");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const [left, right] = [560, WIDTH];
  // As on the page, the field dims and the bits of the name stay.
  pen.globalAlpha = 0.35;
  pen.drawImage(map, left, 0, right - left, HEIGHT);
  pen.globalAlpha = 1;
  const points = FilterReader.fromBytes(file)
    .positions(NAME)
    .map((position) => placeIn(bits, position))
    .map(([x, y]) => [left + x * (right - left), y * HEIGHT]);
  pen.lineWidth = 3;
  pen.strokeStyle = colour("ink");
  for (const [i, [x, y]] of points.entries()) {
    const from = [70 + (i + 0.5) * 47, 318];
    pen.globalAlpha = 0.55;
    pen.beginPath();
    pen.moveTo(from[0], from[1]);
    pen.bezierCurveTo(from[0], from[1] + 130, x - 200, y, x, y);
    pen.stroke();
    pen.globalAlpha = 1;
  }
  for (const [x, y] of points) {
    pen.beginPath();
    pen.arc(x, y, 15, 0, 2 * Math.PI);
    pen.fillStyle = colour("maybe-soft");
    pen.strokeStyle = colour("maybe-mark");
    pen.lineWidth = 6;
    pen.fill();
    pen.stroke();
  }
  /** @param {string} text @param {number} y @param {string} font @param {string} ink */
  const write = (text, y, font, ink) => {
    pen.font = `${font} Figtree`;
    pen.fillStyle = colour(ink);
    pen.fillText(text, 64, y);
  };
  write(`${keys} domains`, 130, "700 62px", "ink");
  write(`in ${bloomSize}`, 198, "700 62px", "ink");
  write(NAME, 302, "600 46px", "bit");
  write("Maybe.", 500, "800 110px", "maybe");
  write("edgebloom", 580, "600 32px", "soft");
  // A map is noise, which PNG does not compress: messengers ignore pictures of a megabyte.
  return card.encode("jpeg", QUALITY);
}
