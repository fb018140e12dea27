import type { BodyFrame, Pose, SkinModel } from '../../analysis.ts';
import { add, distance, mix, pixelMiddle } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { median, medianAt } from '../../pixels/median.ts';
import { pixelsWhere } from '../../pixels/planes.ts';
import type { Point } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';

/** Skin model if too little skin is visible: the middle of human skin tones in L*a*b* under daylight. */
const DEFAULT_SKIN: SkinModel = { median: [60, 14, 18], spread: [14, 6, 7] };
/** Least spread, so that the model of an evenly lit face includes its shadows. */
const SPREAD_MIN = [7, 2.5, 3] as const;
/** A model needs more samples than this. */
const SAMPLES_MIN = 30;
/** Rounds that remove samples beyond 2.5 spreads from the median. */
const ROUNDS = 3;

/** True if a colour in L*a*b* is within the range of human skin. */
export const isPlausibleSkin = (l: number, a: number, b: number) => l > 12 && a > 2 && a < 40 && b > 2 && b < 45;

/** Input of the model. The planes are `scale` times smaller than the picture that pose and frame refer to. */
export interface SkinInput {
  readonly lab: LabPlanes;
  readonly matte: Float32Array;
  readonly frame: BodyFrame;
  readonly pose: Pose;
  readonly scale: number;
}

/**
 * Learns the person's skin colour from the face, or from hands and neck if the face is hidden. Returns a default model
 * if too little skin is visible.
 */
export function modelSkin({ lab, matte, frame, pose, scale }: SkinInput): SkinModel {
  const { shoulderWidth } = frame;
  const at = (index: number) => pose.landmarks[index];
  const hands = [
    [LANDMARK.wristLeft, LANDMARK.indexLeft],
    [LANDMARK.wristRight, LANDMARK.indexRight],
  ].map(([wrist, index]): [Point, number] => [mix(at(wrist), at(index), 0.4), shoulderWidth * 0.05]);
  const neck: [Point, number] = [add(frame.shoulderCentre, frame.down, -0.12 * shoulderWidth), shoulderWidth * 0.07];
  const discs: [Point, number][] = frame.faceVisible ? [[frame.faceCentre, frame.faceRadius * 0.6]] : [...hands, neck];
  const isIn = (i: number) =>
    discs.some(([centre, radius]) => distance(pixelMiddle(i, lab.width, scale), centre) <= radius);
  const samples = pixelsWhere(
    matte.length,
    (i) => matte[i] > 0.8 && isIn(i) && isPlausibleSkin(lab.l[i], lab.a[i], lab.b[i]),
  );
  return samples.length > SAMPLES_MIN ? modelSkinOf(lab, samples) : DEFAULT_SKIN;
}

/**
 * Squared distance of a colour from the skin model: 0 at the median. It is 1 at 2.2 spreads of lightness or 1.5 spreads
 * of a* or b*.
 */
export function skinDistance({ median, spread }: SkinModel, l: number, a: number, b: number): number {
  const dl = (l - median[0]) / (spread[0] * 2.2);
  const da = (a - median[1]) / (spread[1] * 1.5);
  const db = (b - median[2]) / (spread[2] * 1.5);
  return dl * dl + da * da + db * db;
}

/** Median and spread of skin samples, given as pixel indices. Outliers are removed in rounds. */
export function modelSkinOf(lab: LabPlanes, samples: readonly number[]): SkinModel {
  const planes = [lab.l, lab.a, lab.b];
  let kept = samples;
  let model = DEFAULT_SKIN;
  for (let round = 0; round < ROUNDS && kept.length >= 20; round++) {
    const middles = planes.map((plane) => medianAt(plane, kept));
    const spreads = planes.map((plane, c) =>
      Math.max(SPREAD_MIN[c], 1.48 * median(Float64Array.from(kept, (i) => Math.abs(plane[i] - middles[c])))),
    );
    const [[l, a, b], [ofL, ofA, ofB]] = [middles, spreads];
    model = { median: [l, a, b], spread: [ofL, ofA, ofB] };
    kept = kept.filter((i) => planes.every((plane, c) => Math.abs(plane[i] - middles[c]) < 2.5 * spreads[c]));
  }
  return model;
}
