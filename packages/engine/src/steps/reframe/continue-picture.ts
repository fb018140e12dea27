import { distanceTo } from '../../pixels/distance.ts';
import { maskedBlur } from '../../pixels/filters.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import { seededRandom } from '../../pixels/random.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';

/** Coverage from which a pixel shows the subject, and how near to it nothing is taken for background, as a share of the height. */
const SUBJECT_MIN = 0.03;
const SUBJECT_NEAR = 0.006;
/** How much distance across and down counts for a patch: beside a photo goes on what is at the same height in it. */
const FAR_BESIDE = { x: 0.3, y: 5 };
const FAR_ABOVE = { x: 1, y: 1 };
/** Radius over which the colours on both sides of the photo's edge are compared, and how far a difference is smoothed out; shares of the height. */
const EDGE_RADIUS = 0.008;
const LEVELLED_TO = 0.08;
/** Any number: the same photo is continued alike. */
const SEED = 1;

/** A picture of which a part is known. */
export interface PartOfPicture {
  readonly picture: Raster;
  /** 1 where the picture is known, 0 where it is to be continued. */
  readonly known: Uint8Array;
}

/**
 * The picture with its background continued where it is not known, by patches of itself: none that show the subject, and
 * beside the photo such as lie at the same height, so that floors and horizons go on.
 */
export function continuePicture({ picture, known }: PartOfPicture, subject: Plane | null): Raster {
  const { width, height, data } = picture;
  const source = backgroundOf(known, subject, picture);
  if (!source.includes(1)) return picture;
  const hole = inverted(known);
  const filled = patchFill(
    { width, height, colours: Float32Array.from(data), hole, source },
    seededRandom(SEED),
    isBeside(known, width) ? FAR_BESIDE : FAR_ABOVE,
  );
  level(filled, known, hole, picture);
  const out = new Uint8ClampedArray(data);
  for (let i = 0; i < hole.length; i++) if (hole[i]) for (let c = 0; c < 3; c++) out[i * 3 + c] = Math.round(filled[i * 3 + c]);
  return { width, height, data: out };
}

/** What is known and no part of the subject. */
function backgroundOf(known: Uint8Array, subject: Plane | null, { width, height }: Size): Uint8Array {
  if (!subject) return known;
  const shown = maskOf(known.length, (i) => subject.data[i] >= SUBJECT_MIN);
  const away = distanceTo(shown, width, height);
  return maskOf(known.length, (i) => known[i] === 1 && away[i] > SUBJECT_NEAR * height);
}

/** True where there is something to continue to the left or to the right of what is known. */
function isBeside(known: Uint8Array, width: number): boolean {
  return known.indexOf(1) % width > 0 || known.lastIndexOf(1) % width < width - 1;
}

/** Takes the colours of a fill, less and less away from what is known, to those at its edge, so that no line shows there. */
function level(filled: Float32Array, known: Uint8Array, hole: Uint8Array, { width, height }: Size): void {
  const away = distanceTo(known, width, height);
  const edge = maskOf(hole.length, (i) => hole[i] === 1 && away[i] < 2);
  const [inside, outside] = [Float32Array.from(known), Float32Array.from(hole)];
  const difference = new Float32Array(filled.length);
  for (let c = 0; c < 3; c++) {
    const plane = planeOf(hole.length, (i) => filled[i * 3 + c]);
    const wanted = maskedBlur(plane, inside, width, height, EDGE_RADIUS * height);
    const found = maskedBlur(plane, outside, width, height, EDGE_RADIUS * height);
    for (let i = 0; i < edge.length; i++) if (edge[i]) difference[i * 3 + c] = wanted[i] - found[i];
  }
  const spread = pushPull(difference, edge, width, height);
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue;
    const share = Math.exp(-away[i] / (LEVELLED_TO * height));
    for (let c = 0; c < 3; c++) filled[i * 3 + c] += spread[i * 3 + c] * share;
  }
}
