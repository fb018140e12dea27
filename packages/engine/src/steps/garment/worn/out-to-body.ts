import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import { open } from '../cut-out/solid-part.ts';

/** Half the width of parts too thin for an arm, a leg or a shoe, as a share of the picture's width. */
const THIN = 0.012;
/** Greatest length of fingers, which are as thin, as a share of the picture's width. */
const FINGERS = 0.14;

type Mask = Uint8Array<ArrayBuffer>;

/** The parts of a wearer beside the cloth that are thick enough for arms, legs and shoes: 1 there, 0 elsewhere. */
export function limbsBeside(cloth: Mask, body: Mask, { width, height }: Size): Mask {
  return open(restOf(body, cloth), width, height, THIN * width);
}

/**
 * Extends cloth to the outline of the body. Colours miss the shaded edge and the cloth beyond a piping, while the
 * body's outline is smooth. Added strips are thinner than limbs, lie on the cloth and contain no finger.
 */
export function outToBody(cloth: Mask, body: Mask, limbs: Mask, { width, height }: Size): Mask {
  const rest = restOf(body, cloth);
  const fromCloth = distanceTo(cloth, width, height, 2 * THIN * width);
  const fromLimbs = distanceTo(limbs, width, height, FINGERS * width);
  const isEdge = (i: number) => rest[i] === 1 && Number.isFinite(fromCloth[i]) && !Number.isFinite(fromLimbs[i]);
  return maskOf(body.length, (i) => cloth[i] === 1 || isEdge(i));
}

const restOf = (body: Mask, cloth: Mask) => maskOf(body.length, (i) => body[i] === 1 && cloth[i] === 0);
