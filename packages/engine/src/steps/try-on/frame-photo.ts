import type { PersonAnalysis } from '../../analysis.ts';
import { type Box, boxAbove, grownWithin } from '../../pixels/crop.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import { continuePicture, type PartOfPicture } from '../reframe/continue-picture.ts';
import { layWindow } from '../reframe/lay-window.ts';
import { personSitter } from '../reframe/sitter.ts';
import { windowAround } from '../reframe/window.ts';
import { type Placement, placementOf } from './placement.ts';

/** Margin around the person in a cropped picture, as a share of the person's size. */
const MARGIN = 0.04;

/** Greatest share of a person's width that a film crops, as a camera would. */
const CROPPED = 0.2;

/**
 * How background continues beyond the photo's edge: by patches of itself, or smoothly if it will hardly show. A film
 * continues it too, but rather crops an elbow.
 */
export type Beyond = 'continued' | 'smooth' | 'film';

/**
 * Fits the photo into the output: scaled to cover it and cropped around the person. If the crop would cut the person,
 * the photo is scaled to fit and its background extended.
 */
export async function framePhoto(bytes: Uint8Array, person: PersonAnalysis, size: Size, beyond: Beyond) {
  const { raster, matte } = person;
  const sitter = personSitter(person);
  const tight = sitter.box;
  const margin = MARGIN * Math.max(tight.width, tight.height);
  const aside = beyond === 'film' ? (-CROPPED * tight.width) / 2 : margin;
  const box = grownWithin(tight, matte, aside, margin);
  const window = windowAround({ ...sitter, box }, size);
  const part = await layWindow(bytes, raster, window, size);
  const placement = placementOf(raster, size, size.width / window.width, part.corner.x, part.corner.y);
  const extended = part.known.includes(0);
  const subject = () => ({ ...size, data: placement.lay(matte) });
  const photo = !extended ? part.picture : beyond === 'smooth' ? smoothed(part) : continuePicture(part, subject());
  return {
    photo,
    /** The part of the output that can change: the person and a margin. */
    stage: stageOf(person, placement),
    /** The place of the analysed person in the output. */
    placement,
    /** True if the engine invented background beyond the photo's edge. */
    extended,
  };
}

/** Margin in shoulder widths: skirts and sleeves may extend beyond the person, and fills need background around it. */
const STAGE_ASIDE = 0.9;
const STAGE_ABOVE = 0.3;

function stageOf({ matte, frame }: PersonAnalysis, placement: Placement): Box {
  const box = grownWithin(
    boxAbove(matte, 0.05),
    matte,
    frame.shoulderWidth * STAGE_ASIDE,
    frame.shoulderWidth * STAGE_ABOVE,
  );
  return grownWithin(placement.boxToOutput(box), placement, 0);
}

function smoothed({ picture, known }: PartOfPicture): Raster {
  const filled = pushPull(picture.data, known, picture.width, picture.height);
  return { ...picture, data: new Uint8ClampedArray(filled) };
}
