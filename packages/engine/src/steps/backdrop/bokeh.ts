import { blurRaster } from '../../pixels/filters.ts';
import { clamp, point, smoothstep } from '../../pixels/geometry.ts';
import { fractalNoise } from '../../pixels/noise.ts';
import { seededRandom } from '../../pixels/random.ts';
import type { Point, Raster } from '../../pixels/raster.ts';
import { blended, lit, painted, type Rgb, type Stage } from './stage.ts';

/** A place far out of focus: its light, its ground, and the blur discs of its lights. */
interface Place {
  readonly top: Rgb;
  readonly middle: Rgb;
  readonly ground: Rgb;
  readonly discs: readonly Rgb[];
  readonly count: number;
  /** Radius of the discs as a share of the height, least and greatest, and their greatest strength. */
  readonly radius: readonly [number, number];
  readonly strength: number;
}

const PLACES: Readonly<Record<'greenery' | 'city lights', Place>> = {
  greenery: {
    top: [196, 214, 164],
    middle: [92, 122, 72],
    ground: [134, 142, 104],
    discs: [
      [224, 236, 178],
      [164, 196, 112],
      [78, 112, 62],
      [240, 244, 214],
      [118, 156, 84],
    ],
    count: 260,
    radius: [0.012, 0.05],
    strength: 0.26,
  },
  'city lights': {
    top: [26, 30, 52],
    middle: [52, 48, 68],
    ground: [44, 42, 52],
    discs: [
      [255, 196, 112],
      [255, 226, 176],
      [255, 146, 92],
      [150, 190, 255],
      [236, 110, 120],
    ],
    count: 90,
    radius: [0.012, 0.036],
    strength: 0.62,
  },
};

const patches = fractalNoise(51, 4);

/** A park by day or a street by night, so far out of focus that its lights are discs. */
export function bokeh(stage: Stage, floor: number, name: 'greenery' | 'city lights'): Raster {
  const { width, height } = stage;
  const place = PLACES[name];
  const ground = Math.min(height * 1.2, floor - height * 0.04);
  const base = painted(stage, (x, y) => {
    const up = smoothstep(0, 0.75, y / height);
    const behind = lit(blended(place.top, place.middle, up), 1 + 0.28 * patches((x / height) * 4, (y / height) * 4));
    const on = lit(
      place.ground,
      1.05 + 0.06 * patches((x / height) * 5, (y / height) * 30) - 0.12 * smoothstep(ground, height, y),
    );
    return blended(behind, on, smoothstep(ground - height * 0.03, ground + height * 0.03, y));
  });
  const soft = blurRaster(base, height * 0.012);
  const random = seededRandom(97);
  for (let index = 0; index < place.count; index++) {
    const [least, greatest] = place.radius;
    const radius = height * (least + (greatest - least) * random() ** 2);
    const at = point(random() * width, random() * Math.min(ground - radius, height * 0.92));
    const colour = place.discs[Math.floor(random() * place.discs.length)];
    disc(soft, at, radius, colour, place.strength * (0.25 + 0.75 * random()));
  }
  return blurRaster(soft, height * 0.0018);
}

/** A disc of light with a slightly brighter rim, as a lens draws it. */
function disc({ width, height, data }: Raster, at: Point, radius: number, colour: Rgb, strength: number): void {
  for (let y = Math.max(0, Math.floor(at.y - radius)); y < Math.min(height, at.y + radius); y++) {
    for (let x = Math.max(0, Math.floor(at.x - radius)); x < Math.min(width, at.x + radius); x++) {
      const away = Math.hypot(x + 0.5 - at.x, y + 0.5 - at.y) / radius;
      const share = strength * clamp((1 - away) * radius * 0.3) * (0.7 + 0.3 * away * away);
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c] += (colour[c] - data[(y * width + x) * 3 + c]) * share;
    }
  }
}
