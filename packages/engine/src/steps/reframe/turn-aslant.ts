import { checkpoint } from '../../checkpoint.ts';
import type { Box } from '../../pixels/crop.ts';
import { decodeAt } from '../../pixels/decode.ts';
import { boundingBox, clamp, point } from '../../pixels/geometry.ts';
import { createRaster, type Plane, type Point, type Raster, type Size } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import type { Side } from '../edit/grammar/instruction.ts';
import { continuePicture } from './continue-picture.ts';
import type { Sitter } from './sitter.ts';

/** The subject that stays in a rotated picture. */
export interface Kept {
  readonly sitter: Sitter;
  /** Share of each pixel of the analysed picture that is the subject. */
  readonly matte: Plane;
}

/** The visible part of a rotated photo: a window around a point, from the photo's middle, in its pixels. */
export interface Slant {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  /** True if the window extends beyond the photo. */
  readonly isContinued: boolean;
}

const SIDES: readonly Side[] = ['left', 'top', 'right', 'bottom'];
/** Least coverage of a pixel of the subject. */
const SURE = 0.5;
/** Margin around the subject, as a share of its longer side. */
const ROOM = 0.02;
/**
 * Least visible share of the photo's sides. Then the same for a cropped person, whose window shrinks so far before
 * background is invented.
 */
const ZOOM_MIN = 0.4;
const ZOOM_CUT_MIN = 0.75;
const ZOOM_STEP = 0.02;
/** Greatest share of the output that may be invented background. */
const MADE_UP_MAX = 0.45;
/** Samples along each side of a window that measure its invented share. */
const SAMPLES = 48;

/**
 * The window of the photo's ratio on a photo rotated clockwise by an angle other than a quarter turn. It is the largest
 * window without empty corners that holds the subject, moved and reduced if needed. Otherwise it grows and the
 * background is continued. For a cropped person it keeps the head and continues nothing on the cropped side. Throws
 * EngineRejection if neither works.
 */
export function slantOf(whole: Size, degrees: number, kept: Kept | null): Slant {
  const plain = largestWithin(whole, degrees);
  if (!kept) return plain;
  const { cutAt, head } = kept.sitter;
  const isWhole = cutAt.length === 0;
  if (!isWhole && !head) return plain;
  const points = isWhole || !head ? outlinePoints(kept.matte, whole) : cornersOf(head, kept.sitter, whole);
  const beyond = SIDES.filter((side) => !cutAt.includes(side));
  const slantBy = (angle: number) =>
    isWhole
      ? (movedToHold(whole, angle, points, [], ZOOM_MIN) ?? grownToHold(whole, angle, points))
      : (movedToHold(whole, angle, points, [], ZOOM_CUT_MIN) ?? movedToHold(whole, angle, points, beyond, ZOOM_MIN));
  const slant = slantBy(degrees);
  if (slant) return slant;
  const trouble = isWhole
    ? 'most of the image would have to be invented to keep the subject whole'
    : `the image would lose the head, because the person is cut off at the ${cutAt.join(' and ')}`;
  throw new EngineRejection(
    `Turned by ${Math.abs(degrees)} degrees, ${trouble}. ${stillWorks(degrees, (angle) => slantBy(angle) !== null)}`,
  );
}

/** The rotated photo at the size of the output, with its background continued beyond its edges. */
export async function laidAslant(
  bytes: Uint8Array,
  whole: Size,
  degrees: number,
  slant: Slant,
  { matte }: Kept,
  size: Size,
): Promise<Raster> {
  const scale = size.width / slant.width;
  const photo = await decodeAt(bytes, {
    width: Math.max(1, Math.round(whole.width * scale)),
    height: Math.max(1, Math.round(whole.height * scale)),
  });
  const back = turnedBy(-degrees);
  const from = (i: number): Point => {
    const { x, y } = back(
      point(
        ((i % size.width) + 0.5 - size.width / 2) / scale + slant.centre.x,
        (Math.floor(i / size.width) + 0.5 - size.height / 2) / scale + slant.centre.y,
      ),
    );
    return point(x * scale + photo.width / 2, y * scale + photo.height / 2);
  };
  const picture = createRaster(size.width, size.height);
  const known = new Uint8Array(size.width * size.height);
  const subject = new Float32Array(known.length);
  for (let i = 0; i < known.length; i++) {
    if (i % size.width === 0) checkpoint();
    const p = from(i);
    if (p.x < 1 || p.y < 1 || p.x > photo.width - 1 || p.y > photo.height - 1) continue;
    known[i] = 1;
    sample(photo, p, picture.data, i * 3);
    const [x, y] = [Math.floor((p.x / photo.width) * matte.width), Math.floor((p.y / photo.height) * matte.height)];
    subject[i] = matte.data[y * matte.width + x];
  }
  return continuePicture({ picture, known }, { ...size, data: subject });
}

/** The bilinear colour at a point. */
function sample({ width, height, data }: Raster, { x, y }: Point, to: Uint8ClampedArray, at: number): void {
  const [left, top] = [clamp(Math.floor(x - 0.5), 0, width - 2), clamp(Math.floor(y - 0.5), 0, height - 2)];
  const [across, down] = [clamp(x - 0.5 - left), clamp(y - 0.5 - top)];
  const i = (top * width + left) * 3;
  for (let c = 0; c < 3; c++) {
    const upper = data[i + c] * (1 - across) + data[i + 3 + c] * across;
    const lower = data[i + width * 3 + c] * (1 - across) + data[i + width * 3 + 3 + c] * across;
    to[at + c] = upper * (1 - down) + lower * down;
  }
}

