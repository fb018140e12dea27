import type { GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import type { EngineWarning } from '../../../engine.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { doubtsOfCutOut } from '../../cut-out/doubts.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { isTurnedAside } from './person.ts';

/** Confidence below these limits gets a warning. */
const CATEGORY_MIN = 0.6;
const NECKLINE_MIN = 0.15;
/** Uncovered share of the old garment above which much of the picture is invented. */
export const MUCH_UNCOVERED = 0.35;

/** Warnings, and the engine's confidence, 0 to 1. */
interface Doubts {
  readonly warnings: EngineWarning[];
  readonly confidence: number;
}

/** True if the category of the garment was a close decision. */
export const isCategoryGuessed = (confidence: GarmentAnalysis['confidence']) => confidence.category < CATEGORY_MIN;

/**
 * The warnings about one garment of a try-on, and the engine's confidence in it, 0 to 1. `uncovered` is the share of
 * the old garment that the new one leaves bare. `invented` is the share of the new trunk without cloth of the photo.
 */
export function doubtsOf(garment: GarmentAnalysis, uncovered: number, invented: number): Doubts {
  const { confidence, category, neckline, sleevesGuessed } = garment;
  const warnings = doubtsOfCutOut(confidence);
  if (isCategoryGuessed(confidence)) {
    warnings.push({
      code: 'garment_category_guessed',
      message: `The engine read the garment as a ${category === 'trousers' ? 'pair of trousers' : category}, without certainty. If it is something else, send it alone and name it in the prompt, as in "dress" or "skirt".`,
    });
  }
  if (neckline && neckline.confidence < NECKLINE_MIN) {
    warnings.push({
      code: 'neckline_guessed',
      message:
        'The photo does not show the neckline clearly, so the engine assumed a round one. Use a photo that shows it.',
    });
  }
  if (sleevesGuessed) {
    warnings.push({
      code: 'sleeves_guessed',
      message:
        'The garment photo does not show clearly how long the sleeves are. Use a photo with the sleeves spread out for a better fit.',
    });
  }
  if (uncovered > MUCH_UNCOVERED) {
    warnings.push({
      code: 'large_uncovered_area',
      message:
        'The new garment leaves much of the old one uncovered, so the engine invented skin and background there. Use a photo of the person in closer or shorter clothes.',
    });
  }
  const sure =
    clamp(0.4 + confidence.cutOut * 0.6) *
    clamp(0.5 + confidence.category * 0.5) *
    clamp(1.1 - uncovered * 0.8) *
    (1 - invented);
  return { warnings, confidence: sure };
}

/** Least visibility of both shoulders, 0 to 1, for a certain pose. */
const SHOULDERS_SEEN = 0.7;

/** The warnings about the person of a try-on, and the engine's confidence in the pose, 0 to 1. */
export function doubtsOfPerson({ pose, frame }: PersonAnalysis): Doubts {
  const warnings: EngineWarning[] = [];
  const isTurned = isTurnedAside(frame);
  if (isTurned)
    warnings.push({
      code: 'person_turned',
      message: 'The person is turned away from the camera. Use a photo of a person who faces it for a better fit.',
    });
  if (frame.backView)
    warnings.push({
      code: 'person_from_behind',
      message:
        'The photo shows the person from behind, but the engine draws the garment from the front. Use a photo from the front.',
    });
  const shoulders = [LANDMARK.shoulderLeft, LANDMARK.shoulderRight];
  const areShouldersSeen = shoulders.every((index) => pose.landmarks[index].visibility >= SHOULDERS_SEEN);
  if (!areShouldersSeen)
    warnings.push({
      code: 'low_confidence_pose',
      message: 'The engine is not certain of the pose. Use a person photo in which both shoulders are visible.',
    });
  const confidence =
    Math.min(1, 0.3 + pose.detectionScore * 0.75) *
    (isTurned ? 0.7 : 1) *
    (frame.backView ? 0.6 : 1) *
    (areShouldersSeen ? 1 : 0.7);
  return { warnings, confidence };
}
