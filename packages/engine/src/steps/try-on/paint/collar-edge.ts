import { checkpointAt } from '../../../checkpoint.ts';
import { distance, dot, subtract } from '../../../pixels/geometry.ts';
import type { Scene } from '../scene.ts';

/**
 * Distance from a collar, in shoulder widths, within which its lining, shadow and reflection may be labelled as skin.
 */
const COLLAR_EDGE = 0.022;
/** The area around the neck: above the shoulders, below them, and to each side of their middle, in shoulder widths. */
const ABOVE = 0.7;
const BELOW = 0.12;
const ASIDE = 0.45;
/** Radius of the unchanged face, in face radii. */
const FACE = 1.1;
/** Share of hair or a carried thing above which a pixel is not the edge of a collar. */
const OTHER = 0.5;

/**
 * Includes the edge of a collar. Around the neck, distances from the old garment beyond `edge`, in pixels of the
 * output, shrink by the collar's edge width.
 */
export function widenCollarEdge(
  { body, placement, parts, person }: Scene,
  oldDistance: Float32Array,
  edge: number,
): void {
  const { width, height, scale } = placement;
  const reach = COLLAR_EDGE * body.shoulderWidth * scale;
  if (reach <= edge) return;
  const { faceCentre, faceRadius, faceVisible } = person.frame;
  const { x, y } = placement.toOutput(body.origin);
  const unit = body.shoulderWidth * scale;
  const [left, right] = [Math.max(0, Math.floor(x - unit)), Math.min(width, Math.ceil(x + unit))];
  for (let row = Math.max(0, Math.floor(y - unit)); row < Math.min(height, y + unit); row++)
    for (let i = row * width + left; i < row * width + right; i++) {
      checkpointAt(i);
      if (oldDistance[i] <= 0 || oldDistance[i] > 2 * reach || parts.hair[i] > OTHER || parts.carried[i] > OTHER)
        continue;
      const p = placement.placeOf(i);
      const from = subtract(p, body.origin);
      const below = dot(from, body.down) / body.shoulderWidth;
      if (below < -ABOVE || below > BELOW || Math.abs(dot(from, body.across)) > ASIDE * body.shoulderWidth) continue;
      if (faceVisible && distance(p, faceCentre) < FACE * faceRadius) continue;
      oldDistance[i] *= edge / reach;
    }
}
