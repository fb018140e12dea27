import type { GarmentAnalysis, PersonAnalysis } from '../../../analysis.ts';
import type { EngineWarning } from '../../../engine.ts';
import { doubtsOfCutOut } from '../../cut-out/doubts.ts';
import { LANDMARK } from '../../person/body-frame.ts';
import { isTurnedAside } from './person.ts';

/** Certainty below these limits gets a warning. */
const CATEGORY_MIN = 0.6;
const NECKLINE_MIN = 0.15;
/** Uncovered share of the old garment above which much of the picture is invented. */
export const MUCH_UNCOVERED = 0.35;

/** True if the category of the garment was a close decision. */
export const isCategoryGuessed = (confidence: GarmentAnalysis['confidence']) => confidence.category < CATEGORY_MIN;

/** The warnings about one garment. `uncovered` is the share of the old garment that the new one leaves bare. */
export function doubtsOf(garment: GarmentAnalysis, uncovered: number): EngineWarning[] {
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
  return warnings;
}

/** Least visibility of both shoulders, 0 to 1, for a certain pose. */
const SHOULDERS_SEEN = 0.7;

/** The warnings about the person of a try-on. */
export function doubtsOfPerson({ pose, frame }: PersonAnalysis): EngineWarning[] {
  const warnings: EngineWarning[] = [];
  if (isTurnedAside(frame))
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
  if (shoulders.some((index) => pose.landmarks[index].visibility < SHOULDERS_SEEN))
    warnings.push({
      code: 'low_confidence_pose',
      message: 'The engine is not certain of the pose. Use a person photo in which both shoulders are visible.',
    });
  return warnings;
}
