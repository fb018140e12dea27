import type { Region } from '../../../analysis.ts';
import { findComponents, largestComponent } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { maskOf } from '../../../pixels/planes.ts';
import { regionAt } from '../../person/region-at.ts';
import { OUTSIDE, type Scene } from '../scene.ts';
import { BECOMES } from './beneath.ts';
import { EDGE_PIXELS } from './old-clothes.ts';
import type { Uncovered } from './uncovered.ts';

/** Regions of a person that stay, although removed clothes part them from the rest. */
const STAYS: ReadonlySet<Region | null> = new Set<Region>(['hair', 'skin', 'shoes']);
/** Share of them in a piece from which it stays. */
const STAYS_MIN = 0.1;

/** The parts of a scene that tell which pieces float. */
interface Cut extends Pick<Scene, 'matte' | 'worn' | 'parts'> {
  readonly placement: Pick<Scene['placement'], 'width' | 'height' | 'scale' | 'placeOf'>;
  readonly person: { readonly regions: Parameters<typeof regionAt>[0] };
}

/**
 * Gives pieces of clothes and of carried things that touch removed clothes, and nothing else of the person, to the
 * background. Pieces that leave the scene at its border stay. Changes the planes of the scene and `uncovered`.
 */
export function dropFloatingPieces(
  { matte, worn, parts, placement, person }: Cut,
  { becomes, skin, cover, old, oldDistance }: Pick<Uncovered, 'becomes' | 'skin' | 'cover' | 'old' | 'oldDistance'>,
): void {
  if (!becomes.includes(BECOMES.background)) return;
  const { width, height, scale } = placement;
  const isPerson = (i: number) => matte[i] >= OUTSIDE && becomes[i] !== BECOMES.background;
  const isDrawn = (i: number) => Math.max(cover[i], skin[i], worn[i]) >= OUTSIDE;
  const pieces = findComponents(
    maskOf(matte.length, (i) => isPerson(i) || isDrawn(i)),
    width,
    height,
  );
  if (pieces.sizes.length <= 2) return;
  const body = largestComponent(pieces);
  const staying = new Float64Array(pieces.sizes.length);
  const wasHeld = new Uint8Array(pieces.sizes.length);
  const leaves = new Uint8Array(pieces.sizes.length);
  const isGone = (i: number) => becomes[i] === BECOMES.background;
  for (let i = 0; i < matte.length; i++) {
    const piece = pieces.labels[i];
    if (piece === 0 || piece === body) continue;
    if (isDrawn(i) || STAYS.has(regionAt(person.regions, placement.placeOf(i)))) staying[piece]++;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) leaves[piece] = 1;
    else if (isGone(i - 1) || isGone(i + 1) || isGone(i - width) || isGone(i + width)) wasHeld[piece] = 1;
  }
  const floats = pieces.sizes.map((size, piece) => wasHeld[piece] > leaves[piece] && staying[piece] < STAYS_MIN * size);
  if (!floats.includes(true)) return;
  const floating = maskOf(matte.length, (i) => floats[pieces.labels[i]]);
  const away = distanceTo(floating, width, height, EDGE_PIXELS * scale);
  for (let i = 0; i < matte.length; i++) {
    if (away[i] > EDGE_PIXELS * scale || (pieces.labels[i] > 0 && !floating[i])) continue;
    becomes[i] = BECOMES.background;
    old[i] = matte[i];
    oldDistance[i] = 0;
    for (const part of Object.values(parts)) part[i] = 0;
  }
}
