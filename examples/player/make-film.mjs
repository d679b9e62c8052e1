// Makes the film of this example with ffmpeg: node examples/player/make-film.mjs. A day passes over hills in
// one minute, and ends as it began, so that it can be played in a loop.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const [width, height, framesPerSecond, seconds] = [960, 540, 12, 60];
const folder = join(import.meta.dirname, "../media/film");
/** Chapters start here; each has an image of the middle of it. */
const chapters = [0, 10, 20, 30, 40, 50];

/** @typedef {[red: number, green: number, blue: number]} Color */

/** Sky above, sky at the horizon, the nearest hill: one row for each tenth of the film. @type {[Color, Color, Color][]} */
const palette = [
  [
    [13, 20, 44],
    [38, 48, 84],
    [6, 10, 24],
  ],
  [
    [28, 38, 78],
    [150, 92, 110],
    [12, 16, 34],
  ],
  [
    [70, 104, 156],
    [250, 186, 140],
    [30, 40, 58],
  ],
  [
    [92, 156, 206],
    [228, 226, 206],
    [34, 66, 72],
  ],
  [
    [98, 172, 220],
    [206, 232, 236],
    [30, 82, 78],
  ],
  [
    [104, 176, 222],
    [214, 234, 230],
    [32, 84, 74],
  ],
  [
    [96, 160, 210],
    [240, 226, 192],
    [42, 76, 66],
  ],
  [
    [86, 110, 162],
    [252, 190, 120],
    [52, 48, 52],
  ],
  [
    [62, 60, 112],
    [236, 116, 88],
    [34, 24, 42],
  ],
  [
    [28, 32, 70],
    [110, 66, 104],
    [16, 14, 34],
  ],
];

/** @param {number} from @param {number} to @param {number} share */
const between = (from, to, share) => from + (to - from) * Math.min(1, Math.max(0, share));

/** @param {Color} from @param {Color} to @param {number} share @returns {Color} */
const mix = (from, to, share) => [
  between(from[0], to[0], share),
  between(from[1], to[1], share),
  between(from[2], to[2], share),
];

/** The three colors of the palette. @param {number} time as a share of the film */
function colorsAt(time) {
  const place = time * palette.length;
  const [from, to] = [palette.at(Math.floor(place)), palette.at((Math.floor(place) + 1) % palette.length)];
  if (!from || !to) throw new RangeError(`not a share of the film: ${time}`);
  return {
    zenith: mix(from[0], to[0], place % 1),
    horizon: mix(from[1], to[1], place % 1),
    ground: mix(from[2], to[2], place % 1),
  };
}

/**
 * The height of a hill's edge. Each wave travels a whole number of times through the picture in one film.
 * @param {number} layer @param {number} x @param {number} time
 */
function edgeOfHill(layer, x, time) {
  const turn = (x / width + time * (layer + 1)) * 2 * Math.PI;
  const wave = Math.sin(turn + layer * 2.1) * 0.6 + Math.sin(turn * 2 + layer * 4.7) * 0.3;
  const detail = Math.sin(turn * 5 + layer * 1.3) * 0.1;
  return height * (0.56 + layer * 0.105) + (wave + detail) * height * (0.055 + layer * 0.012);
}

/** Stars at places that look accidental. */
const stars = Array.from({ length: 90 }, (_, i) => ({
  x: Math.floor((i * 0.618034 * width) % width),
  y: Math.floor(((i * i * 0.381966) % 1) * height * 0.55),
}));

/** @param {number} time as a share of the film @returns {Buffer} one frame as RGB */
function frame(time) {
  const pixels = Buffer.alloc(width * height * 3);
  const { zenith, horizon, ground } = colorsAt(time);
  const noon = Math.sin(Math.PI * time);
  const sun = { x: width * (1.35 - time * 1.7), y: height * (0.72 - 0.58 * noon), radius: 34 };
  const sunColor = mix([255, 170, 110], [255, 250, 226], noon);
  for (let y = 0; y < height; y++) {
    const sky = mix(zenith, horizon, Math.min(1, y / (height * 0.68)) ** 1.4);
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - sun.x, y - sun.y);
      const light = Math.max(Math.exp(-distance / 90) * 0.5, sun.radius - distance);
      pixels.set(mix(sky, sunColor, light), (y * width + x) * 3);
    }
  }
  drawStars(pixels, Math.max(0, Math.abs(time - 0.5) * 2 - 0.72) / 0.28);
  for (const layer of [0, 1, 2, 3])
    drawHill(pixels, mix(horizon, ground, 0.25 + layer * 0.25), (x) => edgeOfHill(layer, x, time));
  return pixels;
}

/** @param {Buffer} pixels @param {number} night from 0 to 1 */
function drawStars(pixels, night) {
  for (const { x, y } of stars) {
    const at = (y * width + x) * 3;
    for (const i of [at, at + 1, at + 2]) pixels[i] = Math.max(pixels[i] ?? 0, 235 * night);
  }
}

/** @param {Buffer} pixels @param {Color} color @param {(x: number) => number} edge */
function drawHill(pixels, color, edge) {
  for (let x = 0; x < width; x++) {
    const top = edge(x);
    for (let y = Math.floor(top); y < height; y++) {
      const at = (y * width + x) * 3;
      for (const [i, part] of color.entries()) pixels[at + i] = between(pixels[at + i] ?? 0, part, y - top);
    }
  }
}

/** @param {number[]} times of the frames, as shares of the film @param {string[]} output what ffmpeg makes of them */
async function encode(times, output) {
  const input = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${width}x${height}`,
    "-r",
    `${framesPerSecond}`,
  ];
  const ffmpeg = spawn("ffmpeg", ["-v", "error", "-y", ...input, "-i", "-", ...output], {
    cwd: folder,
    stdio: ["pipe", "inherit", "inherit"],
  });
  const closed = once(ffmpeg, "close");
  for (const time of times) if (!ffmpeg.stdin.write(frame(time))) await once(ffmpeg.stdin, "drain");
  ffmpeg.stdin.end();
  const [status] = await closed;
  if (status !== 0) throw new Error(`ffmpeg ended with exit code ${status}`);
}

mkdirSync(folder, { recursive: true });
const count = framesPerSecond * seconds;
await encode(
  Array.from({ length: count }, (_, i) => i / count),
  [
    ..."-c:v libx264 -preset veryslow -crf 31 -pix_fmt yuv420p -g 24 -sc_threshold 0".split(" "),
    ..."-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4".split(" "),
    ...["-hls_segment_filename", "segment-%02d.m4s", "index.m3u8"],
  ],
);
for (const [i, start] of chapters.entries())
  await encode(
    [(start + 5) / seconds],
    `-frames:v 1 -vf scale=320:-1 -q:v 4 chapter-${i + 1}.jpg`.split(" "),
  );
