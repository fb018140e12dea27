import type { BodyFrame, PersonAnalysis, PoseLandmark } from '../../../analysis.ts';
import { mix } from '../../../pixels/geometry.ts';
import { maskOf, sumOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { regionArea, regionAt } from '../../person/region-at.ts';
import { PALM } from '../body/arm-place.ts';
import { FOOT_FROM } from '../body/hidden-feet.ts';
import { SIDES, type Side } from '../body/side.ts';
import { sleevedTo, type WornEnds } from '../body/worn-ends.ts';
import type { GarmentFit } from '../fit/fit.ts';
import { BECOMES } from '../paint/beneath.ts';
import { type BackScene, isBehindBack, isHandHidden } from '../paint/seen-hand.ts';
import type { Uncovered } from '../paint/uncovered.ts';
import { bodyPlaceOf, type Scene } from '../scene.ts';
import { MUCH_UNCOVERED } from './doubts.ts';
import { isSideways } from './person.ts';

/**
 * Least visible area of clothes that can continue under a coat, and least area there that they must fill. In squares of
 * the shoulders' width; our estimates.
 */
const LOWER_MIN = 0.1;
const FILLED_MIN = 0.05;

/** Least area of painted feet that shows, in squares of the shoulders' width. */
const FEET_MIN = 0.01;

/** The parts of a scene that hold a person at the size of the output. */
type Standing = Pick<Scene, 'person' | 'body' | 'placement'>;

/** True if the photo shows trousers or a skirt. */
export const showsLower = (person: PersonAnalysis): boolean => regionArea(person, 'lower') >= LOWER_MIN;

/**
 * Throws EngineRejection if a top uncovers a coat that hides all clothes below the waist. A photo that ends at the hips
 * keeps what it shows there.
 */
export function rejectHiddenBottoms(scene: Standing, { becomes }: Pick<Uncovered, 'becomes'>): void {
  const { person, body } = scene;
  if (!body.joints.kneesSeen || showsLower(person)) return;
  if (paintedArea(scene, (i) => becomes[i] === BECOMES.lower) < FILLED_MIN) return;
  throw new EngineRejection(
    'The clothes in the person photo hide everything that is worn below the waist. Use a photo that shows trousers or a skirt; this one takes dresses and long coats.',
  );
}

/** Throws EngineRejection if bottoms or a dress uncover hidden feet, or a skirt on a person who stands sideways. */
export function rejectHiddenLegs(
  scene: Standing,
  { replaces }: Pick<GarmentFit, 'replaces'>,
  { share, becomes }: Pick<Uncovered, 'share' | 'becomes'>,
): void {
  const { person, body } = scene;
  if (replaces === 'upper' || !body.joints.kneesSeen) return;
  if (share > MUCH_UNCOVERED && body.wearsSkirt && isSideways(person.frame))
    throw new EngineRejection(
      'The person in the person photo stands sideways in a skirt or dress, which hides hips and legs. For trousers, shorts and skirts, use a photo of the person facing the camera, or in trousers.',
    );
  const isFoot = (i: number) => becomes[i] === BECOMES.skin && bodyPlaceOf(i, scene).leg.along >= FOOT_FROM;
  if (body.endsOverFeet && paintedArea(scene, isFoot) >= FEET_MIN)
    throw new EngineRejection(
      'The clothes in the person photo hide the legs down to the feet. Use a photo in which the shoes show; this one takes tops, jackets, long trousers and accessories.',
    );
}

/** Coverage of the palm from which a garment hides the hand. Our estimate. */
const COVERED_HAND = 0.5;
/**
 * Least presence of a wrist, by the pose net, within the picture. Wrists in six street photos have 0.97 or more, and
 * those below a portrait at most 0.46.
 */
const WRIST_PRESENT = 0.8;

/** The parts of a person that tell whether the picture holds a wrist. */
interface Posed {
  readonly pose: { readonly landmarks: readonly Pick<PoseLandmark, 'presence'>[] };
  readonly frame: Pick<BodyFrame, 'backView'>;
}

/** True if a wrist lies within the picture. */
function isWristWithin({ pose, frame }: Posed, side: Side): boolean {
  const landmark = (side === 0) === frame.backView ? LANDMARK.wristLeft : LANDMARK.wristRight;
  return pose.landmarks[landmark].presence >= WRIST_PRESENT;
}

/** The parts of a scene that tell whether clothes hide a hand. */
interface SceneWithHands extends BackScene {
  readonly body: BackScene['body'] & { readonly worn: Pick<WornEnds, 'sleeveEnd'> };
  readonly person: BackScene['person'] & Posed;
  readonly placement: Pick<Scene['placement'], 'pixelAt'>;
  readonly worn: Scene['worn'];
}

/**
 * Throws EngineRejection if the clothes above the waist hide a hand that a top or a dress with a given coverage would
 * show. Hands behind the back stay there. Of 23 painted hands in five surveys none looked good, and 17 looked bad.
 */
export function rejectHiddenHands(
  scene: SceneWithHands,
  { replaces }: Pick<GarmentFit, 'replaces'>,
  { cover }: Pick<Uncovered, 'cover'>,
): void {
  if (replaces !== 'upper' && replaces !== 'both') return;
  const { person, body, placement, worn } = scene;
  const isHidden = (side: Side) => {
    // Cloth beyond a sleeve is the trunk's, and the hand is behind it.
    if (!isWristWithin(person, side) || sleevedTo(body.worn, side) < 1) return false;
    const palm = mix(body.joints.wrist[side], body.joints.knuckles[side], PALM);
    const pixel = placement.pixelAt(palm);
    if (pixel !== null && Math.max(cover[pixel], worn[pixel]) > COVERED_HAND) return false;
    return regionAt(person.regions, palm) === 'upper' && isHandHidden(scene, side) && !isBehindBack(scene, side);
  };
  if (!SIDES.some(isHidden)) return;
  throw new EngineRejection(
    'The person photo does not show a hand that the garment would leave bare. Use a photo that shows both hands; this one takes trousers, skirts and accessories.',
  );
}

/** Area of the output's pixels that count, in squares of the shoulders' width. */
function paintedArea({ body, placement }: Standing, counts: (pixel: number) => boolean) {
  const { width, height, scale } = placement;
  return sumOf(maskOf(width * height, counts)) / (body.shoulderWidth * scale) ** 2;
}
