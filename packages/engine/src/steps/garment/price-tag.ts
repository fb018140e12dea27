import { checkpoint } from '../../checkpoint.ts';
import { type Components, findComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { luma } from '../../pixels/lab.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { maskOf, sumOf } from '../../pixels/planes.ts';
import { seededRandom } from '../../pixels/random.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { close, open } from './cut-out/solid-part.ts';

/** Least luma of paper, also in shade, and the greatest difference between its channels, in byte steps. */
const PAPER_LUMA_MIN = 140;
const PAPER_COLOUR_MAX = 40;
/** Least difference in luma between paper and the cloth around it, in byte steps. On pale cloth a tag hardly shows. */
const LIGHTER_MIN = 75;
/**
 * All lengths below are shares of the square root of the garment's area. Parts thinner than twice this are print, a
 * stripe or a string.
 */
const THIN = 0.014;
/** Closed gaps: writing on the paper. */
const WRITING = 0.01;
/** Width of the ring of cloth around a tag that it is compared with. */
const RING = 0.05;
/** Filled width beyond the paper: its edge and its shadow. */
const EDGE = 0.02;
/**
 * Range of the area as a share of the garment's (measured: 1.5 and 1.6 %, two overlapping tags each). Labels are
 * smaller, numbers and pictures larger.
 */
const AREA_MIN = 0.012;
const AREA_MAX = 0.035;
/** Greatest share of pixels as pale on a garment of darker cloth. */
const PALE_MAX = 0.2;
/**
 * Least ratio of length to width (measured: 2.3), and least share of its rectangle (0.68 and 0.71, because tags overlap
 * aslant). Pockets and badges are broader, letters and plackets longer; figures fill less.
 */
const LONGER_MIN = 1.75;
const LONGER_MAX = 2.75;
const FILLED_MIN = 0.64;
/** Greatest angle to the vertical, in radians. */
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
 * A garment photo without the price tag in front of the cloth, and with the cloth continued there; null without a tag.
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
 * The paper of a price tag in front of a darker garment: one pale clump, longer than wide, nearly upright. Null without
 * one or for several, which are a pattern of the cloth.
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

/** True for a clump that is surrounded by darker cloth. A tag that overhangs the outline changes the outline too. */
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
