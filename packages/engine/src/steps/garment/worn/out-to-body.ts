import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import type { Size } from '../../../pixels/raster.ts';
import { open } from '../cut-out/solid-part.ts';

/** Half the width of what is too thin for an arm, a leg or a shoe, as a share of the picture's width. */
const THIN = 0.012;
/** Longest fingers, which are as thin, in the same unit. */
const FINGERS = 0.14;

type Mask = Uint8Array<ArrayBuffer>;

/** What is seen of a wearer beside the cloth that is thick enough for arms, legs and shoes: 1 there, 0 elsewhere. */
export function limbsBeside(cloth: Mask, body: Mask, { width, height }: Size): Mask {
  return open(restOf(body, cloth), width, height, THIN * width);
}

/**
 * Cloth out to the outline of the body in it: colours leave out the edge in the shade, and what lies beyond a piping,
 * while the body was told from paper and is smooth. What it takes in is thinner than limbs are, lies on the cloth, and
 * is no finger of a hand.
 */
export function outToBody(cloth: Mask, body: Mask, limbs: Mask, { width, height }: Size): Mask {
  const rest = restOf(body, cloth);
  const fromCloth = distanceTo(cloth, width, height, 2 * THIN * width);
  const fromLimbs = distanceTo(limbs, width, height, FINGERS * width);
  const isEdge = (i: number) => rest[i] === 1 && Number.isFinite(fromCloth[i]) && !Number.isFinite(fromLimbs[i]);
  return maskOf(body.length, (i) => cloth[i] === 1 || isEdge(i));
}

const restOf = (body: Mask, cloth: Mask) => maskOf(body.length, (i) => body[i] === 1 && cloth[i] === 0);
