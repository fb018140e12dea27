import type { BodyFrame } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { dot, pixelMiddle, subtract } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Size } from '../../pixels/raster.ts';

/** Lowest and highest place of a standing collar above the line of the shoulder joints, in shoulder widths. */
const ABOVE_MIN = 0.05;
const ABOVE_MAX = 0.75;
/**
 * Within DIP_ASIDE of the middle of the neck the lowest place is DIP_MIN, because a neckband points down. In shoulder
 * widths.
 */
const DIP_ASIDE = 0.28;
const DIP_MIN = -0.05;
/** Greatest distance from the middle of the neck, in shoulder widths. */
const ASIDE_MAX = 0.5;
/** Least share of a piece's outline that borders the top. */
const BESIDE_TOP_MIN = 0.15;

/** Input of the search for a collar's lining. A pixel of the map is `scale` pixels of the frame. */
export interface CollarInput extends Size {
  readonly frame: Pick<BodyFrame, 'shoulderCentre' | 'down' | 'across' | 'shoulderWidth'>;
  readonly scale: number;
  isOther(pixel: number): boolean;
  isTop(pixel: number): boolean;
}

/**
 * Finds the inside of a standing collar, and neckbands that differ from the top, among pieces of `isOther`. These
 * pieces lie above the shoulders, near the neck, and border the top. Returns 1 on their pixels.
 */
export function findCollarLining({ width, height, frame, scale, isOther, isTop }: CollarInput): Uint8Array {
  const { labels, sizes } = findComponents(maskOf(width * height, isOther), width, height);
  const beside = sizes.map(() => ({ top: 0, outline: 0, isOverShoulders: true }));
  for (let i = 0; i < labels.length; i++) {
    if (!labels[i]) continue;
    const piece = beside[labels[i]];
    const at = pixelMiddle(i, width, scale);
    const from = subtract(at, frame.shoulderCentre);
    const above = -dot(from, frame.down) / frame.shoulderWidth;
    const aside = Math.abs(dot(from, frame.across)) / frame.shoulderWidth;
    if (above < (aside < DIP_ASIDE ? DIP_MIN : ABOVE_MIN) || above > ABOVE_MAX || aside > ASIDE_MAX)
      piece.isOverShoulders = false;
    const x = i % width;
    for (const near of [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]) {
      if (labels[near] === labels[i]) continue;
      piece.outline++;
      if (isTop(near)) piece.top++;
    }
  }
  const isLining = beside.map(({ top, outline, isOverShoulders }) => isOverShoulders && top > BESIDE_TOP_MIN * outline);
  return maskOf(labels.length, (i) => labels[i] > 0 && isLining[labels[i]]);
}
