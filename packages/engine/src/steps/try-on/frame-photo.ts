import sharp from 'sharp';
import type { PersonAnalysis } from '../../analysis.ts';
import { checkpoint } from '../../checkpoint.ts';
import { type Box, boxAbove, boxWhere } from '../../pixels/crop.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Raster, Size } from '../../pixels/raster.ts';
import { continuePicture, type PartOfPicture } from '../reframe/continue-picture.ts';
import { touchedSides } from '../reframe/touched-sides.ts';
import { type Placement, placementOf } from './placement.ts';

/** Margin around the person in a cropped picture, as a share of the person's size. */
const MARGIN = 0.04;

/** Largest difference between the ratios of output and photo that is rounding alone. */
const RATIO_TOLERANCE = 0.02;

/** The photo at the size of the output, and the place of the analysed person. */
export interface FramedPhoto {
  readonly photo: Raster;
  /** The part of the output that can change: the person and a margin. */
  readonly stage: Box;
  /** The place of the analysed person on the stage. */
  readonly placement: Placement;
  /** True if the engine invented background beyond the photo's edge. */
  readonly extended: boolean;
}

/** How background continues beyond the photo's edge: by patches of itself, or smoothly if it will hardly show. */
export type Beyond = 'continued' | 'smooth';

/**
 * Fits the photo into the output: scaled to cover it and cropped around the person. If the crop would cut the person,
 * the photo is scaled to fit and its background extended.
 */
export async function framePhoto(
  bytes: Uint8Array,
  person: PersonAnalysis,
  size: Size,
  beyond: Beyond,
): Promise<FramedPhoto> {
  const { raster } = person;
  const box = personBox(person);
  const cover = Math.max(size.width / raster.width, size.height / raster.height);
  const cuts = !isSameRatio(raster, size) && (box.width * cover > size.width || box.height * cover > size.height);
  const scale = cuts ? Math.min(size.width / raster.width, size.height / raster.height) : cover;
  const width = Math.round(raster.width * scale);
  const height = Math.round(raster.height * scale);
  const sides = touchedSides(person.matte);
  const left = offset(size.width, width, (box.left + box.width / 2) * scale, [
    sides.includes('left'),
    sides.includes('right'),
  ]);
  const top = offset(size.height, height, (box.top + box.height / 2) * scale, [
    sides.includes('top'),
    sides.includes('bottom'),
  ]);
  const { data } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  checkpoint();
  const part = place(data, { width, height }, size, left, top);
  const extended = part.known.includes(0);
  const subject = () => ({ ...size, data: placementOf(raster, size, scale, left, top).lay(person.matte) });
  const photo = !extended ? part.picture : beyond === 'smooth' ? smoothed(part) : continuePicture(part, subject());
  const stage = stageOf(person, size, scale, left, top);
  return { photo, stage, placement: placementOf(raster, stage, scale, left - stage.left, top - stage.top), extended };
}

/** Margin in shoulder widths: skirts and sleeves may extend beyond the person, and fills need background around it. */
const STAGE_ASIDE = 0.9;
const STAGE_ABOVE = 0.3;

function stageOf({ matte, frame }: PersonAnalysis, size: Size, scale: number, left: number, top: number): Box {
  const box = boxAbove(matte, 0.05, frame.shoulderWidth * STAGE_ASIDE, frame.shoulderWidth * STAGE_ABOVE);
  const from = {
    left: Math.max(0, Math.floor(box.left * scale + left)),
    top: Math.max(0, Math.floor(box.top * scale + top)),
  };
  return {
    ...from,
    width: Math.min(size.width, Math.ceil((box.left + box.width) * scale + left)) - from.left,
    height: Math.min(size.height, Math.ceil((box.top + box.height) * scale + top)) - from.top,
  };
}

/** True if the ratios differ by no more than the rounding of sizes to multiples of 8. */
function isSameRatio(a: Size, b: Size): boolean {
  return Math.abs((a.width / a.height) * (b.height / b.width) - 1) < RATIO_TOLERANCE;
}

/**
 * Shift of the photo along one side. It centres the person if the photo reaches that far, and the photo otherwise. If
 * an edge crops the person, the photo stays at that edge.
 */
function offset(available: number, length: number, centre: number, [first, last]: readonly [boolean, boolean]): number {
  if (length <= available)
    return first === last ? Math.round((available - length) / 2) : first ? 0 : available - length;
  return Math.round(Math.min(0, Math.max(available - length, available / 2 - centre)));
}

/** The box of the person in the analysed photo with a margin, as shares of the photo. */
function personBox({ matte }: PersonAnalysis) {
  const { left, top, width, height } = boxWhere(matte, (i) => matte.data[i] >= 0.5, 0, 0);
  const [right, bottom] = [left + width - 1, top + height - 1];
  const margin = MARGIN * Math.max(width - 1, height - 1);
  const from = { left: Math.max(0, left - margin), top: Math.max(0, top - margin) };
  return {
    ...from,
    width: Math.min(matte.width, right + margin) - from.left,
    height: Math.min(matte.height, bottom + margin) - from.top,
  };
}

/** The photo at a place of the output, in its pixels, which may lie outside it. */
function place(data: Uint8Array, from: Size, size: Size, left: number, top: number): PartOfPicture {
  const picture = { ...size, data: new Uint8ClampedArray(size.width * size.height * 3) };
  const known = new Uint8Array(size.width * size.height);
  const [first, end] = [Math.max(0, left), Math.min(size.width, left + from.width)];
  for (let y = Math.max(0, top); y < Math.min(size.height, top + from.height); y++) {
    const row = y * size.width;
    const at = (y - top) * from.width - left;
    picture.data.set(data.subarray((at + first) * 3, (at + end) * 3), (row + first) * 3);
    known.fill(1, row + first, row + end);
  }
  checkpoint();
  return { picture, known };
}

function smoothed({ picture, known }: PartOfPicture): Raster {
  const filled = pushPull(picture.data, known, picture.width, picture.height);
  return { ...picture, data: new Uint8ClampedArray(filled) };
}
