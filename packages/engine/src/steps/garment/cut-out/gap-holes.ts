import { type Extent, extentsOf, findComponents } from '../../../pixels/components.ts';
import { labOf } from '../../../pixels/lab.ts';
import { median } from '../../../pixels/median.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Raster, Size } from '../../../pixels/raster.ts';

/**
 * Least size of a hole as a share of the picture, and its least height as a multiple of its width. Others are loops of
 * knitwear, prints and torn hems.
 */
const SIZE_MIN = 0.0005;
const TALL = 1.5;
/**
 * Distance below a hole where the gap continues, and its least depth, as shares of the picture's height. Then its
 * greatest width, as a share of the width.
 */
const BELOW = 0.05;
const DEEP = 0.05;
const WIDE = 0.2;
/**
 * Search box for background below a hole, as a share of the picture's height. Then the least share of the box that is
 * background, and its likeness in L*a*b*.
 */
const BRIDGE = 0.025;
const BEYOND_MIN = 0.15;
const ALIKE = 14;

/**
 * Opens closed holes of a mask above background that continues between cloth. They are the upper end of a gap between
 * sleeve and body that touch below it. It also opens holes of the background's own colour above a thin bridge.
 */
export function openGapHoles(
  silhouette: Uint8Array<ArrayBuffer>,
  mask: Uint8Array,
  raster: Raster,
): Uint8Array<ArrayBuffer> {
  const { width, height } = raster;
  const closed = maskOf(silhouette.length, (i) => silhouette[i] === 1 && mask[i] === 0);
  const holes = findComponents(closed, width, height);
  const isBetween = betweenCloth(silhouette, raster);
  const isOpen = extentsOf(holes, width).map((extent, label) => {
    const isTall = extent.bottom - extent.top + 1 > TALL * (extent.right - extent.left + 1);
    if (holes.sizes[label] <= SIZE_MIN * silhouette.length || !isTall) return false;
    const hole = { ...extent, label, lowest: holes.labels.lastIndexOf(label) % width };
    return goesOnBelow(hole, height, isBetween) || endsAtBridge(hole, holes.labels, silhouette, raster);
  });
  return maskOf(silhouette.length, (i) => silhouette[i] === 1 && !isOpen[holes.labels[i]]);
}

/** A hole of a mask. */
interface Hole extends Extent {
  /** Its part number. */
  readonly label: number;
  /** Column of the last pixel of its lowest row. */
  readonly lowest: number;
}

/** Returns whether a place outside a silhouette has cloth on both sides, within the width of a gap. */
function betweenCloth(silhouette: Uint8Array, { width, height }: Size): (x: number, y: number) => boolean {
  const isCloth = (x: number, y: number) => x >= 0 && x < width && y < height && silhouette[y * width + x] === 1;
  return (x, y) =>
    !isCloth(x, y) &&
    [1, -1].every((direction) => {
      for (let step = 1; step < WIDE * width; step++) if (isCloth(x + direction * step, y)) return true;
      return false;
    });
}

/** True if a deep gap begins close below a hole. */
function goesOnBelow({ bottom, lowest }: Hole, height: number, isBetween: (x: number, y: number) => boolean): boolean {
  for (let y = bottom + 1; y < bottom + BELOW * height; y++)
    if (isBetween(lowest, y))
      return [0.5, 1].every((share) => isGapNear(lowest, y + Math.round(share * DEEP * height), isBetween));
  return false;
}

/** Gaps lean as sleeves do, so a small shift sideways counts too. */
function isGapNear(x: number, y: number, isBetween: (x: number, y: number) => boolean): boolean {
  for (let aside = 0; aside < 8; aside++) if (isBetween(x + aside, y) || isBetween(x - aside, y)) return true;
  return false;
}

/** True if background of a hole's own colour lies close below it, behind a thin bridge. */
function endsAtBridge(
  { label, lowest, left, top, right, bottom }: Hole,
  labels: Int32Array,
  silhouette: Uint8Array,
  raster: Raster,
): boolean {
  const reach = Math.round(BRIDGE * raster.height);
  const below = { left: lowest - reach, top: bottom + 1, right: lowest + reach, bottom: bottom + reach };
  const beyond = pixelsWithin(below, raster, (i) => silhouette[i] === 0);
  if (beyond.length < BEYOND_MIN * 2 * reach * reach) return false;
  const own = colourOf(
    pixelsWithin({ left, top, right, bottom }, raster, (i) => labels[i] === label),
    raster,
  );
  const other = colourOf(beyond, raster);
  return Math.hypot(...own.map((value, c) => value - other[c])) < ALIKE;
}

/** The pixels of a picture within an extent that pass a test. The extent may reach beyond the picture. */
function pixelsWithin(
  { left, top, right, bottom }: Extent,
  { width, height }: Size,
  isChosen: (pixel: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++)
      if (isChosen(y * width + x)) found.push(y * width + x);
  return found;
}

/** L*, a*, b* of the median colour of some pixels. */
function colourOf(pixels: readonly number[], { data }: Raster): readonly [number, number, number] {
  const [red, green, blue] = [0, 1, 2].map((c) => median(pixels.map((i) => data[i * 3 + c])));
  return labOf(red, green, blue);
}
