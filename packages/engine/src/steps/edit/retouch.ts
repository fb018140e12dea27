import { findComponents } from '../../pixels/components.ts';
import { pictureOf, pixelsOf } from '../../pixels/decode.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { blurColours, blurRaster, maskedBlur } from '../../pixels/filters.ts';
import { clamp, distance, smoothstep } from '../../pixels/geometry.ts';
import { smoothedColours } from '../../pixels/guided-filter.ts';
import { luma } from '../../pixels/lab.ts';
import { laidOver } from '../../pixels/laid-over.ts';
import { maskOf, pixelsWhere, planeOf, sumOf } from '../../pixels/planes.ts';
import type { Plane, Point, Raster } from '../../pixels/raster.ts';
import { EngineRejection } from '../../rejection.ts';
import { distanceFrom, fillMask } from '../inpaint/fill.ts';

/** Radius and contrast of the smoothing of skin, which removes spots and keeps features. */
const SKIN_RADIUS = 6;
const SKIN_CONTRAST = 0.06;
const SKIN_SHARE = 0.8;
/** Radius of a blur that makes text unreadable, as a share of the height. */
const BLUR_RADIUS = 0.014;
/** Radius and share of the unsharp mask. */
const SHARPEN_RADIUS = 1;
const SHARPEN_SHARE = 0.8;
/** Least and greatest width of a crease as shares of the height, its greatest depth in bytes, and the removed share. */
const CREASE_MIN = 0.0012;
const CREASE_MAX = 0.011;
const CREASE_DEPTH = 26;
const CREASE_SHARE = 0.75;
/** Blur of a hidden face, as a share of its radius. */
const FACE_BLUR = 0.3;
/**
 * Distance in L*a*b* from the cloth's colour above which a pixel is print, and the weight of L* in it, because folds
 * change lightness most. Then the least share of print in a part, and its growth in pixels.
 */
const PRINT_DISTANCE = 22;
const LIGHT_SHARE = 0.6;
const PRINT_SHARE_MIN = 0.0008;
const PRINT_GROWTH = 5;
/**
 * Greatest share of the cloth that may differ as much without being print: trims and deep shade. A greater share is
 * stripes or checks.
 */
const OTHER_SHARE_MAX = 0.12;
/** Greatest extent of a print, as a share of the garment's height. */
const SPREAD_MAX = 0.8;
/** Ignored width along the edge of the cloth, in pixels, because it is in shade. */
const EDGE = 6;
/**
 * Least distance of a whole print from the edge, as a share of the picture's width. Collars, trims and seams reach the
 * edge.
 */
const PRINT_EDGE = 0.025;

/**
 * The picture with smoother skin, without pores and spots; edges stay. `skin` is the share of each pixel that is skin,
 * 0 to 1.
 */
export function smoothedSkin(picture: Raster, skin: Plane): Raster {
  const smooth = smoothedColours(picture, SKIN_RADIUS, SKIN_CONTRAST ** 2);
  return laidOver(picture, smooth, (i) => skin.data[i] * SKIN_SHARE);
}

/** The picture with fewer creases in its cloth. It smooths structures narrower than a fold and wider than the weave. */
export function smoothedCloth(picture: Raster, cloth: Plane): Raster {
  const { width, height, data } = picture;
  const light = planeOf(width * height, (i) => luma(data, i));
  const sure = planeOf(cloth.data.length, (i) => cloth.data[i] ** 2);
  const weave = maskedBlur(light, sure, width, height, CREASE_MIN * height);
  const folds = maskedBlur(light, sure, width, height, CREASE_MAX * height);
  // Edges of prints and pockets are stronger than creases.
  const creases = planeOf(light.length, (i) => clamp(weave[i] - folds[i], -CREASE_DEPTH, CREASE_DEPTH));
  const flat = planeOf(data.length, (k) => data[k] - creases[Math.floor(k / 3)]);
  return laidOver(picture, flat, (i) => cloth.data[i] * CREASE_SHARE);
}

/**
 * The picture with an unrecognisable face: blurred within about 1.1 radii of its centre, both in pixels of the picture.
 */
