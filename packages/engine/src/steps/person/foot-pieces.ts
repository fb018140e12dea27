import type { Pose } from '../../analysis.ts';
import { findComponents } from '../../pixels/components.ts';
import { distance, pixelMiddle } from '../../pixels/geometry.ts';
import { maskOf } from '../../pixels/planes.ts';
import type { Point, Size } from '../../pixels/raster.ts';
import { FEET, LANDMARK } from './body-frame.ts';

const LEGS = [LANDMARK.hipLeft, LANDMARK.hipRight, LANDMARK.kneeLeft, LANDMARK.kneeRight];

/**
 * 1 on each separate piece of the label `lower` around a foot, 0 elsewhere. It lies below the label `skin`: a bare leg
 * divides it from the garment below the waist, so it is a shoe or a sock. The middle of a piece is nearer to a foot
 * than to hips and knees. `scale` is the number of pixels of the pose to one of the labels.
 */
export function footPieces(
  labels: Int8Array,
  { lower, skin }: { readonly lower: number; readonly skin: number },
  { landmarks }: Pose,
  { width, height }: Size,
  scale: number,
): Uint8Array<ArrayBuffer> {
  const parts = findComponents(
    maskOf(labels.length, (i) => labels[i] === lower),
    width,
    height,
  );
  const middles = parts.sizes.map(() => ({ x: 0, y: 0 }));
  const isBelowLeg = new Array<boolean>(parts.sizes.length).fill(false);
  for (let i = 0; i < labels.length; i++) {
    const part = parts.labels[i];
    if (!part) continue;
    const { x, y } = pixelMiddle(i, width, scale);
    middles[part].x += x / parts.sizes[part];
    middles[part].y += y / parts.sizes[part];
    if (labels[i - width] === skin) isBelowLeg[part] = true;
  }
  const nearest = (middle: Point, joints: readonly number[]) =>
    Math.min(...joints.map((joint) => distance(middle, landmarks[joint])));
  const isFoot = middles.map((middle, part) => isBelowLeg[part] && nearest(middle, FEET) < nearest(middle, LEGS));
  return maskOf(labels.length, (i) => parts.labels[i] > 0 && isFoot[parts.labels[i]]);
}
