import type { BytePlane } from '../../pixels/yuv.ts';
import type { CameraPose } from './camera.ts';
import type { Cutout, FilmLayers } from './layers.ts';

/** Movement of the person relative to the background's, because they are nearer. */
const NEARER = 1.35;
/** Sway of loose cloth and hair: amplitude as a share of the height, waves over the height, and seconds of a period. */
const SWAY = 0.0022;
const SWAY_WAVES = 3;
const SWAY_SECONDS = 2.6;
/** Breath: growth of the person, and seconds of a period. */
const BREATH = 0.0012;
const BREATH_SECONDS = 4;

/**
 * Bits of a fraction of a pixel. Integer positions are sampled twice as fast as floating-point ones, and even the
 * slowest move exceeds 1/256 pixel a frame.
 */
const BITS = 8;
const ONE = 1 << BITS;
const PART = ONE - 1;
/** Half of a sample's last place, for rounding. */
const ROUND = 1 << (2 * BITS - 1);

/** The place of an output pixel in the source: one scale, one shift. */
interface Mapping {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * Draws one frame: background and person with parallax, and cloth and hair in a light draught. The frame is the
 * encoder's input, YUV 4:2:0 in `yuvLength` bytes.
 */
export function renderFrame(layers: FilmLayers, pose: CameraPose, seconds: number, frame: Uint8Array): void {
  const { background, person, height } = layers;
  const far = mapping(pose, layers, 1);
  const breath = 1 + BREATH * Math.sin((2 * Math.PI * seconds) / BREATH_SECONDS);
  const near = mapping({ ...pose, zoom: pose.zoom * breath }, layers, NEARER);
  let start = 0;
  for (const name of ['light', 'blue', 'red'] as const) {
    const source = background[name];
    const out = frame.subarray(start, start + source.data.length);
    const shrink = height / source.height;
    drawBackground(source, shrunk(far, shrink), out);
    if (person)
      drawPerson(person.picture[name], shrink === 1 ? person.full : person.half, shrunk(near, shrink), seconds, out);
    start += source.data.length;
  }
}

function mapping({ zoom, x, y }: CameraPose, { width, height, pivot }: FilmLayers, near: number): Mapping {
  const scale = 1 / (1 + (zoom - 1) * near);
  return {
    scale,
    left: pivot.x * width * (1 - scale) + x * near * width * scale,
    top: pivot.y * height * (1 - scale) + y * near * height * scale,
  };
}

/** The same mapping for a plane that is smaller. */
function shrunk({ scale, left, top }: Mapping, times: number): Mapping {
  return { scale, left: left / times, top: top / times };
}

/** Row by row: the vertical interpolation is the same for a whole row, so it comes first. */
function drawBackground({ width, height, data }: BytePlane, { scale, left, top }: Mapping, out: Uint8Array): void {
  const columns = places(width, scale, left);
  const rows = places(height, scale, top);
  const row = new Int32Array(width);
  for (let y = 0, to = 0; y < height; y++) {
    blendRows(data, width, rows[y], 0, width, row);
    for (let x = 0; x < width; x++, to++) {
      const at = columns[x];
      const from = at >> BITS;
      out[to] = ((row[from] << BITS) + (row[from + 1] - row[from]) * (at & PART) + ROUND) >> (2 * BITS);
    }
  }
}

/** Draws only columns that can show the person: between the first and the last of each row, widened by the sway. */
function drawPerson(
  { width, height, data }: BytePlane,
  { matte, sway, spans }: Cutout,
  { scale, left, top }: Mapping,
  seconds: number,
  out: Uint8Array,
): void {
  const columns = places(width, scale, left);
  const rows = places(height, scale, top);
  const colours = new Int32Array(width);
  const shares = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    const upper = rows[y] >> BITS;
    const first = Math.min(spans[upper * 2], spans[upper * 2 + 2]);
    const last = Math.max(spans[upper * 2 + 1], spans[upper * 2 + 3]);
    if (first > last) continue;
    const push = Math.round(
      SWAY * height * Math.sin(2 * Math.PI * (seconds / SWAY_SECONDS + (SWAY_WAVES * upper) / height)) * ONE,
    );
    const reach = 2 + (Math.abs(push) >> BITS);
    const from = Math.max(0, first - reach);
    const to = Math.min(width - 1, last + reach);
    blendRows(data, width, rows[y], from, to + 1, colours);
    blendRows(matte.data, width, rows[y], from, to + 1, shares);
    const [lowest, highest] = [from << BITS, (to << BITS) - 1];
    for (let x = 0; x < width && columns[x] <= highest; x++) {
      if (columns[x] < lowest) continue;
      const moved = columns[x] + ((push * sway.data[upper * width + (columns[x] >> BITS)]) >> 8);
      const at = Math.min(highest, Math.max(lowest, moved));
      const column = at >> BITS;
      const part = at & PART;
      const share = ((shares[column] << BITS) + (shares[column + 1] - shares[column]) * part) >> (2 * BITS);
      if (share === 0) continue;
      const colour = ((colours[column] << BITS) + (colours[column + 1] - colours[column]) * part + ROUND) >> (2 * BITS);
      const k = y * width + x;
      out[k] += ((colour - out[k]) * share + 127) / 255;
    }
  }
}

/** Positions in the source of each output pixel of a side, in 256ths of a pixel, always with a next neighbour. */
function places(count: number, scale: number, shift: number): Int32Array {
  const found = new Int32Array(count);
  const most = ((count - 1) << BITS) - 1;
  for (let i = 0; i < count; i++)
    found[i] = Math.min(most, Math.max(0, Math.round(((i + 0.5) * scale + shift - 0.5) * ONE)));
  return found;
}

/** Values, times 256, of a row between two rows of the source, from one column to another. */
function blendRows(data: Uint8Array, width: number, place: number, from: number, to: number, out: Int32Array): void {
  const upper = (place >> BITS) * width;
  const lower = upper + width;
  const share = place & PART;
  for (let k = from; k < to; k++) out[k] = (data[upper + k] << BITS) + (data[lower + k] - data[upper + k]) * share;
}
