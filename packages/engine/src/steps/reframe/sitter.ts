import type { PersonAnalysis, ProductAnalysis, RegionMap } from '../../analysis.ts';
import { type Box, boxAbove } from '../../pixels/crop.ts';
import { pixelsWhere } from '../../pixels/planes.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import type { Framing, Side, Target } from '../edit/grammar/instruction.ts';
import { REGIONS_OF, regionSum } from '../edit/subject.ts';

/** The subject that a picture is framed around, in pixels of the analysed picture. */
export interface Sitter extends Size {
  /** The person or product as a whole; without either, the picture's middle. */
  readonly box: Box;
  /** Share of each pixel that is the subject; null without either. */
  readonly matte: Plane | null;
  /** Sides of the picture that crop the subject. It cannot be continued beyond them. */
  readonly cutAt: readonly Side[];
  /** Head and hair of a person with a visible face, otherwise null. */
  readonly head: Box | null;
  /** The box of a part. Throws EngineRejection if the picture does not show it. */
  part(on: Framing | Target): Box;
}

/** Least probability of a region, or share of the subject, for a pixel of its box. */
const SURE = 0.5;

/** Share of a side of the picture that the subject must touch for the side to crop it. */
const TOUCH_SHARE = 0.015;

/** Half the width of head and hair, in radii of the face. */
const HEAD_HALF_WIDTH = 1.3;

/** A picture without a known subject, which can be cropped and continued around its middle. */
export function nobody({ width, height }: Size): Sitter {
  const box = { left: width * 0.35, top: height * 0.35, width: width * 0.3, height: height * 0.3 };
  const part = (on: Framing | Target): Box => {
    if (on === 'centred' || on === 'subject') return box;
    throw new EngineRejection(`The image shows no ${on} to crop to. Name a side to cut off, or a ratio.`);
  };
  return { width, height, box, matte: null, cutAt: [], head: null, part };
}

/**
 * A product before its background: its box in pixels of the analysed photo. The same box, a little larger, stands for
 * every part.
 */
export function productSitter({ alpha }: ProductAnalysis): Sitter {
  const box = boxAbove(alpha, SURE);
  return {
    width: alpha.width,
    height: alpha.height,
    box,
    matte: alpha,
    cutAt: touchedSides(alpha),
    head: null,
    part: () => grown(box, 0.06),
  };
}

/** A person in pixels of the analysed photo, divided at the joints and by the regions of the clothes. */
export function personSitter(person: PersonAnalysis): Sitter {
  const { matte, pose, frame, regions } = person;
  const { width, height } = matte;
  const box = boxAbove(matte, SURE);
  const bottom = box.top + box.height;
  const { landmarks } = pose;
  const chin = frame.faceCentre.y + frame.faceRadius * 1.05;
  const hips = frame.hipCentre.y;
  const knees = (landmarks[25].y + landmarks[26].y) / 2;
  const between = (top: number, low: number): Box => ({ ...box, top, height: Math.min(low, bottom) - top });
  const above = box.top - frame.faceRadius * 0.35;
  const face = () => {
    if (!frame.faceVisible) throw without('The image shows no face to crop to.');
    return frame.faceRadius;
  };
  const { faceCentre, faceRadius, shoulderWidth, torsoLength } = frame;
  const below = bottom + faceRadius * 0.3;
  const framings: Readonly<Record<Framing, () => Box>> = {
    face: () => squareAround(faceCentre, face() * 2.1),
    bust: () => ({
      ...squareAround(faceCentre, shoulderWidth * 0.8),
      top: above,
      height: chin + shoulderWidth * 0.55 - above,
    }),
    'upper body': () => between(above, hips + torsoLength * 0.12),
    'to the knees': () => between(above, shown(knees, bottom, 'knees')),
    'lower body': () => between(hips - torsoLength * 0.2, below),
    feet: () => between(shown((knees + landmarks[27].y + landmarks[28].y) / 3, bottom, 'feet'), below),
    'below the face': () => {
      face();
      return { left: 0, top: chin, width, height: height - chin };
    },
    subject: () => grown(box, 0.05),
    centred: () => grown(box, 0.05),
  };
  const isTarget = (on: Framing | Target): on is Target => on in REGIONS_OF;
  return {
    width,
    height,
    box,
    matte,
    cutAt: touchedSides(matte),
    head: frame.faceVisible
      ? { ...squareAround(frame.faceCentre, frame.faceRadius * HEAD_HALF_WIDTH), top: box.top, height: chin - box.top }
      : null,
    part: (on) => (isTarget(on) ? grown(regionBox(regions, on), 0.06) : framings[on]()),
  };
}

function shown(row: number, bottom: number, name: string): number {
  if (row < bottom) return row;
  throw without(`The image does not show the ${name} of the person.`);
}

function without(reason: string): EngineRejection {
  return new EngineRejection(`${reason} Name another part, a side to cut off, or a ratio.`);
}

function regionBox(map: RegionMap, on: Target): Box {
  const sum = regionSum(map, REGIONS_OF[on]);
  if (!sum.data.some((value) => value > SURE)) throw without(`The image shows no ${on} to crop to.`);
  const { scale } = map;
  const { left, top, width, height } = boxAbove(sum, SURE);
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}

function squareAround({ x, y }: Point, radius: number): Box {
  return { left: x - radius, top: y - radius, width: radius * 2, height: radius * 2 };
}

function grown({ left, top, width, height }: Box, share: number): Box {
  const margin = Math.max(width, height) * share;
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/**
 * The sides of the picture that crop the subject of a matte (1 on it, 0 off it). It cannot be continued beyond them.
 */
export function touchedSides({ width, height, data }: Plane): Side[] {
  const share = (length: number, at: (k: number) => number) =>
    pixelsWhere(length, (k) => data[at(k)] > SURE).length / length;
  const shares: Record<Side, number> = {
    left: share(height, (y) => y * width + 1),
    right: share(height, (y) => y * width + width - 2),
    top: share(width, (x) => width + x),
    bottom: share(width, (x) => (height - 2) * width + x),
  };
  return (['left', 'top', 'right', 'bottom'] as const).filter((side) => shares[side] > TOUCH_SHARE);
}
