import type { PersonAnalysis } from '../../../analysis.ts';
import type { EngineWarning } from '../../../engine.ts';
import { boundingBox } from '../../../pixels/crop.ts';
import { clamp, distance, mix, point, subtract } from '../../../pixels/geometry.ts';
import { planeOf } from '../../../pixels/planes.ts';
import { type Point, valueAt } from '../../../pixels/raster.ts';
import { EngineRejection } from '../../../rejection.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { BodyPlace } from '../body/body-place.ts';
import type { Shadow } from '../paint/cast-shadow.ts';
import type { Scene } from '../scene.ts';
import type { AccessoryFit } from './accessory-fit.ts';

/** A place on a head: along its tilted axes to the right of the middle between the eyes, and up, in pupil distances. */
export interface HeadPlace {
  readonly right: number;
  readonly up: number;
}

/** Pupil distance over the distance from eyes to mouth in a face that looks at the camera. */
const EYES_TO_MOUTH = 0.9;
/** Smallest pupil distance that can place an accessory, in analysed pixels. */
const UNIT_PIXELS_MIN = 5;

/** A head seen from the front, by the landmarks of the face. Pixels of the analysed person. */
export type Head = Readonly<ReturnType<typeof measureHead>>;

/**
 * Measures the head. Throws EngineRejection, which names the accessory, if the head does not face the camera, or shows
 * less than the share `frontalMin` of its pupil distance.
 */
export function measureHead({ pose, frame }: PersonAnalysis, worn: string, frontalMin: number) {
  if (frame.backView)
    throw new EngineRejection(
      `The photo shows the person from behind, so the ${worn} cannot be put on. Use a person photo that shows the face.`,
    );
  if (!frame.faceVisible)
    throw new EngineRejection(
      `The face is not in the person photo, so the ${worn} cannot be put on. Use a photo with the whole head in it, facing the camera.`,
    );
  const { landmarks } = pose;
  const [left, right] = [landmarks[LANDMARK.eyeLeft], landmarks[LANDMARK.eyeRight]];
  const eyes = mix(left, right, 0.5);
  const mouth = mix(landmarks[LANDMARK.mouthLeft], landmarks[LANDMARK.mouthRight], 0.5);
  const eyeDistance = distance(left, right);
  const unit = Math.max(eyeDistance, EYES_TO_MOUTH * distance(eyes, mouth));
  const frontal = eyeDistance / unit;
  if (frontal < frontalMin || left.x <= right.x)
    throw new EngineRejection(
      `The face is turned too far to the side for the ${worn}. Use a person photo in which the face looks towards the camera.`,
    );
  if (unit < UNIT_PIXELS_MIN)
    throw new EngineRejection(`The face is too small for the ${worn}. Use a person photo that shows the head larger.`);
  const [cos, sin] = [(left.x - right.x) / eyeDistance, (left.y - right.y) / eyeDistance];
  return {
    /** Pupil distance if the face looked at the camera: 63 mm on most adults. */
    unit,
    /** Share of that distance that the photo shows: less than 1 in a turned face. */
    frontal,
    place: (across: number, up: number) =>
      point(eyes.x + unit * (across * cos + up * sin), eyes.y + unit * (across * sin - up * cos)),
    /** The inverse of `place`. */
    measure: (p: Point): HeadPlace => {
      const { x, y } = subtract(p, eyes);
      return { right: (x * cos + y * sin) / unit, up: (x * sin - y * cos) / unit };
    },
  };
}

/** An accessory on a head, between two of its corners there. `map` leads from places of the head to the photo. */
export function pieceOnHead(
  head: Head,
  [from, to]: readonly [HeadPlace, HeadPlace],
  map: (place: HeadPlace) => Point,
): Pick<AccessoryFit, 'map' | 'box'> {
  const corners = [from.right, to.right].flatMap((right) => [from.up, to.up].map((up) => head.place(right, up)));
  return { box: boundingBox(corners, 2), map: (p) => map(head.measure(p)) };
}

/** Share of a hand at a place, 0 to 1. A hand at the face, or around a thing, is in front of it. */
export function handInFront({ body, parts }: Scene, p: Point, pixel: number): number {
  return parts.skin[pixel] * clamp((1.25 - new BodyPlace(body, p).handRadii) / 0.2);
}

/** Share of the pupil distance that a photo shows of a face turned by 30 degrees. */
const FRONTAL_MIN = 0.8;
/** Half the width of a bare head, 155 mm, in pupil distances. All lengths below are in pupil distances. */
const HEAD_HALF_WIDTH = 1.24;
/** How much wider hair may make a hat, and how far hair may stick out of it. */
const HALF_WIDTH_MAX = 1.6;
const HAIR_BESIDE_MAX = 0.51;
/** Width and height of the measured area around the head, and the step of the measurement. */
const REACH = 3;
const STEP = 0.04;
/** Part of the head below its top whose outline does not show the head's middle. */
const CROWN = 0.5;
/** Places across the head where its top is measured. */
const MIDDLE = [-0.5, -0.25, 0, 0.25, 0.5] as const;
/** Share of the head above the forehead that may be neither hair nor skin, but a hat, a scarf or headphones. */
const OTHER_MAX = 0.35;

/** Search area for loose hair: half the width, and the heights above the eyes. */
const LOOSE_ASIDE = 2.4;
const LOOSE_FROM = 0.9;
const LOOSE_TO = 3.4;
/**
 * Area of pixels half hair, half background, above which loose hair shows beside a hat. Heads with close hair have up
 * to 0.35.
 */
