import type { PersonAnalysis, ProductAnalysis, Region } from '../../analysis.ts';
import { createPlane, type Plane, type Point, type Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { withoutSteps } from '../cut-out/enlarge-matte.ts';
import type { Placement } from '../try-on/placement.ts';
import { standsOut, withSameCloth } from './cloth.ts';
import type { LitPart, Target } from './grammar/instruction.ts';
import { type PersonParts, personParts } from './person-parts.ts';

/** Least share of the picture of a visible part. */
const SHARE_MIN = 0.002;

/** The subject of a picture, at the size of the output. */
export interface Subject {
  /** Share of each pixel that is the person or the product; the rest is background. */
  readonly matte: Plane;
  /** The bare skin of a person; empty for a product. */
  skin(): Plane;
  /** Middle and radius of the face; null without a visible face. */
  readonly face: { readonly centre: Point; readonly radius: number } | null;
  readonly isProduct: boolean;
  /** The part that an instruction names. Throws EngineRejection if the picture does not show it. */
  part(target: Target): Plane;
  /** The same for each garment separately, because each has its own colour and light. Throws as `part` does. */
  pieces(target: Target): readonly Plane[];
  /** The visible garments, one plane each; may be empty. */
  garments(): readonly Plane[];
}

/** Regions of a person for each target. */
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

/**
 * The parts of a picture of a person, found on first use. `placement` is the place of the analysed person in the
 * picture.
 */
export function personSubject(person: PersonAnalysis, picture: Raster, placement: Placement): Subject {
  const { frame, regions } = person;
  const matte = { ...sizeOf(picture), data: placement.lay(person.matte) };
  let found: PersonParts | null = null;
  const parts = () => {
    found ??= personParts(person, picture, placement, matte);
    return found;
  };
  const cloth = (target: 'top' | 'bottom' | 'dress'): Plane[] => {
    const part = parts().find(REGIONS_OF[target]);
    return shareOf(part) < SHARE_MIN ? [] : [parts().withSameCloth(part, REGIONS_OF[target])];
  };
  const garments = () => (regions.wearsDress ? cloth('dress') : [...cloth('top'), ...cloth('bottom')]);
  const part = (target: Target) => {
    const isOnePiece = regions.wearsDress && (target === 'top' || target === 'bottom');
    const named = parts().find(REGIONS_OF[isOnePiece ? 'dress' : target]);
    if (shareOf(named) < SHARE_MIN)
      throw new EngineRejection(`The image shows no ${NAMES[target]} to change. Name a part that the image shows.`);
    return isCloth(target) ? parts().withSameCloth(named, REGIONS_OF[target]) : named;
  };
  return {
    matte,
    skin: () => parts().find(['skin']),
    face: frame.faceVisible
      ? { centre: placement.toOutput(frame.faceCentre), radius: frame.faceRadius * placement.scale }
      : null,
    isProduct: false,
    part,
    pieces(target) {
      const worn = target === 'dress' || target === 'garment' ? garments() : [];
      return worn.length > 0 ? worn : [part(target)];
    },
    garments,
  };
}

const isCloth = (target: Target) => target !== 'hair' && target !== 'accessory' && target !== 'shoes';

/** The only part of a picture of a product, which stands for every target. */
export function productSubject({ alpha }: ProductAnalysis, picture: Raster, placement: Placement): Subject {
  const cutOut = { ...sizeOf(picture), data: withoutSteps(placement.lay(alpha), picture, placement.scale) };
  const everywhere = new Float32Array(cutOut.data.length).fill(1);
  const matte = standsOut(picture, cutOut) ? withSameCloth(picture, cutOut, everywhere) : cutOut;
  const part = (target: Target) => {
    if (target === 'hair')
      throw new EngineRejection(`The image shows a product and no ${NAMES.hair}. Name the product or the background.`);
    return matte;
  };
  const skin = () => createPlane(picture.width, picture.height);
  return {
    matte,
    skin,
    face: null,
    isProduct: true,
    part,
    pieces: (target) => [part(target)],
    garments: () => [matte],
  };
}

/**
 * The part whose light an instruction changes, 0 to 1 a pixel of the picture. Throws EngineRejection if it is not
 * visible.
 */
export function litPart(subject: Subject, part: LitPart): Plane {
  if (part === 'background') return { ...subject.matte, data: subject.matte.data.map((share) => 1 - share) };
  return part === 'skin' ? skinOf(subject) : subject.part(part === 'masked' ? 'garment' : part);
}

/**
 * The bare skin of a person, 0 to 1 a pixel of the picture. Throws EngineRejection if the picture shows too little of
 * it.
 */
export function skinOf(subject: Subject): Plane {
  const skin = subject.skin();
  if (shareOf(skin) < SHARE_MIN)
    throw new EngineRejection('The image shows no skin to change. Name a part that the image shows.');
  return skin;
}

const sizeOf = ({ width, height }: Raster) => ({ width, height });

function shareOf({ data }: Plane): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}
