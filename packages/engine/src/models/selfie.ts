import type { Box } from '../pixels/crop.ts';
import { valueBetween } from '../pixels/filters.ts';
import { clamp } from '../pixels/geometry.ts';
import type { Plane, Raster, Size } from '../pixels/raster.ts';
import { cropSquare, uprightCrop } from './crop.ts';
import type { Net } from './sessions.ts';

/** Side of the net's input and output in pixels. */
const SIDE = 256;
/** Side of the close views: this many times the person's width, and the person's height divided by this number. */
const CLOSE_WIDTHS = 1.35;
const CLOSE_SHARE = 1.8;
/** If a person reaches below this share of the picture's height, the picture crops the person. */
const CUT_SHARE = 0.97;
/** Room above the head and below the feet in the close views, as a share of their side. */
const CLOSE_MARGIN = 0.1;
/** Share of a view over which it fades out at its border. */
const FEATHER = 0.25;

/**
 * Probability that each pixel belongs to a person, 0 to 1. `size` has the picture's ratio. Takes a feathered mean of
 * MediaPipe's selfie net on the whole picture and on two close views of a standing person, which have sharper edges.
 * Three views match eight views (95.0 and 94.9 % overlap with 36 drawn masks).
 */
export async function segmentPerson(raster: Raster, person: Box, { width, height }: Size, net: Net): Promise<Plane> {
  const sum = new Float32Array(width * height);
  const weights = new Float32Array(width * height);
  for (const view of viewsOf(raster, person)) {
    const [mask] = await net.run(cropSquare(raster, SIDE, uprightCrop(view)), [1, SIDE, SIDE, 3]);
    for (let i = 0; i < sum.length; i++) {
      const u = ((((i % width) + 0.5) / width) * raster.width - view.left) / view.width;
      const v = (((Math.floor(i / width) + 0.5) / height) * raster.height - view.top) / view.height;
      if (u < 0 || v < 0 || u > 1 || v > 1) continue;
      const weight = clamp(Math.min(u, v, 1 - u, 1 - v) / FEATHER, 0.02);
      sum[i] += valueBetween(mask, SIDE, SIDE, u * SIDE - 0.5, v * SIDE - 0.5) * weight;
      weights[i] += weight;
    }
  }
  return { width, height, data: sum.map((value, i) => value / (weights[i] || 1)) };
}

/** The whole picture, stretched, then two squares around a standing person or one square of the picture. */
function viewsOf({ width, height }: Raster, person: Box): Box[] {
  const whole = { left: 0, top: 0, width, height };
  const longer = Math.max(width, height);
  // The lower close view of a cropped person has neither head nor foot, which misleads the net.
  if (person.top + person.height > height * CUT_SHARE)
    return [whole, { left: (width - longer) / 2, top: (height - longer) / 2, width: longer, height: longer }];
  const side = Math.max(person.width * CLOSE_WIDTHS, person.height / CLOSE_SHARE);
  const left = person.left + (person.width - side) / 2;
  const margin = CLOSE_MARGIN * side;
  const tops = [person.top - margin, person.top + person.height + margin - side];
  return [whole, ...tops.map((top) => ({ left, top, width: side, height: side }))];
}
