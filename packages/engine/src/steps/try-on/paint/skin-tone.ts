import { type PersonAnalysis, REGIONS } from '../../../analysis.ts';
import { labOf, rgbOf } from '../../../pixels/lab.ts';
import { isPlausibleSkin, skinDistance } from '../../person/skin-model.ts';

/**
 * Greatest distance of skin from the person's skin model that still counts for the tone. Tattoos and shadows are
 * farther.
 */
const LIKE_SKIN = 3;
/** Quantiles of that skin by lightness, between which it is lit and does not shine. */
const LIT_FROM = 0.65;
const LIT_TO = 0.95;
/** With fewer such pixels the model alone gives the tone. */
const PIXELS_MIN = 60;
/** Lightness of lit skin above the model's median, in the model's spreads. The median of a face lies in its shadows. */
const LIT_SPREADS = 0.7;
/** Greatest lightness of skin. */
const LIGHT_MAX = 92;

/** The colour of a person's lit skin in sRGB bytes, from all skin that the photo shows. */
export function skinTone({ raster, matte, regions, skin }: PersonAnalysis): readonly [number, number, number] {
  const { width, labels, scale } = regions;
  const bare = REGIONS.indexOf('skin');
  const seen: (readonly [number, number, number])[] = [];
  for (let k = 0; k < labels.length; k++) {
    if (labels[k] !== bare) continue;
    const i = Math.floor(Math.floor(k / width) * scale) * raster.width + Math.floor((k % width) * scale);
    if (matte.data[i] < 0.95) continue;
    const lab = labOf(raster.data[i * 3], raster.data[i * 3 + 1], raster.data[i * 3 + 2]);
    if (isPlausibleSkin(...lab) && skinDistance(skin, ...lab) < LIKE_SKIN) seen.push(lab);
  }
  if (seen.length < PIXELS_MIN) {
    const [l, a, b] = skin.median;
    return rgbOf(Math.min(LIGHT_MAX, l + LIT_SPREADS * skin.spread[0]), a, b);
  }
  seen.sort((one, other) => one[0] - other[0]);
  const lit = seen.slice(Math.floor(LIT_FROM * seen.length), Math.ceil(LIT_TO * seen.length));
  const mean = (axis: 0 | 1 | 2) => lit.reduce((sum, lab) => sum + lab[axis], 0) / lit.length;
  return rgbOf(mean(0), mean(1), mean(2));
}
