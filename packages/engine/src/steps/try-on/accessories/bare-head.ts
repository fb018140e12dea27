import type { PersonAnalysis } from '../../../analysis.ts';
import type { EngineWarning } from '../../../engine.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import type { Scene } from '../scene.ts';
import { type Hair, measureHair, shareCovered } from './hair.ts';
import { handInFront } from './hand-in-front.ts';
import { type Head, measureHead } from './head.ts';

/** Half the width of a bare head, 155 mm, in pupil distances. All lengths below are in pupil distances. */
const HEAD_HALF_WIDTH = 1.24;
/** How much wider hair may make a hat, and how far hair may stick out of it. */
const HALF_WIDTH_MAX = 1.6;
const HAIR_BESIDE_MAX = 0.51;
/** Share of the head above the forehead that may be neither hair nor skin. */
const OTHER_MAX = 0.35;
/** Share of the pupil distance that a photo shows of a face turned by 30 degrees. */
const FRONTAL_MIN = 0.8;

/** Search area for loose hair: half the width, the heights above the eyes, and the step. */
const LOOSE_ASIDE = 2.4;
const LOOSE_FROM = 0.9;
const LOOSE_TO = 3.4;
const LOOSE_STEP = 0.03;
/**
 * Area of pixels half hair, half background, above which loose hair shows beside a hat. Heads with close hair have up
 * to 0.35.
 */
const LOOSE_MAX = 0.42;
const LOOSE_HAIR: EngineWarning = {
  code: 'loose_hair',
  message: 'Loose hair may show beside the hat. Use a photo with the hair tied back for a cleaner edge.',
};

/** A head that can wear a hat. */
export interface BareHead {
  readonly head: Head;
  readonly hair: Hair;
  /** Half the width of head and hair where the hat surrounds them. */
  readonly halfWidth: number;
  /** Warnings about loose hair that may show beside the hat. */
  readonly warnings: readonly EngineWarning[];
}

/**
 * Measures a head for a hat whose edge lies `lowest` above the eyes at the temples and `forehead` above them in front.
 * Throws EngineRejection for a head that is turned away or covered, and for hair that a hat cannot cover.
 */
export function measureBareHead({ person }: Scene, lowest: number, forehead: number): BareHead {
  const head = measureHead(person, 'hat');
  if (head.eyeDistance < FRONTAL_MIN * head.unit)
    throw new EngineRejection(
      'The face is turned too far to the side for the hat. Use a person photo in which the face looks towards the camera.',
    );
  const hair = measureHair(head, person, lowest, forehead);
  if (shareCovered(head, person, forehead + 0.1, hair.top) > OTHER_MAX)
    throw new EngineRejection('The person wears something on the head already. Use a person photo with a bare head.');
  const widest = Math.max(...hair.halfWidths);
  const halfWidth = clamp(widest, HEAD_HALF_WIDTH, HALF_WIDTH_MAX);
  if (widest > halfWidth + HAIR_BESIDE_MAX)
    throw new EngineRejection(
      'The hair stands out too far for the hat to cover it. Use a person photo with the hair close to the head or tied back.',
    );
  return { head, hair, halfWidth, warnings: looseHair(head, person) > LOOSE_MAX ? [LOOSE_HAIR] : [] };
}

/** The area of pixels around the top of the head that are half hair, half background. */
function looseHair(head: Head, { matte }: PersonAnalysis): number {
  let area = 0;
  for (let up = LOOSE_FROM; up < LOOSE_TO; up += LOOSE_STEP) {
    for (let right = -LOOSE_ASIDE; right < LOOSE_ASIDE; right += LOOSE_STEP) {
      const p = head.place(right, up);
      const [column, row] = [Math.round(p.x), Math.round(p.y)];
      if (column < 0 || row < 0 || column >= matte.width || row >= matte.height) continue;
      const share = matte.data[row * matte.width + column];
      area += 4 * share * (1 - share) * LOOSE_STEP ** 2;
    }
  }
  return area;
}

/** Throws EngineRejection if the photo ends below the top of a hat. */
export function findRoomAbove(head: Head, top: number): void {
  if (head.place(0, top).y < 0)
    throw new EngineRejection(
      'There is no room for the hat above the head. Use a person photo with some background above the hair.',
    );
}

/**
 * Share of each output pixel that is hair under a hat: all hair above the hat's edge. `edgeUp` gives the edge by the
 * distance to the right of the eyes.
 */
export function pressedHair(
  { head, hair, halfWidth }: BareHead,
  scene: Scene,
  edgeAt: (right: number) => number,
): Float32Array<ArrayBuffer> {
  const { placement, matte } = scene;
  const reach = halfWidth + Math.abs(hair.middle) + HAIR_BESIDE_MAX * 1.5;
  return planeOf(matte.length, (i) => {
    if (matte[i] <= 0.02) return 0;
    const p = placement.placeOf(i);
    const { right, up } = head.measure(p);
    if (Math.abs(right) > reach) return 0;
    return clamp((up - edgeAt(right)) / 0.12) * (1 - handInFront(scene, p, i));
  });
}
