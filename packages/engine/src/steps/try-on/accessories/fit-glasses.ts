import type { AccessoryAnalysis } from '../../../analysis.ts';
import { boxAbove } from '../../../pixels/crop.ts';
import { clamp, smoothstep } from '../../../pixels/geometry.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';
import { symmetryOf } from './accessory-outline.ts';
import { handInFront, measureHead, pieceOnHead } from './head.ts';

/** Least share of the pupil distance in a face that is not in profile. */
const FRONTAL_MIN = 0.55;
/** Half the width of glasses in pupil distances: 138 mm to 63 mm. */
const HALF_WIDTH = 1.1;
/** Distance of the middle of the lenses below the pupils, in pupil distances. */
const BELOW_EYES = 0.06;
/** Least overlap of glasses with their mirror image if the photo shows their front. */
const FRONT_SYMMETRY_MIN = 0.62;
/** Least and greatest width to height of glasses seen from the front. */
const ASPECT_MIN = 1.6;
const ASPECT_MAX = 5;
/** Hair may hang over the frame from here outwards, as a share of half the width. */
const HAIR_FROM = 0.72;

/** Puts glasses on the eyes. Throws EngineRejection for a face or glasses that are not seen from the front. */
export function fitGlasses(accessory: AccessoryAnalysis, scene: Scene): AccessoryFit {
  const head = measureHead(scene.person, 'glasses', FRONTAL_MIN);
  const box = boxAbove(accessory.alpha, 0.5);
  const aspect = box.width / box.height;
  if (aspect < ASPECT_MIN || aspect > ASPECT_MAX || symmetryOf(accessory, box) < FRONT_SYMMETRY_MIN)
    throw new EngineRejection(
      'The photo does not show the glasses from the front. Use a photo of the glasses from the front, with unfolded temples behind the lenses, on an even light background.',
    );
  const half = { right: HALF_WIDTH * Math.max(0.7, head.frontal), up: HALF_WIDTH / aspect };
  const corners = [
    { right: -half.right, up: -half.up - BELOW_EYES },
    { right: half.right, up: half.up - BELOW_EYES },
  ] as const;
  return {
    ...pieceOnHead(head, corners, ({ right, up }) => ({
      x: box.left + (box.width / 2) * (1 + right / half.right),
      y: box.top + (box.height / 2) * (1 - (up + BELOW_EYES) / half.up),
    })),
    front: (p, pixel) => {
      const aside = Math.abs(head.measure(p).right) / HALF_WIDTH;
      return Math.max(
        scene.parts.hair[pixel] * smoothstep(HAIR_FROM, HAIR_FROM + 0.15, aside),
        handInFront(scene, p, pixel),
      );
    },
    shadow: { drop: head.unit * 0.09, softness: head.unit * 0.07, depth: 0.3 },
    confidence: clamp(head.frontal + 0.1),
  };
}
