import { checkpointAt } from '../../../checkpoint.ts';
import { extentsOf, findComponents } from '../../../pixels/components.ts';
import { type Box, boxAbove, boxWhere, cropValues } from '../../../pixels/crop.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { clamp } from '../../../pixels/geometry.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { pushPull } from '../../../pixels/push-pull.ts';
import type { Size } from '../../../pixels/raster.ts';
import { SIDES } from '../body/side.ts';
import type { GarmentFit } from '../fit/fit.ts';
import type { Scene } from '../scene.ts';
import type { DrawnGarment } from './draw.ts';

/**
 * Widest strip of the old garment, in shoulder widths, that is covered whole. Cover falls to none at twice the width.
 */
const STRIP = 0.06;
/**
 * Old cloth around the neck is a collar and is not covered. It reaches down to this share of the torso and out to this
 * many shoulder widths.
 */
const COLLAR_SHARE = 0.08;
const COLLAR_WIDTH = 0.34;
/**
 * Old cloth from this share of an arm on, and within this many of its radii, is a sleeve. Bare arms are painted there
 * instead.
 */
const SHOULDER_ALONG = 0.2;
const ARM_RADII = 2.6;
/** Length over which a strip narrows towards the old hem, as a share of the torso. */
const END = 0.25;
/** Least coverage of a pixel of the new garment, and the share of person below which a pixel is background. */
const COVERED = 0.5;
const BACKGROUND = 0.5;
/** Coverage from which nothing shows through. */
const SOLID = 0.995;
/** Least length of a strip, as a multiple of its width. */
const KNOB = 3;
/** Width of a garment's edge, in pixels of the analysis, whose colours are mixed with its photo's background. */
const EDGE_PIXELS = 2.5;

/**
 * Widens a garment to the outline of the old one where only a thin strip of the old one separates it from the
 * background. Skin or trousers a few pixels wide would look like a tear.
 */
export function closeGaps(scene: Scene, fit: GarmentFit, drawn: DrawnGarment): DrawnGarment {
  if (fit.replaces === 'lower') return drawn;
  const { placement, body, parts, matte, worn } = scene;
  const { width, height, scale } = placement;
  const covers = (i: number) => drawn.body.alpha[i] > COVERED || drawn.sleeves.alpha[i] > COVERED;
  const strip = STRIP * body.shoulderWidth * scale;
  const toGarment = distanceTo(maskOf(matte.length, covers), width, height, 2 * strip);
  const toBackground = distanceTo(
    maskOf(matte.length, (i) => matte[i] < BACKGROUND && !covers(i)),
    width,
    height,
    2 * strip,
  );
  // Covered share of the strip's width. It falls towards the ends, so that the outline does not jump.
  const shareAt = (i: number) => {
    const p = placement.placeOf(i);
    const { share, offset } = body.torsoPlace(p);
    if (share < COLLAR_SHARE && Math.abs(offset) < COLLAR_WIDTH * body.shoulderWidth) return 0;
    const toHem = body.worn.hem === null ? 1 : (body.worn.hem - share) / END;
    const fromArms = SIDES.map((side) => {
      const { radii, along, hand } = body.arm(p, side);
      return (Math.min(along < SHOULDER_ALONG ? hand : radii, hand) - ARM_RADII) / ARM_RADII;
    });
    return clamp(Math.min(toHem, ...fromArms));
  };
  const cover = new Float32Array(matte.length);
  let isAny = false;
  for (let i = 0; i < cover.length; i++) {
    checkpointAt(i);
    const wide = toGarment[i] + toBackground[i];
    if (
      wide >= 2 * strip ||
      drawn.body.alpha[i] > SOLID ||
      drawn.sleeves.alpha[i] > SOLID ||
      worn[i] > COVERED ||
      parts.upper[i] < 0.02
    )
      continue;
    const reach = (wide <= strip ? strip : 2 * strip - wide) * shareAt(i);
    if (reach === 0) continue;
    cover[i] = clamp(reach - toGarment[i] + 0.5) * parts.upper[i];
    isAny ||= cover[i] > 0;
  }
  if (!isAny) return drawn;
  dropKnobs(cover, toGarment, placement);
  if (!cover.some((share) => share > 0)) return drawn;
  return { ...drawn, body: widened(drawn, cover, EDGE_PIXELS * scale, 2 * strip) };
}

