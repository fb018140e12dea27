import { type GarmentCategory, REGIONS, type Region } from '../../../analysis.ts';
import type { RegionGuess } from '../../../models/person-regions.ts';
import type { RegionQuestion } from '../../../models/person-regions-input.ts';
import { resizeRaster } from '../../../pixels/decode.ts';
import { resizeValues } from '../../../pixels/filters.ts';
import { pixelsWhere, planeOf } from '../../../pixels/planes.ts';
import { EngineRejection } from '../../../rejection.ts';
import { regionsOf } from '../../garment/worn/worn-garment.ts';
import { REGION_SCALE } from '../../person/analyse-person.ts';
import type { Scene } from '../scene.ts';

/**
 * Least share of the new clothes that must look like clothes. Of 85 try-ons of people that no net had seen, two have
 * less, both bad pictures. The others have 0.88 or more, and those of the true pairs 0.89.
 */
const RECOGNISED_MIN = 0.8;

/** A finished picture: the pose of its person, and the coverage by new clothes. */
export interface JudgedPicture extends Pick<Scene, 'placement' | 'colours' | 'matte' | 'worn'> {
  readonly person: Pick<Scene['person'], 'pose'>;
}

/** Asks the net of person classes for the parts of a person. */
export type GuessRegions = (question: RegionQuestion) => Promise<RegionGuess>;

/**
 * Judges the finished picture with the net that finds the parts of people in photos. Returns the share of the new
 * clothes, 0 to 1, in which the net sees clothes. Trousers and skirts must look like clothes of the lower body. A long
 * top may look like a dress. Throws EngineRejection if the share is too small.
 */
export async function judgePicture(
  picture: JudgedPicture,
  garments: readonly GarmentCategory[],
  guessRegions: GuessRegions,
): Promise<number> {
  const regions: readonly Region[] = garments.flatMap(regionsOf).includes('upper') ? ['upper', 'lower'] : ['lower'];
  const { question, worn } = await questionOf(picture);
  const { probability } = await guessRegions(question);
  const seen = pixelsWhere(worn.length, (i) => worn[i] > 0.5);
  if (seen.length === 0) return 1;
  const likeliest = (i: number) =>
    REGIONS.reduce((best, _, k) => (probability[k][i] > probability[best][i] ? k : best), 0);
  const recognised = seen.filter((i) => regions.includes(REGIONS[likeliest(i)])).length / seen.length;
  if (recognised >= RECOGNISED_MIN) return recognised;
  throw new EngineRejection(
    `Only ${Math.floor(100 * recognised)} % of the new clothes would look like clothes on this person. Use a photo of the person in closer clothes that shows arms and legs, and photos of garments spread out on an even background.`,
  );
}

/** The finished picture as the net sees photos, and the coverage of its pixels by the new clothes. */
async function questionOf({ person, placement, colours, matte, worn }: JudgedPicture) {
  const { width, height } = placement;
  const scale = REGION_SCALE * placement.scale;
  const size = { width: Math.round(width / scale), height: Math.round(height / scale) };
  const raster = await resizeRaster({ width, height, data: new Uint8ClampedArray(colours) }, size);
  const small = (plane: Float32Array<ArrayBuffer>) => resizeValues(plane, width, height, size.width, size.height);
  const landmarks = person.pose.landmarks.map((at) => ({ ...at, ...placement.toOutput(at) }));
  const question = {
    raster,
    matte: small(planeOf(matte.length, (i) => Math.max(matte[i], worn[i]))),
    pose: { ...person.pose, landmarks },
    scale,
  };
  return { question, worn: small(worn) };
}
