import type { BodyFrame, Pose, SkinModel } from '../../analysis.ts';
import { add, mix, subtract } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Plane } from '../../pixels/raster.ts';
import { LANDMARK } from '../person/body-frame.ts';
import { skinDistance } from '../person/skin-model.ts';

/** Bands of the trunk: their ends from the shoulders (0) to the hips (1), and their share of its width. */
const BANDS = {
  chest: { from: 0.15, to: 0.5, width: 0.75 },
  belly: { from: 0.5, to: 0.85, width: 0.75 },
  hips: { from: 0.9, to: 1.2, width: 0.8 },
} as const;
/** Samples along each side of a band, and how many of them must lie on the person for the band to count as visible. */
const SAMPLES = 40;
const SAMPLES_SEEN_MIN = 150;
/** Least probability of a pixel of the person. */
const OUTLINE_MIN = 0.5;

/** Share of the trunk's bands that has the colour of the person's skin, 0 to 1; null for a band outside the picture. */
export type BareSkin = Readonly<Record<keyof typeof BANDS, number | null>>;

/** The input of the measurement; all planes have one size. */
export interface TrunkView {
  readonly lab: LabPlanes;
  /** Probability of the person, 0 to 1. */
  readonly outline: Plane;
  readonly pose: Pose;
  readonly frame: BodyFrame;
  readonly skin: SkinModel;
}

/**
 * Measures the share of chest, belly and hips that has the person's skin colour. Cloth in that colour counts as skin.
 */
export function measureBareSkin(view: TrunkView): BareSkin {
  return { chest: shareOf(view, 'chest'), belly: shareOf(view, 'belly'), hips: shareOf(view, 'hips') };
}

function shareOf({ lab, outline, pose, frame, skin }: TrunkView, band: keyof typeof BANDS): number | null {
  const { from, to, width } = BANDS[band];
  let [seen, bare] = [0, 0];
  for (let k = 0; k < SAMPLES ** 2; k++) {
    const [down, across] = [Math.floor(k / SAMPLES), k % SAMPLES].map((sample) => (sample + 0.5) / SAMPLES);
    const { x, y } = trunkPoint(pose, frame, from + (to - from) * down, 0.5 + (across - 0.5) * width);
    if (x < 0 || y < 0 || x >= lab.width || y >= lab.height) continue;
    const i = Math.floor(y) * lab.width + Math.floor(x);
    if (outline.data[i] < OUTLINE_MIN) continue;
    seen++;
    if (skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]) < 1) bare++;
  }
  return seen < SAMPLES_SEEN_MIN ? null : bare / seen;
}

/** The point of the trunk at a height, and at a share of the way across. Beyond the hips it keeps their width. */
function trunkPoint({ landmarks }: Pose, { shoulderCentre, hipCentre }: BodyFrame, height: number, across: number) {
  const within = Math.min(1, height);
  const left = mix(landmarks[LANDMARK.shoulderLeft], landmarks[LANDMARK.hipLeft], within);
  const right = mix(landmarks[LANDMARK.shoulderRight], landmarks[LANDMARK.hipRight], within);
  return add(mix(left, right, across), subtract(hipCentre, shoulderCentre), height - within);
}
