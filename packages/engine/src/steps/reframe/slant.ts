import { type Box, boundingBox } from '../../pixels/crop.ts';
import { clamp, pixelMiddle, point } from '../../pixels/geometry.ts';
import { pixelsWhere } from '../../pixels/planes.ts';
import type { Plane, Point, Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import type { Side } from '../edit/grammar/instruction.ts';
import type { Sitter } from './sitter.ts';

/** The visible part of a rotated picture: a window around a point, from the middle, in pixels of the analysed one. */
export interface Slant extends Size {
  readonly centre: Point;
  /** True if the window extends beyond the picture. */
  readonly isContinued: boolean;
}

const SIDES: readonly Side[] = ['left', 'top', 'right', 'bottom'];
/** Least coverage of a pixel of the subject. */
const SURE = 0.5;
/** Margin around the subject, as a share of its longer side. */
const ROOM = 0.02;
/**
 * Least window, as a share of the picture's sides. Then the least for a cropped person without invented background,
 * and the step in which windows are tried.
 */
const ZOOM_MIN = 0.4;
const ZOOM_CUT_MIN = 0.75;
const ZOOM_STEP = 0.02;
/** Greatest share of the output that may be invented background. */
const MADE_UP_MAX = 0.45;
/** Greatest distance in pixels beyond the picture that is rounding alone. */
const ROUNDING = 0.01;
/** Samples along each side of a window that measure its invented share. */
const SAMPLES = 48;

/**
 * The window of the picture's ratio on a picture rotated clockwise by an angle other than a quarter turn. It is the
 * largest window without empty corners that holds the subject, moved and reduced if needed. Otherwise it grows and the
 * background is continued. For a cropped person it keeps the head and continues nothing on the cropped side. Throws
 * EngineRejection if neither works.
 */
export function slantOf(sitter: Sitter, degrees: number): Slant {
  const { matte, cutAt, head } = sitter;
  const isWhole = cutAt.length === 0;
  if (!matte || (!isWhole && !head))
    return { ...largestWithin(sitter, degrees), centre: point(0, 0), isContinued: false };
  const points = isWhole || !head ? outlineOf(matte) : cornersOf(head);
  const kept = points.map(({ x, y }) => point(x - sitter.width / 2, y - sitter.height / 2));
  const slantBy = (angle: number) => slantHolding(kept, sitter, angle);
  const slant = slantBy(degrees);
  if (slant) return slant;
  const trouble = isWhole
    ? 'most of the image would have to be invented to keep the subject whole'
    : `the image would lose the head, because the person is cut off at the ${cutAt.join(' and ')}`;
  throw new EngineRejection(
    `Turned by ${Math.abs(degrees)} degrees, ${trouble}. ${stillWorks(degrees, (angle) => slantBy(angle) !== null)}`,
  );
}

/** The slant that shows points of the picture, from its middle; null if too much of it would be invented or lost. */
function slantHolding(kept: readonly Point[], { width, height, cutAt }: Sitter, degrees: number): Slant | null {
  const plain = largestWithin({ width, height }, degrees);
  const held = boundingBox(kept.map(turnedBy(degrees)));
  const [left, top, right, bottom] = [held.left, held.top, held.left + held.width, held.top + held.height];
  const back = turnedBy(-degrees);
  /** The window of a size, moved as little as possible to hold the points, that passes only the sides `beyond`. */
  const windowOf = (zoom: number, beyond: readonly Side[], room: number): Slant | null => {
    const size = { width: plain.width * zoom, height: plain.height * zoom };
    if (right - left > size.width || bottom - top > size.height) return null;
    const centre = point(
      clamp(0, right + room - size.width / 2, left - room + size.width / 2),
      clamp(0, bottom + room - size.height / 2, top - room + size.height / 2),
    );
    const passedAt = (across: number, down: number) =>
      sidesPassed(back(point(centre.x + across * size.width, centre.y + down * size.height)), { width, height });
    const passed = [-0.5, 0.5].flatMap((across) => [-0.5, 0.5].flatMap((down) => passedAt(across, down)));
    if (!passed.every((side) => beyond.includes(side))) return null;
    const isContinued = passed.length > 0;
    return isContinued && madeUpShare(passedAt) >= MADE_UP_MAX ? null : { ...size, centre, isContinued };
  };
  const largest = (beyond: readonly Side[], least: number): Slant | null => {
    for (let zoom = 1; zoom === 1 || zoom * plain.width > least * width; zoom -= ZOOM_STEP) {
      const slant = windowOf(zoom, beyond, 0);
      if (slant) return slant;
    }
    return null;
  };
  if (cutAt.length > 0) {
    const beyond = SIDES.filter((side) => !cutAt.includes(side));
    return largest([], ZOOM_CUT_MIN) ?? largest(beyond, ZOOM_MIN);
  }
  const room = ROOM * Math.max(right - left, bottom - top);
  const grown = Math.max(1, (right - left + 2 * room) / plain.width, (bottom - top + 2 * room) / plain.height);
  return largest([], ZOOM_MIN) ?? windowOf(grown, SIDES, room);
}

/** Rotates points clockwise about the middle. */
function turnedBy(degrees: number): (p: Point) => Point {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  return ({ x, y }) => point(x * cosine - y * sine, x * sine + y * cosine);
}

/** The largest upright window of the picture's ratio around its middle without empty corners. */
function largestWithin({ width, height }: Size, degrees: number): Size {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const share = Math.min(width / (width * cosine + height * sine), height / (width * sine + height * cosine));
  return { width: width * share, height: height * share };
}

/** The pixels of the subject beside one that is not. */
function outlineOf({ width, data }: Plane): Point[] {
  const isInside = (i: number) => data[i] > SURE;
  const outline = pixelsWhere(data.length, (i) => isInside(i) && !(isInside(i - 1) && isInside(i + 1)));
  return outline.map((i) => pixelMiddle(i, width));
}

function cornersOf({ left, top, width, height }: Box): Point[] {
  return [0, width].flatMap((across) => [0, height].map((down) => point(left + across, top + down)));
}

/** The sides of the picture beyond which a point from its middle lies. */
function sidesPassed({ x, y }: Point, { width, height }: Size): Side[] {
  const far: Record<Side, number> = {
    left: -x - width / 2,
    top: -y - height / 2,
    right: x - width / 2,
    bottom: y - height / 2,
  };
  return SIDES.filter((side) => far[side] > ROUNDING);
}

/** Share of a window that lies beyond the picture. `passedAt` tells the sides passed at a place from −0.5 to 0.5. */
function madeUpShare(passedAt: (across: number, down: number) => readonly Side[]): number {
  const at = (k: number) => (k + 0.5) / SAMPLES - 0.5;
  const beyond = pixelsWhere(SAMPLES ** 2, (k) => passedAt(at(k % SAMPLES), at(Math.floor(k / SAMPLES))).length > 0);
  return beyond.length / SAMPLES ** 2;
}

/** Describes the greatest angle by which the picture can be rotated. */
function stillWorks(degrees: number, works: (degrees: number) => boolean): string {
  for (let angle = Math.floor(Math.abs(degrees)) - 1; angle > 0; angle--)
    if (works(Math.sign(degrees) * angle)) return `Use at most ${angle} degrees, or a quarter turn.`;
  return 'Use a quarter turn.';
}
