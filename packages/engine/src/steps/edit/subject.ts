import { type PersonAnalysis, type ProductAnalysis, REGIONS, type Region } from '../../analysis.ts';
import { clamp } from '../../pixels/geometry.ts';
import { guidedFilter } from '../../pixels/guided-filter.ts';
import { planeOf } from '../../pixels/planes.ts';
import type { Plane, Point, Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import type { Placement } from '../try-on/placement.ts';
import { standsOut, withSameCloth } from './cloth.ts';
import type { LitPart, Target } from './grammar/instruction.ts';

/** Radius in pixels and variance of the filter by which parts follow the edges of the picture. */
const EDGE_RADIUS = 4;
const EDGE_VARIANCE = 2e-4;
/** Slope at which a garment of the same colour ends on another: a hem is a line. */
const HEM_SLOPE = 6;
/** What garments are worn on. */
const GARMENTS: readonly Region[] = ['upper', 'lower'];
/** Probability from which a pixel is another part, whatever its colour. */
const OTHER_SURE = 0.8;
/** Share of the picture below which a part is taken for not there. */
const SHARE_MIN = 0.002;

/** Who or what a picture shows, at the size of the output. */
export interface Subject {
  /** How much of each pixel is the person or the product; the rest is background. */
  readonly matte: Plane;
  /** Where the person's bare skin is; empty for a product. */
  readonly skin: Plane;
  /** Middle and radius of the face; null where none is seen. */
  readonly face: { readonly centre: Point; readonly radius: number } | null;
  readonly isProduct: boolean;
  /** The part an instruction names. Throws EngineRejection where the picture shows none. */
  part(target: Target): Plane;
  /** The garments it shows, each by itself; none where there are none. */
  garments(): readonly Plane[];
}

/** Regions of a person that a word stands for. */
export const REGIONS_OF: Readonly<Record<Target, readonly Region[]>> = {
  top: ['upper'],
  bottom: ['lower'],
  dress: ['upper', 'lower'],
  shoes: ['shoes'],
  hair: ['hair'],
  accessory: ['other'],
  garment: ['upper', 'lower'],
};

const NAMES: Readonly<Record<Target, string>> = {
  top: 'top',
  bottom: 'trousers or skirt',
  dress: 'dress',
  shoes: 'shoes',
  hair: 'hair',
  accessory: 'bag, belt or hat',
  garment: 'garment',
};

/** The parts of a picture of a person. */
export function personSubject(person: PersonAnalysis, picture: Raster, placement: Placement): Subject {
  const { frame } = person;
  const matte = { ...sizeOf(picture), data: placement.lay(person.matte) };
  const sharpen = guidedFilter(picture, EDGE_RADIUS, EDGE_VARIANCE);
  const sumOf = (regions: readonly Region[]) => {
    const planes = regions.map((region) => placement.lay(person.regions.probability[region]));
    return planeOf(matte.data.length, (i) => planes.reduce((total, plane) => total + plane[i], 0));
  };
  const regions = (wanted: readonly Region[]): Plane => {
    const soft = sharpen(sumOf(wanted));
    return { ...sizeOf(picture), data: planeOf(soft.length, (i) => clamp((soft[i] - 0.5) * 3 + 0.5) * matte.data[i]) };
  };
  /** How much of each pixel is the person, but as good as surely no other part of them. */
  const notOf = (wanted: readonly Region[]) => {
    const { width, height, probability } = person.regions;
    const others = REGIONS.filter((region) => region !== 'background' && !wanted.includes(region));
    const likeliest = planeOf(width * height, (i) =>
      others.reduce((most, region) => Math.max(most, probability[region].data[i]), 0),
    );
    const other = placement.lay({ width, height, data: likeliest });
    const own = sumOf(wanted);
    const beside = sumOf(GARMENTS.filter((region) => !wanted.includes(region)));
    return planeOf(
      matte.data.length,
      (i) => matte.data[i] * clamp((OTHER_SURE - other[i]) / (1 - OTHER_SURE)) * clamp((own[i] - beside[i]) * HEM_SLOPE + 1),
    );
  };
  const cloth = (target: 'top' | 'bottom' | 'dress'): Plane[] => {
    const found = regions(REGIONS_OF[target]);
    return shareOf(found) < SHARE_MIN ? [] : [withSameCloth(picture, found, notOf(REGIONS_OF[target]))];
  };
  return {
    matte,
    skin: regions(['skin']),
    face: frame.faceVisible
      ? { centre: placement.toOutput(frame.faceCentre), radius: frame.faceRadius * placement.scale }
      : null,
    isProduct: false,
    part(target) {
      const isOnePiece = person.regions.wearsDress && (target === 'top' || target === 'bottom');
      const found = regions(REGIONS_OF[isOnePiece ? 'dress' : target]);
      if (shareOf(found) < SHARE_MIN)
        throw new EngineRejection(`The picture shows no ${NAMES[target]} that could be changed. Name a part that can be seen.`);
      return isCloth(target) ? withSameCloth(picture, found, notOf(REGIONS_OF[target])) : found;
    },
    garments: () => (person.regions.wearsDress ? cloth('dress') : [...cloth('top'), ...cloth('bottom')]),
  };
}

const isCloth = (target: Target) => target !== 'hair' && target !== 'accessory' && target !== 'shoes';

/** The one part of a picture of a product: whatever word stands for it, it is meant. */
export function productSubject({ alpha }: ProductAnalysis, picture: Raster, placement: Placement): Subject {
  const cutOut = { ...sizeOf(picture), data: placement.lay(alpha) };
  const skin = { ...sizeOf(picture), data: new Float32Array(cutOut.data.length) };
  const matte = standsOut(picture, cutOut)
    ? withSameCloth(
        picture,
        cutOut,
        planeOf(cutOut.data.length, () => 1),
      )
    : cutOut;
  const part = (target: Target) => {
    if (target === 'hair') throw new EngineRejection(`The picture shows a product and no ${NAMES.hair}.`);
    return matte;
  };
  return { matte, skin, face: null, isProduct: true, part, garments: () => [matte] };
}

/** The part whose light an instruction changes. */
export function litPart(subject: Subject, part: LitPart): Plane {
  if (part === 'background') return { ...subject.matte, data: subject.matte.data.map((share) => 1 - share) };
  return part === 'skin' ? skinOf(subject) : subject.part(part === 'masked' ? 'garment' : part);
}

/** The bare skin of a person. Throws EngineRejection where none is seen. */
export function skinOf({ skin }: Subject): Plane {
  if (shareOf(skin) < SHARE_MIN) throw new EngineRejection('The picture shows no skin that could be changed.');
  return skin;
}

const sizeOf = ({ width, height }: Raster) => ({ width, height });

function shareOf({ data }: Plane): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}
