import { boxAbove, cropPlane, cropRaster, grownWithin, laidInto } from '../../pixels/crop.ts';
import { boxFilter } from '../../pixels/filters.ts';
import { clamp } from '../../pixels/geometry.ts';
import { labOf, rgbOf, toLab } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { maskOf, pixelsWhere, planeOf } from '../../pixels/planes.ts';
import { pushPull } from '../../pixels/push-pull.ts';
import type { Plane, Raster } from '../../pixels/raster.ts';
import { clothOf } from './cloth.ts';
import type { Colour } from './grammar/colours.ts';
import type { Pattern } from './grammar/instruction.ts';

/** Kept share of the cloth's own variation in hue. */
const CHROMA_KEPT = 0.35;
/** Distance in a*b* from the cloth's colour within which a pixel is cloth, and beyond which it is print. */
const CLOTH_NEAR = 16;
const CLOTH_FAR = 38;
/** Greatest share of the part beyond that distance that is a print, which stays. */
const PRINT_SHARE_MAX = 0.18;
/** Contrast of folds, relative to the original. More on lighter cloth would turn its grain to speckles. */
const CONTRAST = 0.9;

/**
 * The picture with one part in another colour. Light, shade and small differences in hue stay, and so does a print on
 * plain cloth. `part` is the share of each pixel that belongs, 0 to 1.
 */
export function recolourMasked(picture: Raster, part: Plane, colour: Colour): Raster {
  const lab = toLab(picture);
  const cloth = clothOf(lab, part.data);
  if (!cloth) return picture;
  const { l, a, b } = lab;
  const { typical, away } = cloth;
  const [toL, toA, toB] = labOf(...colour);
  const sure = pixelsWhere(part.data.length, (i) => i % 3 === 0 && part.data[i] >= 0.7);
  const isPrinted = sure.filter((i) => away(i) > CLOTH_FAR).length < PRINT_SHARE_MAX * (sure.length + 1);
  const clothShare = (i: number) => (isPrinted ? clamp((CLOTH_FAR - away(i)) / (CLOTH_FAR - CLOTH_NEAR)) : 1);
  const dyed = new Float32Array(picture.data.length);
  for (const i of pixelsWhere(part.data.length, (pixel) => part.data[pixel] > 0))
    dyed.set(
      rgbOf(
        toL + (l[i] - typical[0]) * CONTRAST,
        toA + (a[i] - typical[1]) * CHROMA_KEPT,
        toB + (b[i] - typical[2]) * CHROMA_KEPT,
      ),
      i * 3,
    );
  return laidOver(picture, dyed, (i) => (part.data[i] > 0 ? part.data[i] * clothShare(i) : 0));
}

/** Greatest distance between the outline of a part and that of the cloth, in pixels. */
const REACH = 3;
/** Mean coverage within that distance below which a pixel is outside, and above which it is inside. */
const OUTSIDE = 0.03;
const WITHIN = 0.97;
/** Width of the surroundings that give the colours outside, in pixels. */
const AROUND = 11;
/** Least difference of the colours inside and outside, in byte steps, that gives the shares of a mixed pixel. */
const DIFFERENCE_MIN = 60;

/**
 * The same for a detected garment. Along its edge, the colours inside and outside tell the garment's share of each
 * pixel. Its outline alone would leave a line of dark cloth beside a light colour.
 */
export function recolourGarment(whole: Raster, garment: Plane, colour: Colour): Raster {
  const box = grownWithin(boxAbove(garment, 0), garment, 2 * REACH + AROUND);
  const [picture, part] = [cropRaster(whole, box), cropPlane(garment, box)];
  const { width, height, data } = picture;
  const dyed = recolourMasked(picture, part, colour).data;
  const soft = boxFilter(part.data, width, height, REACH);
  const [inside, outside] = [
    maskOf(soft.length, (i) => soft[i] >= WITHIN),
    maskOf(soft.length, (i) => soft[i] <= OUTSIDE),
  ];
  const out = dyed.slice();
  const finish = () => ({ ...whole, data: laidInto(whole.data.slice(), out, 3, whole.width, box) });
  // A thin garment has no inside, and one that fills its box no outside.
  if (!inside.includes(1) || !outside.includes(1)) return finish();
  const [cloth, paint] = [data, dyed].map((colours) => pushPull(colours, inside, width, height));
  const ground = pushPull(data, outside, width, height);
  for (let i = 0; i < soft.length; i++) {
    if (inside[i] || outside[i]) continue;
    let [between, length] = [0, 0];
    for (let k = i * 3; k < i * 3 + 3; k++) {
      const difference = cloth[k] - ground[k];
      between += difference * (data[k] - ground[k]);
      length += difference * difference;
    }
    if (length <= DIFFERENCE_MIN ** 2) continue;
    for (let k = i * 3; k < i * 3 + 3; k++) out[k] = data[k] + (paint[k] - cloth[k]) * clamp(between / length);
  }
  return finish();
}

/** Distance between stripes, checks or dots, as a share of the part's width. */
const PITCH = 0.11;
/** Width of a stripe, and radius of a dot, as shares of the pitch. */
const STRIPE = 0.42;
const DOT = 0.24;
/** Width of a pinstripe, as a share of a third of the pitch. */
const PINSTRIPE = 0.1;

/** The picture with a pattern on one part: the second colour in the pattern, with the folds and shade of the cloth. */
export function withPattern(picture: Raster, part: Plane, pattern: Pattern, colour: Colour): Raster {
  const { width, data } = part;
  const pitch = Math.max(6, PITCH * boxAbove(part, 0.5).width);
  const inked = {
    ...part,
    data: planeOf(data.length, (i) => data[i] * inkAt(pattern, (i % width) / pitch, Math.floor(i / width) / pitch)),
  };
  return recolourMasked(picture, inked, colour);
}

/** Coverage of ink at a place, in units of the pitch, with edges soft over a tenth of it. */
function inkAt(pattern: Pattern, x: number, y: number): number {
  const soft = (inside: number) => clamp(inside * 10 + 0.5);
  /** Distance from the middle of a unit, 0 to 0.5. */
  const aside = (at: number) => Math.abs(at - Math.floor(at) - 0.5);
  const band = (at: number) => soft(STRIPE / 2 - aside(at));
  switch (pattern) {
    case 'stripes':
      return band(y);
    case 'pinstripes':
      return soft(PINSTRIPE / 2 - aside(x * 3));
    case 'checks':
      return 0.5 * band(x) + 0.5 * band(y);
    case 'dots':
      return soft(DOT - Math.hypot(aside(x + (Math.floor(y) % 2) * 0.5), aside(y)));
  }
}