/** Rotates points clockwise about the photo's middle. */
function turnedBy(degrees: number): (p: Point) => Point {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  return ({ x, y }) => point(x * cosine - y * sine, x * sine + y * cosine);
}

/** The largest upright window of the photo's ratio around its middle without empty corners. */
function largestWithin({ width, height }: Size, degrees: number): Slant {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const share = Math.min(width / (width * cosine + height * sine), height / (width * sine + height * cosine));
  return { centre: point(0, 0), width: width * share, height: height * share, isContinued: false };
}

/** The box around rotated points. */
function extentOf(points: readonly Point[], degrees: number): readonly [number, number, number, number] {
  return boundingBox(points.map(turnedBy(degrees)));
}

/** The first and the last pixel of the subject in each row, from the photo's middle, in its pixels. */
function outlinePoints({ width, height, data }: Plane, whole: Size): Point[] {
  const scale = whole.width / width;
  const points: Point[] = [];
  for (let y = 0; y < height; y++) {
    let [first, last] = [-1, -1];
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] <= SURE) continue;
      if (first < 0) first = x;
      last = x + 1;
    }
    if (first >= 0)
      for (const x of [first, last]) points.push(point((x - width / 2) * scale, (y + 0.5 - height / 2) * scale));
  }
  return points;
}

/** The corners of a box in the analysed picture. */
function cornersOf({ left, top, width, height }: Box, analysed: Size, whole: Size): Point[] {
  const scale = whole.width / analysed.width;
  return [0, 1].flatMap((across) =>
    [0, 1].map((down) =>
      point((left + across * width - analysed.width / 2) * scale, (top + down * height - analysed.height / 2) * scale),
    ),
  );
}

/**
 * The largest window that holds the points and extends beyond the photo only on the sides `beyond`. Null if it would
 * show less than the share `least` of the photo's sides, or too much invented background.
 */
function movedToHold(
  whole: Size,
  degrees: number,
  points: readonly Point[],
  beyond: readonly Side[],
  least: number,
): Slant | null {
  const plain = largestWithin(whole, degrees);
  const [left, top, right, bottom] = extentOf(points, degrees);
  const back = turnedBy(-degrees);
  for (let zoom = 1; zoom === 1 || zoom * plain.width > least * whole.width; zoom -= ZOOM_STEP) {
    const [width, height] = [plain.width * zoom, plain.height * zoom];
    if (right - left > width || bottom - top > height) return null;
    const centre = point(
      clamp(0, right - width / 2, left + width / 2),
      clamp(0, bottom - height / 2, top + height / 2),
    );
    const passed = [-0.5, 0.5].flatMap((across) =>
      [-0.5, 0.5].flatMap((down) =>
        sidesPassed(back(point(centre.x + across * width, centre.y + down * height)), whole),
      ),
    );
    if (!passed.every((side) => beyond.includes(side))) continue;
    const slant = { centre, width, height, isContinued: passed.length > 0 };
    if (!slant.isContinued || madeUpShare(slant, whole, degrees) < MADE_UP_MAX) return slant;
  }
  return null;
}

/** The sides of the photo beyond which a point lies. */
function sidesPassed({ x, y }: Point, { width, height }: Size): Side[] {
  const far: Record<Side, number> = {
    left: -x - width / 2,
    top: -y - height / 2,
    right: x - width / 2,
    bottom: y - height / 2,
  };
  return SIDES.filter((side) => far[side] > 1);
}

/**
 * The window enlarged, and moved as little as possible, to hold the points; null if it shows too little of the photo.
 */
function grownToHold(whole: Size, degrees: number, points: readonly Point[]): Slant | null {
  const plain = largestWithin(whole, degrees);
  const [left, top, right, bottom] = extentOf(points, degrees);
  const room = ROOM * Math.max(right - left, bottom - top);
  const grown = Math.max(1, (right - left + 2 * room) / plain.width, (bottom - top + 2 * room) / plain.height);
  const [width, height] = [plain.width * grown, plain.height * grown];
  const centre = point(
    clamp(0, right + room - width / 2, left - room + width / 2),
    clamp(0, bottom + room - height / 2, top - room + height / 2),
  );
  const slant = { centre, width, height, isContinued: true };
  return madeUpShare(slant, whole, degrees) < MADE_UP_MAX ? slant : null;
}

function madeUpShare({ centre, width, height }: Slant, whole: Size, degrees: number): number {
  const back = turnedBy(-degrees);
  let beyond = 0;
  for (let k = 0; k < SAMPLES * SAMPLES; k++) {
    const across = ((k % SAMPLES) + 0.5) / SAMPLES - 0.5;
    const down = (Math.floor(k / SAMPLES) + 0.5) / SAMPLES - 0.5;
    if (sidesPassed(back(point(centre.x + across * width, centre.y + down * height)), whole).length > 0) beyond++;
  }
  return beyond / SAMPLES ** 2;
}

/** Describes the greatest angle by which the photo can be rotated. */
function stillWorks(degrees: number, works: (degrees: number) => boolean): string {
  for (let angle = Math.floor(Math.abs(degrees)) - 1; angle > 0; angle--)
    if (works(Math.sign(degrees) * angle)) return `Use at most ${angle} degrees, or a quarter turn.`;
  return 'Use a quarter turn.';
}