const LOOSE_MAX = 0.42;
const LOOSE_HAIR: EngineWarning = {
  code: 'loose_hair',
  message: 'Loose hair may show beside the hat. Use a photo with the hair tied back for a cleaner edge.',
};

/** A head that can wear a hat. Lengths in pupil distances. */
export type BareHead = Readonly<ReturnType<typeof measureBareHead>>;

/**
 * Measures a head for a hat whose edge lies `lowest` above the eyes at the temples and `forehead` above them in front.
 * Throws EngineRejection for a head that is turned away or covered, and for hair that a hat cannot cover.
 */
export function measureBareHead({ person }: Scene, lowest: number, forehead: number) {
  const head = measureHead(person, 'hat', FRONTAL_MIN);
  const spans = spansOf(head, person, lowest);
  const top = lowest + (spans.length - 1) * STEP;
  if (shareCovered(head, person, forehead + 0.1, top) > OTHER_MAX)
    throw new EngineRejection('The person wears something on the head already. Use a person photo with a bare head.');
  const skull = spans.slice(Math.round((forehead - lowest) / STEP), Math.round(-CROWN / STEP));
  const middle = skull.reduce((sum, { left, right }) => sum + (right - left) / 2 / skull.length, 0);
  const widest = Math.max(...spans.map(({ left, right }) => (left + right) / 2));
  const halfWidth = clamp(widest, HEAD_HALF_WIDTH, HALF_WIDTH_MAX);
  if (widest > halfWidth + HAIR_BESIDE_MAX)
    throw new EngineRejection(
      'The hair stands out too far for the hat to cover it. Use a person photo with the hair close to the head or tied back.',
    );
  return {
    head,
    /** Distance of the head's middle to the right of the eyes; not 0 in a turned face. */
    middle,
    /** Height of the top of the hair above the eyes. */
    top,
    /** Half the width of head and hair where the hat surrounds them. */
    halfWidth,
    /** Warnings about loose hair that may show beside the hat. */
    warnings: looseHair(head, person) > LOOSE_MAX ? [LOOSE_HAIR] : [],
  };
}

/** How far the person reaches to the left and right of the eyes at each step from `lowest` above them to the top. */
function spansOf(head: Head, { matte }: PersonAnalysis, lowest: number): { left: number; right: number }[] {
  const isPerson = (right: number, up: number) => valueAt(matte, head.place(right, up)) > 0.5;
  const reach = (side: number, up: number) => {
    let out = 0;
    while (out < REACH && isPerson(side * (out + STEP), up)) out += STEP;
    return out;
  };
  const spans: { left: number; right: number }[] = [];
  for (let up = lowest; up < REACH && MIDDLE.some((right) => isPerson(right, up)); up += STEP)
    spans.push({ left: reach(-1, up), right: reach(1, up) });
  return spans;
}

/** Share of the head between two heights that is neither hair nor skin. */
function shareCovered(head: Head, { regions }: PersonAnalysis, bottom: number, top: number): number {
  const rows = Array.from({ length: Math.max(1, Math.ceil((top - bottom) / STEP)) }, (_, k) => bottom + k * STEP);
  const values = rows.flatMap((up) =>
    MIDDLE.map((right) => valueAt(regions.probability.other, head.place(right, up), regions.scale)),
  );
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The area of pixels around the top of the head that are half hair, half background. */
function looseHair(head: Head, { matte }: PersonAnalysis): number {
  let area = 0;
  for (let up = LOOSE_FROM; up < LOOSE_TO; up += STEP)
    for (let right = -LOOSE_ASIDE; right < LOOSE_ASIDE; right += STEP) {
      const share = valueAt(matte, head.place(right, up));
      area += 4 * share * (1 - share) * STEP ** 2;
    }
  return area;
}

/** The shadow of a hat. Its lengths are in pupil distances. */
const SHADOW: Shadow = { drop: 0.28, softness: 0.22, depth: 0.45 };

/**
 * A hat at its place, over the hair above its edge. `top` is its height above the eyes; `edgeAt` gives the edge by the
 * distance to the right of the eyes. Throws EngineRejection if the photo ends below the top.
 */
export function fitOverHair(
  bare: BareHead,
  scene: Scene,
  piece: Pick<AccessoryFit, 'map' | 'box'>,
  top: number,
  edgeAt: (right: number) => number,
): AccessoryFit {
  const { unit, frontal, place } = bare.head;
  if (place(0, top).y < 0)
    throw new EngineRejection(
      'There is no room for the hat above the head. Use a person photo with some background above the hair.',
    );
  return {
    ...piece,
    front: (p, pixel) => handInFront(scene, p, pixel),
    hidden: pressedHair(bare, scene, edgeAt),
    shadow: { ...SHADOW, drop: SHADOW.drop * unit, softness: SHADOW.softness * unit },
    warnings: bare.warnings,
    confidence: clamp(frontal + 0.1),
  };
}

/** Share of each output pixel that is hair under a hat: all hair above the hat's edge. */
function pressedHair(
  { head, middle, halfWidth }: BareHead,
  scene: Scene,
  edgeAt: (right: number) => number,
): Float32Array {
  const { placement, matte } = scene;
  const reach = halfWidth + Math.abs(middle) + HAIR_BESIDE_MAX * 1.5;
  return planeOf(matte.length, (i) => {
    if (matte[i] <= 0.02) return 0;
    const p = placement.placeOf(i);
    const { right, up } = head.measure(p);
    if (Math.abs(right) > reach) return 0;
    return clamp((up - edgeAt(right)) / 0.12) * (1 - handInFront(scene, p, i));
  });
}
