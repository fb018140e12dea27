import { distance } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';
import { clothWhere, type Landmarks, type SideName } from '../cloth.ts';

/** How far below the shoulders the chest's width is measured, in shoulder distances. */
const CHEST_BELOW = 0.45;

/** A silhouette with the measures by which sleeves are judged. */
export interface Cloth {
  readonly width: number;
  readonly height: number;
  /** Sleeves, trunk and all, in pixels. */
  readonly chest: number;
  isCloth(p: Point): boolean;
}

/** The cloth of a silhouette, its chest as wide as it is below the armholes. */
export function clothOf(
  { shoulderLeft, shoulderRight }: Landmarks,
  silhouette: Uint8Array,
  width: number,
  height: number,
): Cloth {
  const isCloth = clothWhere(width, height, (i) => silhouette[i] === 1);
  const apart = distance(shoulderLeft, shoulderRight);
  const y = (shoulderLeft.y + shoulderRight.y) / 2 + CHEST_BELOW * apart;
  const cloth = { width, height, isCloth, chest: apart };
  const [left, right] = [outermost(cloth, 'Left', y), outermost(cloth, 'Right', y)];
  return left === null || right === null ? cloth : { ...cloth, chest: right - left };
}

/** The outermost cloth of a row at one side; null where the row has none. */
export function outermost({ width, isCloth }: Cloth, side: SideName, y: number): number | null {
  for (let step = 0; step < width; step++) {
    const x = side === 'Left' ? step : width - 1 - step;
    if (isCloth({ x, y })) return x;
  }
  return null;
}

/**
 * The outermost points of cloth on one side from a row down to the hem, in pixels of the photo. Rows without cloth are
 * left out.
 */
export function outlineBelow(from: number, landmarks: Landmarks, side: SideName, cloth: Cloth): Point[] {
  const outline: Point[] = [];
  for (let y = Math.round(from); y < landmarks[`hem${side}`].y; y++) {
    const x = outermost(cloth, side, y);
    if (x !== null) outline.push({ x, y });
  }
  return outline;
}

/** Shoulder, elbow and cuff along the outer edge of a sleeve. */
export const outerLine = (landmarks: Landmarks, side: SideName): Point[] => [
  landmarks[`shoulder${side}`],
  landmarks[`elbowOuter${side}`],
  landmarks[`cuffOuter${side}`],
];
