import type { Raster } from '../../pixels/raster.ts';
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
    const upper = (v | 0) * width * 3;
    const lower = upper + width * 3;
    const share = v - (v | 0);
    for (let k = 0; k < row.length; k++) row[k] = data[upper + k] + (data[lower + k] - data[upper + k]) * share + 0.5;
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
  const rgb = new Uint8Array(4);
  for (let y = from.y; y < to.y; y++) {
    const v = Math.min(height - 1.001, Math.max(0, (y + 0.5) * scale + top - 0.5));
    const phase = 2 * Math.PI * (seconds / SWAY_SECONDS + (SWAY_WAVES * v) / height);
    const push = SWAY * height * Math.sin(phase);
    for (let x = from.x; x < to.x; x++) {
      const straight = (x + 0.5) * scale + left - 0.5;
      if (straight < 0 || straight > width - 1.001) continue;
      const loose = sway.data[(v | 0) * width + (straight | 0)];
      const u = Math.min(width - 1.001, Math.max(0, straight + push * loose));
      const share = valueAt(matte.data, width, u, v);
      if (share < 0.004) continue;
      sample(raster, u, v, rgb, 0);
      const at = (y * width + x) * 4;
      for (let c = 0; c < 3; c++) out[at + c] += (rgb[c] - out[at + c]) * share;
    }
  }
}

function sample({ width, data }: Raster, u: number, v: number, out: Uint8Array, to: number): void {
  const x = u | 0;
  const y = v | 0;
  const tx = u - x;
  const ty = v - y;
  const a = (y * width + x) * 3;
  const b = a + width * 3;
  for (let c = 0; c < 3; c++) {
    const upper = data[a + c] + (data[a + 3 + c] - data[a + c]) * tx;
    const lower = data[b + c] + (data[b + 3 + c] - data[b + c]) * tx;
    out[to + c] = upper + (lower - upper) * ty + 0.5;
  }
}

function valueAt(data: Float32Array, width: number, u: number, v: number): number {
  const x = u | 0;
  const y = v | 0;
  const tx = u - x;
  const ty = v - y;
  const a = y * width + x;
  const upper = data[a] + (data[a + 1] - data[a]) * tx;
  const lower = data[a + width] + (data[a + width + 1] - data[a + width]) * tx;
  return upper + (lower - upper) * ty;
}
