import { checkpointAt } from '../../checkpoint.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { bilinearSteps, maskedBlur, resample } from '../../pixels/filters.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { patchFill } from '../../pixels/patch-fill.ts';
import { inverted, maskOf, planeOf } from '../../pixels/planes.ts';
import { halvedWithin, pushPull } from '../../pixels/push-pull.ts';
import { seededRandom } from '../../pixels/random.ts';
import type { Plane, Raster, Size } from '../../pixels/raster.ts';

/**
 * Least coverage of a pixel of the subject. Then the margin around it that is not used as background, as a share of the
 * height.
 */
const SUBJECT_MIN = 0.03;
const SUBJECT_NEAR = 0.006;
/**
 * Weights of the distance across and down of a patch. Beside a photo, content continues at the same height. With 5
 * down, bystanders and floors move up and down; with 300, things repeat in rows.
 */
const FAR_BESIDE = { x: 0.3, y: 60 };
const FAR_ABOVE = { x: 1, y: 1 };
/**
 * Radius of the comparison of colours on both sides of the photo's edge, and reach of the correction; shares of the
 * height.
 */
const EDGE_RADIUS = 0.008;
const LEVELLED_TO = 0.08;
/** A constant, so that the same photo always continues the same way. */
const SEED = 1;

/** A picture with a known part. */
export interface PartOfPicture {
  readonly picture: Raster;
  /** 1 for a known pixel, 0 for one to continue. */
  readonly known: Uint8Array;
}

/**
 * The picture with its background continued over unknown pixels by patches of itself. Patches never show the subject.
 * Beside the photo they come from the same height, so that floors and horizons continue.
 */
export function continuePicture({ picture, known }: PartOfPicture, subject: Plane | null): Raster {
  const { width, height, data } = picture;
  const source = backgroundOf(known, subject, picture);
  if (!source.includes(1)) return picture;
  const hole = inverted(known);
  const colours = new Float32Array(data);
  const far = isBeside(known, width) ? FAR_BESIDE : FAR_ABOVE;
  patchFill({ width, height, colours, hole, source }, colours, seededRandom(SEED), far);
  levelColours(colours, known, hole, picture);
  return laidOver(picture, colours, (i) => hole[i]);
}

/** Known pixels outside the subject. */
function backgroundOf(known: Uint8Array, subject: Plane | null, { width, height }: Size): Uint8Array {
  if (!subject) return known;
  const shown = maskOf(known.length, (i) => subject.data[i] >= SUBJECT_MIN);
  const away = distanceTo(shown, width, height, SUBJECT_NEAR * height);
  return maskOf(known.length, (i) => known[i] === 1 && away[i] > SUBJECT_NEAR * height);
}

/** True if there is something to continue to the left or to the right of the known part. */
function isBeside(known: Uint8Array, width: number): boolean {
  return known.indexOf(1) % width > 0 || known.lastIndexOf(1) % width < width - 1;
}

/**
 * Shifts the colours of a fill towards the known ones at its edge, fading with the distance, so that no line shows. The
 * difference changes slowly, so it is measured at half the size.
 */
function levelColours(filled: Float32Array, known: Uint8Array, hole: Uint8Array, { width, height }: Size): void {
  const inside = halvedWithin(filled, known, width, height);
  const outside = halvedWithin(filled, hole, width, height);
  const away = distanceTo(inside.known, inside.width, inside.height);
  const edge = maskOf(away.length, (j) => outside.known[j] === 1 && away[j] < 2);
  const [wanted, found] = [inside, outside].map((part) =>
    [0, 1, 2].map((c) => {
      const plane = planeOf(away.length, (j) => part.colours[j * 3 + c]);
      return maskedBlur(plane, part.known, part.width, part.height, (EDGE_RADIUS * height) / 2);
    }),
  );
  const difference = new Float32Array(away.length * 3);
  for (let j = 0; j < edge.length; j++)
    if (edge[j]) for (let c = 0; c < 3; c++) difference[j * 3 + c] = wanted[c][j] - found[c][j];
  const spread = pushPull(difference, edge, inside.width, inside.height);
  const [columns, rows] = [bilinearSteps(width, inside.width, 0.5), bilinearSteps(height, inside.height, 0.5)];
  for (const c of [0, 1, 2]) {
    const small = planeOf(away.length, (j) => spread[j * 3 + c] * Math.exp((-2 * away[j]) / (LEVELLED_TO * height)));
    const change = resample(small, inside.width, columns, rows);
    for (let i = 0; i < hole.length; i++) {
      checkpointAt(i);
      if (hole[i]) filled[i * 3 + c] += change[i];
    }
  }
}
