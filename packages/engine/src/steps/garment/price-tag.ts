import { checkpoint } from '../../checkpoint.ts';
import { type Components, findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { luma } from '../../pixels/lab.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { maskOf } from '../../pixels/planes.ts';
import { seededRandom } from '../../pixels/random.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { close, open } from './cut-out/solid-part.ts';

/** Least luma of paper, also in the shade, and how far its channels lie apart at most, in byte steps. */
const PAPER_LUMA_MIN = 140;
const PAPER_COLOUR_MAX = 40;
/** How much lighter than the cloth around it paper is, in byte steps of luma: on pale cloth a tag is hardly seen. */
const LIGHTER_MIN = 75;
/**
 * All lengths that follow are shares of the root of the garment's area. What is thinner than twice this is print, a
 * stripe or a string.
 */
const THIN = 0.014;
/** Gaps that are closed: what is written on the paper. */
const WRITING = 0.01;
/** Width of the ring of cloth around it that it is compared with. */
const RING = 0.05;
/** How far beyond the paper is filled too: its shadow, and its edge. */
const EDGE = 0.02;
/**
 * Area as a share of the garment's (measured: 1.5 and 1.6 %, each of two tags that overlap). Labels are smaller,
 * numbers and pictures larger.
 */
const AREA_MIN = 0.012;
const AREA_MAX = 0.035;
/** Share of the garment that is as pale from which its cloth is. */
const PALE_MAX = 0.2;
/**
 * How much longer than wide it is (measured: 2.3), and how much of the rectangle around it it fills (0.68 and 0.71:
 * tags overlap aslant). Pockets and badges are broader, letters and plackets longer, figures fill less.
 */
const LONGER_MIN = 1.75;
const LONGER_MAX = 2.75;
const FILLED_MIN = 0.64;
/** How far from upright it hangs at most, in radians. */
const ASLANT_MAX = 0.45;

/** The pixels of one part of a mask, and the rectangle along its own axes. */
interface Clump {
  readonly pixels: readonly number[];
  /** Sides of the rectangle in pixels: along the longer axis, and across. */
  readonly long: number;
  readonly wide: number;
  /** Angle between the longer axis and the picture's height, 0 to π/2. */
  readonly aslant: number;
}

/**
 * A garment photo without the price tag that hangs before the cloth, which goes on where it was; null where none does.
 */
export function withoutPriceTag(raster: Raster, alpha: Plane): Raster | null {
  const tag = findPriceTag(raster, alpha);
  if (!tag) return null;
  const { width, height, data } = raster;
  const reach = EDGE * Math.sqrt(sumOf(alpha.data));
  const away = distanceTo(tag, width, height, reach);
  const hole = maskOf(tag.length, (i) => away[i] <= reach && alpha.data[i] > 0);
  const source = maskOf(tag.length, (i) => hole[i] === 0 && alpha.data[i] === 1);
  const { colours } = patchFill({ width, height, colours: Float32Array.from(data), hole, source }, seededRandom(1));
  return { width, height, data: Uint8ClampedArray.from(colours) };
}

/**
 * The paper of a price tag before a darker garment: one pale clump, longer than wide, that hangs nearly upright. Null
 * where there is none, or more than one: then it is the pattern of the cloth.
 */
export function findPriceTag(raster: Raster, alpha: Plane): Uint8Array<ArrayBuffer> | null {
  const { width, height, data } = raster;
  const paper = maskOf(alpha.data.length, (i) => alpha.data[i] === 1 && isPaper(data, i));
  const area = sumOf(alpha.data);
  const pale = sumOf(paper);
  if (pale < AREA_MIN * area || pale > PALE_MAX * area) return null;
  const scale = Math.sqrt(area);
  const solid = open(close(paper, width, height, WRITING * scale), width, height, THIN * scale);
  const parts = findComponents(solid, width, height);
  const tags = clumpsOf(parts, width, area).filter(
    (clump) => hangsLikeTag(clump) && isOnDarkerCloth(clump, raster, alpha, scale),
  );
  if (tags.length !== 1) return null;
  return maskOfClump(tags[0], alpha.data.length);
}

function sumOf(values: Uint8Array | Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function isPaper(data: Raster['data'], pixel: number): boolean {
  const red = data[pixel * 3];
  const green = data[pixel * 3 + 1];
  const blue = data[pixel * 3 + 2];
  return (
    luma(data, pixel) >= PAPER_LUMA_MIN && Math.max(red, green, blue) - Math.min(red, green, blue) <= PAPER_COLOUR_MAX
  );
}

/** The parts of the size of a tag. */
function clumpsOf({ labels, sizes }: Components, width: number, area: number): Clump[] {
  const pixels = sizes.map((size, label): number[] | null =>
    label > 0 && size >= AREA_MIN * area && size <= AREA_MAX * area ? [] : null,
  );
  for (let i = 0; i < labels.length; i++) pixels[labels[i]]?.push(i);
  return pixels.flatMap((part) => (part ? [clumpOf(part, width)] : []));
}

/** A clump with the rectangle along the axes of its second moments. */
function clumpOf(pixels: readonly number[], width: number): Clump {
  checkpoint();
  const points = pixels.map((i) => ({ x: i % width, y: Math.floor(i / width) }));
  const mean = (of: (p: { x: number; y: number }) => number) =>
    points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
  const xx = mean((p) => (p.x - x) ** 2);
  const yy = mean((p) => (p.y - y) ** 2);
  const xy = mean((p) => (p.x - x) * (p.y - y));
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map((p) => p.x * cos + p.y * sin);
  const across = points.map((p) => p.y * cos - p.x * sin);
  const span = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY) +
    1;
  return { pixels, long: span(along), wide: span(across), aslant: Math.PI / 2 - Math.abs(angle) };
}

/** 1 on the clump, 0 elsewhere. */
function maskOfClump({ pixels }: Clump, size: number): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(size);
  for (const i of pixels) mask[i] = 1;
  return mask;
}

function hangsLikeTag({ pixels, long, wide, aslant }: Clump): boolean {
  const longer = long / wide;
  return (
    aslant <= ASLANT_MAX && longer >= LONGER_MIN && longer <= LONGER_MAX && pixels.length >= FILLED_MIN * long * wide
  );
}

/**
 * True for what lies on cloth all round, by its edge, that is darker. One that hangs out over the outline has changed
 * that too.
 */
function isOnDarkerCloth(clump: Clump, { width, height, data }: Raster, alpha: Plane, scale: number): boolean {
  const mask = maskOfClump(clump, alpha.data.length);
  const reach = RING * scale;
  const away = distanceTo(mask, width, height, reach);
  const light = { paper: 0, cloth: 0 };
  const pixelsOf = { paper: 0, cloth: 0 };
  for (let i = 0; i < mask.length; i++) {
    if (away[i] > reach) continue;
    if (alpha.data[i] < 1 && away[i] <= EDGE * scale) return false;
    if (alpha.data[i] < 1) continue;
    const part = mask[i] === 1 ? 'paper' : 'cloth';
    light[part] += luma(data, i);
    pixelsOf[part]++;
  }
  return light.paper / pixelsOf.paper - light.cloth / pixelsOf.cloth >= LIGHTER_MIN;
}
