import { blur } from '../../../pixels/filters.ts';
import { distance, mix } from '../../../pixels/geometry.ts';
import { toLab } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import type { Point, Raster, Size } from '../../../pixels/raster.ts';
import type { GarmentCutOut } from '../cut-out/cut-out.ts';

/** Pixels of a neck's width in the grid: collars are a few of them wide, weaves are none. */
export const NECK_PIXELS = 80;
/** How far the grid reaches beside and above the middle of the neck and below it, in neck widths. */
const ASIDE = 1.1;
const ABOVE = 0.4;
const BELOW = 2;
/** Share of a pixel of the grid from which it is cloth. */
const CLOTH_MIN = 0.6;
/** Every so many pixels are looked at where a sample is enough. */
const STRIDE = 5;

/** A garment freed of its background, as far as it is looked at here. */
export type ClothAround = Pick<GarmentCutOut, 'raster' | 'alpha'>;

/** What lies around the neck of a garment, as if its neck were NECK_PIXELS wide. */
export interface CollarGrid extends Size {
  /** 1 on cloth. */
  readonly cloth: Uint8Array;
  /** L*, and the distance from grey in a*b*. */
  readonly light: Float32Array;
  readonly tint: Float32Array;
  /** Steps in colour to the right and downwards, in L*a*b*: of the three values the one that changes most. */
  readonly right: Float32Array;
  readonly down: Float32Array;
  /** The step in the middle of all on cloth: wrinkles and patterns. */
  readonly typical: number;
  /** From pixels of the photo to those of the grid, and back. */
  toGrid(p: Point): Point;
  toPhoto(p: Point): Point;
}

/** Looks at the cloth around a neck in a size of its own. */
export function collarGrid(cutOut: ClothAround, neckLeft: Point, neckRight: Point): CollarGrid {
  const middle = mix(neckLeft, neckRight, 0.5);
  const step = Math.max(1, distance(neckLeft, neckRight)) / NECK_PIXELS;
  const origin = { x: middle.x - ASIDE * NECK_PIXELS * step, y: middle.y - ABOVE * NECK_PIXELS * step };
  const { raster, cloth } = sampled(cutOut, origin, step);
  const { width, height } = raster;
  const { l, a, b } = toLab(raster);
  const planes = [l, a, b].map((plane) => blur(plane, width, height, 1));
  const [light, red, yellow] = planes;
  const { right, down } = stepsOf(planes, cloth, width);
  const steps: number[] = [];
  for (let i = 0; i < cloth.length; i += STRIDE) if (cloth[i]) steps.push(Math.hypot(right[i], down[i]));
  return {
    width,
    height,
    cloth,
    light,
    tint: red.map((value, i) => Math.hypot(value, yellow[i])),
    right,
    down,
    typical: median(steps),
    toGrid: ({ x, y }) => ({ x: (x - origin.x) / step, y: (y - origin.y) / step }),
    toPhoto: ({ x, y }) => ({ x: origin.x + x * step, y: origin.y + y * step }),
  };
}

/** The grid's pixels of a photo, each the mean of those that it holds, and which of them are cloth. */
function sampled({ raster, alpha }: ClothAround, origin: Point, step: number): { raster: Raster; cloth: Uint8Array } {
  const [width, height] = [Math.round(2 * ASIDE * NECK_PIXELS), Math.round((ABOVE + BELOW) * NECK_PIXELS)];
  const reach = Math.floor(step / 2);
  const data = new Uint8ClampedArray(width * height * 3);
  const cloth = new Uint8Array(width * height);
  for (let i = 0; i < cloth.length; i++) {
    const column = Math.floor(origin.x + ((i % width) + 0.5) * step);
    const row = Math.floor(origin.y + (Math.floor(i / width) + 0.5) * step);
    let [red, green, blue, covered, count] = [0, 0, 0, 0, 0];
    for (let y = Math.max(0, row - reach); y <= Math.min(raster.height - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(raster.width - 1, column + reach); x++) {
        const from = y * raster.width + x;
        red += raster.data[from * 3];
        green += raster.data[from * 3 + 1];
        blue += raster.data[from * 3 + 2];
        covered += alpha.data[from];
        count++;
      }
    if (count === 0) continue;
    data[i * 3] = red / count;
    data[i * 3 + 1] = green / count;
    data[i * 3 + 2] = blue / count;
    cloth[i] = covered > CLOTH_MIN * count ? 1 : 0;
  }
  return { raster: { width, height, data }, cloth };
}

/** Steps in colour at every pixel of cloth off the rim of the grid. */
function stepsOf(
  planes: readonly Float32Array[],
  cloth: Uint8Array,
  width: number,
): Pick<CollarGrid, 'right' | 'down'> {
  const right = new Float32Array(cloth.length);
  const down = new Float32Array(cloth.length);
  for (let i = width; i < cloth.length - width; i++) {
    const column = i % width;
    if (!cloth[i] || column === 0 || column === width - 1) continue;
    let most = 0;
    for (const plane of planes) {
      const across = plane[i + 1] - plane[i - 1];
      const along = plane[i + width] - plane[i - width];
      const size = across * across + along * along;
      if (size <= most) continue;
      most = size;
      right[i] = across;
      down[i] = along;
    }
  }
  return { right, down };
}

/** True where there is cloth at a place of the grid. */
export function isCloth({ width, height, cloth }: CollarGrid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height && cloth[Math.floor(y) * width + Math.floor(x)] === 1;
}
