import type { CameraPose } from './camera.ts';
import type { FilmLayers } from './layers.ts';

/** How much more the person moves with the camera than the background: they are nearer. */
const NEARER = 1.35;
/** Sway of loose cloth and hair: way as a share of the height, waves over the height, and seconds of a period. */
const SWAY = 0.0022;
const SWAY_WAVES = 3;
const SWAY_SECONDS = 2.6;
/** Breath: how much the person grows and shrinks, and seconds of a breath. */
const BREATH = 0.0012;
const BREATH_SECONDS = 4;

/** Draws one frame into RGBA bytes: background and person, each as near as it is, cloth and hair in a light draught. */
export function renderFrame(layers: FilmLayers, pose: CameraPose, seconds: number, out: Uint8Array): void {
  drawBackground(layers, pose, out);
  if (layers.person) drawPerson(layers, pose, seconds, out);
}

/** Where an output pixel lies in the source of a layer: one scale, one shift. */
function mapping({ zoom, x, y }: CameraPose, { width, height, pivot }: FilmLayers, near: number) {
  const scale = 1 / (1 + (zoom - 1) * near);
  return {
    scale,
    left: pivot.x * width * (1 - scale) + x * near * width * scale,
    top: pivot.y * height * (1 - scale) + y * near * height * scale,
  };
}

/** Row by row: first down the picture, which is the same for a whole row, then along it. */
function drawBackground(layers: FilmLayers, pose: CameraPose, out: Uint8Array): void {
  const { width, height, data } = layers.background;
  const { scale, left, top } = mapping(pose, layers, 1);
  const columns = new Int32Array(width);
  const shares = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const u = Math.min(width - 1.001, Math.max(0, (x + 0.5) * scale + left - 0.5));
    columns[x] = (u | 0) * 3;
    shares[x] = u - (u | 0);
  }
  const row = new Float32Array(width * 3);
  for (let y = 0; y < height; y++) {
    const v = Math.min(height - 1.001, Math.max(0, (y + 0.5) * scale + top - 0.5));
    blendRows(data, v, width * 3, 0, row.length, row);
    for (let x = 0, to = y * width * 4; x < width; x++, to += 4) {
      const from = columns[x];
      const tx = shares[x];
      out[to] = row[from] + (row[from + 3] - row[from]) * tx;
      out[to + 1] = row[from + 1] + (row[from + 4] - row[from + 1]) * tx;
      out[to + 2] = row[from + 2] + (row[from + 5] - row[from + 2]) * tx;
      out[to + 3] = 255;
    }
  }
}

function drawPerson(layers: FilmLayers, pose: CameraPose, seconds: number, out: Uint8Array): void {
  const { width, height, person } = layers;
  if (!person) return;
  const breath = 1 + BREATH * Math.sin((2 * Math.PI * seconds) / BREATH_SECONDS);
  const { scale, left, top } = mapping({ ...pose, zoom: pose.zoom * breath }, layers, NEARER);
  const { box, matte, raster, sway } = person;
  const reach = height * SWAY + 2;
  const from = {
    x: Math.max(0, Math.floor((box.left - left) / scale - reach)),
    y: Math.max(0, Math.floor((box.top - top) / scale - 2)),
  };
  const to = {
    x: Math.min(width, Math.ceil((box.right - left) / scale + reach)),
    y: Math.min(height, Math.ceil((box.bottom - top) / scale + 2)),
  };
  const colours = new Float32Array(width * 3);
  const shares = new Float32Array(width);
  for (let y = from.y; y < to.y; y++) {
    const v = Math.min(height - 1.001, Math.max(0, (y + 0.5) * scale + top - 0.5));
    blendRows(raster.data, v, width * 3, box.left * 3, (box.right + 2) * 3, colours);
    blendRows(matte.data, v, width, box.left, box.right + 2, shares);
    const phase = 2 * Math.PI * (seconds / SWAY_SECONDS + (SWAY_WAVES * v) / height);
    const push = SWAY * height * Math.sin(phase);
    const row = (v | 0) * width;
    for (let x = from.x; x < to.x; x++) {
      const straight = (x + 0.5) * scale + left - 0.5;
      if (straight < box.left || straight > box.right) continue;
      const u = Math.min(box.right, Math.max(box.left, straight + push * sway.data[row + (straight | 0)]));
      const column = u | 0;
      const tx = u - column;
      const share = shares[column] + (shares[column + 1] - shares[column]) * tx;
      if (share < 0.004) continue;
      const at = (y * width + x) * 4;
      const k = column * 3;
      out[at] += (colours[k] + (colours[k + 3] - colours[k]) * tx - out[at]) * share;
      out[at + 1] += (colours[k + 1] + (colours[k + 4] - colours[k + 1]) * tx - out[at + 1]) * share;
      out[at + 2] += (colours[k + 2] + (colours[k + 5] - colours[k + 2]) * tx - out[at + 2]) * share;
    }
  }
}

/** Values of a row that lies between two of the source, from one column to another; `v` is its place among the rows. */
function blendRows(data: ArrayLike<number>, v: number, stride: number, from: number, to: number, out: Float32Array): void {
  const upper = (v | 0) * stride;
  const lower = upper + stride;
  const share = v - (v | 0);
  for (let k = from; k < Math.min(to, stride); k++) out[k] = data[upper + k] + (data[lower + k] - data[upper + k]) * share;
}