export function hiddenFace(picture: Raster, centre: Point, radius: number): Raster {
  const { width, height, data } = picture;
  const soft = blurColours(data, width, height, radius * FACE_BLUR);
  return laidOver(picture, soft, (i) => {
    const away = distance({ x: i % width, y: centre.y + (Math.floor(i / width) - centre.y) * 0.85 }, centre) / radius;
    return 1 - smoothstep(1.1, 1.35, away);
  });
}

/** The picture, blurred until nothing is readable. `height` is that of the whole picture, if this one is a part. */
export function blurred(picture: Raster, height = picture.height): Raster {
  return blurRaster(picture, height * BLUR_RADIUS);
}

/** The picture with crisper edges: an unsharp mask one pixel wide, on each channel separately. */
export function sharpened(picture: Raster): Raster {
  const { width, height, data } = picture;
  const soft = blurColours(data, width, height, SHARPEN_RADIUS);
  const crisp = planeOf(data.length, (k) => data[k] + (data[k] - soft[k]) * SHARPEN_SHARE);
  return { width, height, data: new Uint8ClampedArray(crisp) };
}

/** The mirror image of the picture, sideways or upside down. */
export function mirrored(picture: Raster, upsideDown: boolean): Promise<Raster> {
  return pixelsOf(upsideDown ? pictureOf(picture).flip() : pictureOf(picture).flop(), picture);
}

/** The picture without the prints on plain garments. Throws EngineRejection without a print, or for patterned cloth. */
export function withoutLogo(picture: Raster, garments: readonly Plane[], random: () => number): Raster {
  const { width, height } = picture;
  const found = garments.map((garment) => findPrint(picture, garment));
  const prints = found.filter(({ isSeen, isPatterned }) => isSeen && !isPatterned);
  if (prints.length === 0)
    throw new EngineRejection(
      found.some(({ isPatterned }) => isPatterned)
        ? 'The garment is patterned all over, so the engine cannot find a logo. Mark it with a mask and use inpaint to remove it.'
        : 'The engine found no logo on the garment. Mark it with a mask and use inpaint to remove it.',
    );
  const printed = maskOf(width * height, (i) => prints.some(({ print }) => print[i] === 1));
  const near = distanceTo(printed, width, height);
  const mask = { width, height, data: planeOf(near.length, (i) => (near[i] <= PRINT_GROWTH ? 1 : 0)) };
  return fillMask(picture, mask, random).raster;
}

/**
 * A suspected print on a garment, and whether there is enough of it. The cloth is patterned if more of it is as
 * different, or if the print spreads over the garment's height.
 */
function findPrint(picture: Raster, part: Plane) {
  const { width, height } = picture;
  const uncertain = maskOf(part.data.length, (i) => part.data[i] < 0.7);
  const outside = distanceTo(uncertain, width, height);
  const inner = maskOf(part.data.length, (i) => outside[i] > EDGE);
  const sure = pixelsWhere(inner.length, (i) => i % 3 === 0 && inner[i] === 1);
  const away = distanceFrom(picture, sure, LIGHT_SHARE);
  const odd = maskOf(inner.length, (i) => inner[i] === 1 && away(i) > PRINT_DISTANCE);
  const { labels, sizes } = findComponents(odd, width, height);
  const atEdge = pixelsWhere(odd.length, (i) => odd[i] === 1 && outside[i] <= PRINT_EDGE * width);
  const trims = new Set(atEdge.map((i) => labels[i]));
  const isPrint = (label: number) => sizes[label] > sure.length * PRINT_SHARE_MIN && !trims.has(label);
  const print = maskOf(odd.length, (i) => odd[i] === 1 && isPrint(labels[i]));
  const printed = sumOf(print);
  const cloth = pixelsWhere(part.data.length, (i) => part.data[i] > 0.5);
  const otherShare = (sumOf(odd) - printed) / Math.max(1, sumOf(inner));
  const spread = rowsOf(print, width) / Math.max(1, rowsOf(inner, width));
  return {
    print,
    isSeen: printed / Math.max(1, cloth.length) >= PRINT_SHARE_MIN,
    isPatterned: otherShare > OTHER_SHARE_MAX || spread > SPREAD_MAX,
  };
}

/** Rows from the first to the last pixel of a mask. */
const rowsOf = (mask: Uint8Array, width: number) =>
  Math.floor(mask.lastIndexOf(1) / width) - Math.floor(mask.indexOf(1) / width);
