import { type PersonAnalysis, type ProductAnalysis, REGIONS, type Region, type RegionMap } from '../../analysis.ts';
import { boxAbove, cropPlane, cropRaster, grownWithin, padPlane } from '../../pixels/crop.ts';
import { clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { planeOf, sumOf } from '../../pixels/planes.ts';
import type { Plane, Point, Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { withoutSteps } from '../cut-out/enlarge-matte.ts';
import type { Placement } from '../try-on/placement.ts';
import { withSameCloth } from './cloth.ts';
import type { LitPart, Target } from './grammar/instruction.ts';

/** Least share of the picture of a visible part. */
const SHARE_MIN = 0.002;
/** Radius in pixels and variance of the filter that aligns parts with the edges of the picture. */
const EDGE_RADIUS = 4;
const EDGE_VARIANCE = 2e-4;
/** Greatest distance in pixels at which the filter still sees a pixel: twice its radius, and two for its half size. */
const EDGE_REACH = 2 * EDGE_RADIUS + 2;
/** Least share of the person in a pixel of a part; less is invisible. */
const PERSON_MIN = 1 / 256;
/** Regions of garments. */
const GARMENTS: readonly Region[] = ['upper', 'lower'];
/** Least probability of all other parts together that excludes a pixel, whatever its colour. */
const OTHER_SURE = 0.8;

/** The subject of a picture, at the size of the output. */
export interface Subject {
  /** Share of each pixel that is the person or the product; the rest is background. */
  readonly matte: Plane;
  /** Middle and radius of the face; null without a visible face. */
  readonly face: { readonly centre: Point; readonly radius: number } | null;
  readonly isProduct: boolean;
  /** The part that an instruction names, 0 to 1 a pixel. Throws EngineRejection if the picture does not show it. */
  part(named: LitPart): Plane;
  /** The same for each garment separately, because each has its own colour and light. Throws as `part` does. */
  pieces(target: Target): readonly Plane[];
}

/** Regions of a person for each part. */
export const REGIONS_OF: Readonly<Record<Exclude<LitPart, 'background'>, readonly Region[]>> = {
  top: ['upper'],
  bottom: ['lower'],
  dress: GARMENTS,
  shoes: ['shoes'],
  hair: ['hair'],
  accessory: ['other'],
  garment: GARMENTS,
  skin: ['skin'],
};

const NAMES: Readonly<Partial<Record<LitPart, string>>> = {
  bottom: 'trousers or skirt',
  accessory: 'bag, belt or hat',
};

/**
 * The parts of a picture of a person, found on first use. `placement` is the place of the analysed person in the
 * picture.
 */
export function personSubject(person: PersonAnalysis, picture: Raster, placement: Placement): Subject {
  const { frame, regions } = person;
  const matte = { ...sizeOf(picture), data: placement.lay(person.matte) };
  let finder: ReturnType<typeof partFinder> | null = null;
  const partOf = (named: Exclude<LitPart, 'background'>): Plane | null => {
    finder ??= partFinder(regions, picture, placement, matte);
    return finder(REGIONS_OF[regions.wearsDress && (named === 'top' || named === 'bottom') ? 'dress' : named]);
  };
  const part = (named: LitPart): Plane => {
    if (named === 'background') return behind(matte);
    const found = partOf(named);
    if (found) return found;
    throw new EngineRejection(
      `The image shows no ${NAMES[named] ?? named} to change. Name a part that the image shows.`,
    );
  };
  return {
    matte,
    face: frame.faceVisible
      ? { centre: placement.toOutput(frame.faceCentre), radius: frame.faceRadius * placement.scale }
      : null,
    isProduct: false,
    part,
    pieces(target) {
      const garments: readonly Target[] = regions.wearsDress ? ['dress'] : ['top', 'bottom'];
      const worn = target === 'dress' || target === 'garment' ? garments.flatMap((one) => partOf(one) ?? []) : [];
      return worn.length > 0 ? worn : [part(target)];
    },
  };
}

/**
 * Finds the share of each pixel that belongs to regions of a person; null if they are hardly visible. Cloth is extended
 * to neighbouring pixels of its colour. `matte` is the share of each pixel that is the person.
 */
function partFinder(map: RegionMap, picture: Raster, placement: Placement, matte: Plane) {
  const box = grownWithin(boxAbove(matte, PERSON_MIN), matte, EDGE_REACH);
  const shown = cropRaster(picture, box);
  const person = cropPlane(matte, box);
  const within = placement.within(box);
  const sharpen = guidedFilter(shown, EDGE_RADIUS, EDGE_VARIANCE);
  /** Share of each pixel that is the person and almost certainly no other part. */
  const notOf = (wanted: readonly Region[]) => {
    const others = REGIONS.filter((region) => region !== 'background' && !wanted.includes(region));
    const other = within.lay(regionSum(map, others));
    return planeOf(other.length, (i) => person.data[i] * clamp((OTHER_SURE - other[i]) / (1 - OTHER_SURE)));
  };
  return (regions: readonly Region[]): Plane | null => {
    const isCloth = regions.every((region) => GARMENTS.includes(region));
    const soft = sharpen(within.lay(regionSum(map, regions)));
    const part = { ...person, data: planeOf(soft.length, (i) => clamp((soft[i] - 0.5) * 3 + 0.5) * person.data[i]) };
    if (sumOf(part.data) < SHARE_MIN * matte.data.length) return null;
    return padPlane(isCloth ? withSameCloth(shown, part, notOf(regions), picture.height) : part, picture, box);
  };
}

/** The probability of each pixel to belong to any of the regions, at the size of the map. */
export function regionSum({ probability, width, height }: RegionMap, regions: readonly Region[]): Plane {
  const planes = regions.map((region) => probability[region].data);
  return { width, height, data: planeOf(width * height, (i) => planes.reduce((sum, plane) => sum + plane[i], 0)) };
}

/** The only part of a picture of a product, which stands for every target. */
export function productSubject({ alpha }: ProductAnalysis, picture: Raster, placement: Placement): Subject {
  const matte = { ...sizeOf(picture), data: withoutSteps(placement.lay(alpha), picture, placement.scale) };
  const part = (named: LitPart) => {
    if (named === 'background') return behind(matte);
    if (named === 'skin')
      throw new EngineRejection('The image shows no skin to change. Name a part that the image shows.');
    if (named === 'hair')
      throw new EngineRejection('The image shows a product and no hair. Name the product or the background.');
    return matte;
  };
  return { matte, face: null, isProduct: true, part, pieces: (target) => [part(target)] };
}

const behind = (matte: Plane): Plane => ({ ...matte, data: matte.data.map((share) => 1 - share) });

const sizeOf = ({ width, height }: Raster) => ({ width, height });
