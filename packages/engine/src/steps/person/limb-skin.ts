import type { SkinModel } from '../../analysis.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import type { BodyPlace } from './body-coordinates.ts';
import type { BodyLengths } from './region-priors.ts';
import { robustModel, skinDistance } from './skin-model.ts';

/** How far from the face's skin a limb's colour may lie and still be learned from. */
const REACH = 7;
/** Samples a limb must give. */
const SAMPLES_MIN = 60;
/** Share of a limb's middle that must look like skin: cloth of a skin-like colour seldom fills all of it so evenly. */
const SHARE_MIN = 0.45;

/** Skin models of hands and forearms, and of shins, where they are bare: they are often lit otherwise than the face. */
export function limbSkin(
  lab: LabPlanes,
  matte: Float32Array,
  places: readonly (BodyPlace | null)[],
  { shoulderWidth }: BodyLengths,
  face: SkinModel,
): SkinModel[] {
  const hands: number[] = [];
  const shins: number[] = [];
  for (const [i, place] of places.entries()) {
    if (!place || matte[i] < 0.9) continue;
    if (place.hand < shoulderWidth * 0.08) hands.push(i);
    if (place.alongLeg > 1.15 && place.alongLeg < 1.8 && place.leg < shoulderWidth * 0.06) shins.push(i);
  }
  return [hands, shins].flatMap((pixels) => {
    const like = pixels.filter((i) => skinDistance(face, lab.l[i], lab.a[i], lab.b[i]) < REACH && lab.a[i] > 2 && lab.b[i] > 2);
    return like.length > SAMPLES_MIN && like.length > pixels.length * SHARE_MIN ? [robustModel(lab, like)] : [];
  });
}