/**
 * Removes pieces that are hardly longer than wide: a strip follows a garment, a knob is the rest of a collar or bow.
 */
function dropKnobs(cover: Float32Array, toGarment: Float32Array, size: Size): void {
  const box = boxWhere(size, (i) => cover[i] > 0, 0, 0);
  const part = cropValues(cover, 1, size.width, box);
  const pieces = findComponents(part, box.width, box.height);
  const { labels } = pieces;
  const out = new Float32Array(pieces.sizes.length);
  const pixelOf = (k: number) => (box.top + Math.floor(k / box.width)) * size.width + box.left + (k % box.width);
  for (const [k, piece] of labels.entries()) if (piece > 0) out[piece] = Math.max(out[piece], toGarment[pixelOf(k)]);
  const isKnob = extentsOf(pieces, box.width).map(
    ({ left, top, right, bottom }, piece) => Math.hypot(right - left, bottom - top) < KNOB * out[piece],
  );
  for (let k = 0; k < labels.length; k++) if (isKnob[labels[k]]) cover[pixelOf(k)] = 0;
}

/** The trunk with more cover, in the colours of its nearest garment pixels within `reach`. */
function widened(
  drawn: DrawnGarment,
  cover: Float32Array<ArrayBuffer>,
  edge: number,
  reach: number,
): DrawnGarment['body'] {
  const { body } = drawn;
  const { width, height } = body;
  const near = boxAbove({ width, height, data: cover }, 0, reach, reach);
  const filled = coloursAround(drawn, edge, near) ?? coloursAround(drawn, edge, { left: 0, top: 0, width, height });
  if (!filled) return body;
  const colour = body.colour.slice();
  const alpha = body.alpha.slice();
  for (let k = 0; k < near.width * near.height; k++) {
    checkpointAt(k);
    const [x, y] = [near.left + (k % near.width), near.top + Math.floor(k / near.width)];
    const i = y * width + x;
    if (cover[i] <= alpha[i]) continue;
    const share = alpha[i] / cover[i];
    const from = (y - filled.top) * filled.width + x - filled.left;
    for (let c = 0; c < 3; c++)
      colour[i * 3 + c] = colour[i * 3 + c] * share + filled.colours[from * 3 + c] * (1 - share);
    alpha[i] = cover[i];
  }
  return { ...body, colour, alpha };
}

/** The colours of a garment within a box, spread beyond its edge; null if the box has no inside pixel of it. */
function coloursAround(
  { body, sleeves }: DrawnGarment,
  edge: number,
  box: Box,
): (Box & { readonly colours: Float32Array }) | null {
  const within = (plane: Float32Array, channels: number) => cropValues(plane, channels, body.width, box);
  const [trunk, sleeve] = [within(body.alpha, 1), within(sleeves.alpha, 1)];
  const isOutside = maskOf(trunk.length, (k) => trunk[k] < COVERED && sleeve[k] < COVERED);
  const inside = distanceTo(isOutside, box.width, box.height, edge);
  const known = maskOf(inside.length, (k) => inside[k] > edge);
  if (!known.includes(1)) return null;
  const colours = within(body.colour, 3);
  const over = within(sleeves.colour, 3);
  for (let k = 0; k < colours.length; k++) colours[k] += (over[k] - colours[k]) * sleeve[Math.floor(k / 3)];
  return { ...box, colours: pushPull(colours, known, box.width, box.height) };
}
