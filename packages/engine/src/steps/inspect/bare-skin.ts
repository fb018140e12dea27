import type { BodyFrame, Pose, SkinModel } from '../../analysis.ts';
import { add, mix, point } from '../../pixels/geometry.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Plane, Point } from '../../pixels/raster.ts';
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
  let seen = 0;
  let bare = 0;
  for (let row = 0; row < SAMPLES; row++) {
    const across = acrossAt(pose, frame, from + ((to - from) * (row + 0.5)) / SAMPLES);
    for (let column = 0; column < SAMPLES; column++) {
      const { x, y } = across(((column + 0.5) / SAMPLES - 0.5) * width);
      if (x < 0 || y < 0 || x >= lab.width || y >= lab.height) continue;
      const i = Math.floor(y) * lab.width + Math.floor(x);
      if (outline.data[i] < OUTLINE_MIN) continue;
      seen++;
      if (skinDistance(skin, lab.l[i], lab.a[i], lab.b[i]) < 1) bare++;
    }
  }
  return seen < SAMPLES_SEEN_MIN ? null : bare / seen;
}

/**
 * The line across the trunk at a height, by its share from −0.5 (one side) to 0.5. Beyond the hips it keeps their
 * width.
 */
function acrossAt(
  { landmarks }: Pose,
  { shoulderCentre, hipCentre }: BodyFrame,
  height: number,
): (share: number) => Point {
  const within = Math.min(1, height);
  const left = mix(landmarks[LANDMARK.shoulderLeft], landmarks[LANDMARK.hipLeft], within);
  const right = mix(landmarks[LANDMARK.shoulderRight], landmarks[LANDMARK.hipRight], within);
  const beyond = point(hipCentre.x - shoulderCentre.x, hipCentre.y - shoulderCentre.y);
  const centre = add(mix(left, right, 0.5), beyond, height - within);
  return (share) => point(centre.x + share * (right.x - left.x), centre.y + share * (right.y - left.y));
}
